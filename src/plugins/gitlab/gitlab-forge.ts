/** GitLab as a forge: merge requests and pipelines of one project behind the scm and checks slots; its issues are a tracker. */
import { createForgeBasis, createRemoteForge, type RemoteForge, type ForgeOptions } from "../remote/forge/forge.ts";
import { answerGitlabThread } from "./changes/answer.ts";
import { createGitlabChangeEdits } from "./changes/change-edits.ts";
import { openMergeRequest } from "./changes/open-merge-request.ts";
import { createGitlabChangeSource } from "./changes/source.ts";
import { createGitlabCheckSource } from "./checks/ci.ts";
import { createPipelines } from "./checks/pipelines.ts";
import { createProjectChecks } from "./checks/project-checks.ts";
import { createGitlabClient, type GitlabClientOptions } from "./client.ts";
import { mergeAsProject } from "./landing/merge-as-project.ts";
import { describeMerge } from "./landing/merge.ts";
import { createGitlabAuthors } from "./authors.ts";

export type GitlabForgeOptions = ForgeOptions & GitlabClientOptions;

export function createGitlabForge(options: GitlabForgeOptions): RemoteForge {
  const basis = createForgeBasis(options);
  const { kept, clock } = basis;
  const client = createGitlabClient(options, clock);
  const people = createGitlabAuthors(client.gitlab, options.settings.bots, clock.wallMs);
  const pipelines = createPipelines(client, kept, options.defaultBranch);
  const read = { ...basis, client, people, pipelines, projectChecks: createProjectChecks(client, kept, pipelines) };
  return createRemoteForge("gitlab", options, basis, {
    ...{
      client,
      source: createGitlabChangeSource(read),
      checksBase: pipelines.wereOnBase,
      ci: createGitlabCheckSource(read),
    },
    ...{ merge: mergeAsProject(read), describe: describeMerge(read) },
    openChange: (request) => openMergeRequest(read, request, options.settings.draft),
    answerThread: (answer) => answerGitlabThread(read, answer),
    deeds: createGitlabChangeEdits(read),
  });
}
