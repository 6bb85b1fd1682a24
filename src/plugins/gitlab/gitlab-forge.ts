/** GitLab as a forge: merge requests and pipelines of one project behind the scm and checks slots; its issues are a tracker. */
import { forgeBasis, forgeElsewhere, type ForgeElsewhere, type ForgeOptions } from "../remote/forge/forge.ts";
import { answerThread } from "./changes/answer.ts";
import { gitlabDeeds } from "./changes/desk-deeds.ts";
import { openMergeRequest } from "./changes/open-merge-request.ts";
import { gitlabSource } from "./changes/source.ts";
import { gitlabCi } from "./checks/ci.ts";
import { pipelinesOf } from "./checks/pipelines.ts";
import { projectChecksOf } from "./checks/project-checks.ts";
import { gitlabClient, type ClientOptions } from "./client.ts";
import { mergeAsProject } from "./landing/merge-as-project.ts";
import { describeMerge } from "./landing/merge.ts";
import { peopleOf } from "./people.ts";

export type GitlabForgeOptions = ForgeOptions & ClientOptions;

export function gitlabForge(options: GitlabForgeOptions): ForgeElsewhere {
  const basis = forgeBasis(options);
  const { kept, clock } = basis;
  const client = gitlabClient(options, clock);
  const people = peopleOf(client.gitlab, options.settings.bots, clock.wallMs);
  const pipelines = pipelinesOf(client, kept, options.defaultBranch);
  const read = { ...basis, client, people, pipelines, projectChecks: projectChecksOf(client, kept, pipelines) };
  return forgeElsewhere("gitlab", options, basis, {
    ...{ client, source: gitlabSource(read), checksBase: pipelines.wereOnBase, ci: gitlabCi(read) },
    ...{ merge: mergeAsProject(read), describe: describeMerge(read) },
    openChange: (request) => openMergeRequest(read, request, options.settings.draft),
    answerThread: (answer) => answerThread(read, answer),
    deeds: gitlabDeeds(read),
  });
}
