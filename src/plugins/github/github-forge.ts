/** GitHub as a forge: issues, pull requests and checks of one repository behind the tracker, scm and checks slots. */
import type { TrackerPlugin } from "../../slots/tracker.ts";
import { createDoubt } from "../remote/polling/doubt.ts";
import {
  createForgeBasis,
  createRemoteForge,
  createLaterNews,
  type RemoteForge,
  type ForgeOptions,
} from "../remote/forge/forge.ts";
import { createPace } from "../remote/polling/pace.ts";
import { answerGithubThread } from "./changes/answer.ts";
import { createGithubChangeEdits } from "./changes/change-edits.ts";
import { openPull } from "./changes/open-pull.ts";
import { createGithubChangeSource } from "./changes/source.ts";
import { createGithubCheckSource } from "./checks/ci.ts";
import { createRepository } from "./checks/repository.ts";
import { createGithubClient, type GithubClientOptions } from "./client.ts";
import { createGithubTracker } from "./issues/tracker.ts";
import { describePull, mergePull } from "./landing/merge.ts";
import { createGithubQueue } from "./landing/queue.ts";
import { createGithubAuthors } from "./authors.ts";
import type { GithubSettings } from "./settings.ts";

export type GithubForgeOptions = ForgeOptions &
  GithubClientOptions & {
    readonly settings: Pick<GithubSettings, "labels" | "assignee" | "moves"> &
      Partial<Pick<GithubSettings, "junit" | "query">>;
  };

export type GithubForge = RemoteForge & { readonly tracker: TrackerPlugin };

export function createGithubForge(options: GithubForgeOptions): GithubForge {
  const { settings, defaultBranch } = options;
  const basis = createForgeBasis(options);
  const { kept, references, clock } = basis;
  const client = createGithubClient(options, clock);
  const forPeople = createGithubClient(options, clock, "person");
  const people = createGithubAuthors(client, settings.bots, clock.wallMs);
  const repository = createRepository(client, kept, defaultBranch);
  const read = { ...basis, client, people, repository, junit: settings.junit ?? {} };
  const pace = createPace({
    ...{ everyMs: () => settings.pollMs, strain: client.strain, wallMs: clock.wallMs, kinds: ["issues"] },
    ...createLaterNews(options, basis),
  });
  const forge = createRemoteForge("github", options, basis, {
    ...{
      client,
      source: createGithubChangeSource(read),
      checksBase: repository.checksBase,
      ci: createGithubCheckSource(read),
    },
    ...{ merge: mergePull(client), describe: describePull(read), queue: createGithubQueue(read) },
    openChange: (request) => openPull(read, request, settings.draft),
    answerThread: (answer) => answerGithubThread(read, answer),
    deeds: createGithubChangeEdits({ ...read, client: forPeople }),
    sourceForPeople: createGithubChangeSource({ ...read, client: forPeople }),
  });
  return {
    ...forge,
    scm: {
      ...forge.scm,
      currentName: client.own.fullName,
      wake: (of) => {
        if (of === "rules") repository.forgetRules();
        forge.scm.wake?.(of);
      },
    },
    tracker: createGithubTracker({
      ...{
        client,
        forPeople,
        kept,
        people,
        references,
        filter: { ...settings, query: settings.query ?? null },
        pace,
        moves: settings.moves,
      },
      doubt: createDoubt(clock.wallMs),
    }),
    close: () => {
      pace.stop();
      return forge.close();
    },
  };
}
