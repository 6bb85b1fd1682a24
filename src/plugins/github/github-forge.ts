/** GitHub as a forge: issues, pull requests and checks of one repository behind the tracker, scm and checks slots. */
import type { TrackerPlugin } from "../../slots/tracker.ts";
import { doubtOf } from "../remote/doubt.ts";
import {
  forgeBasis,
  forgeElsewhere,
  tellingLater,
  type ForgeElsewhere,
  type ForgeOptions,
} from "../remote/forge/forge.ts";
import { createPace } from "../remote/pace.ts";
import { answerThread } from "./changes/answer.ts";
import { githubDeeds } from "./changes/desk-deeds.ts";
import { openPull } from "./changes/open-pull.ts";
import { githubSource } from "./changes/source.ts";
import { githubCi } from "./checks/ci.ts";
import { repositoryOf } from "./checks/repository.ts";
import { githubClient, type ClientOptions } from "./client.ts";
import { githubTracker } from "./issues/tracker.ts";
import { describePull, mergePull } from "./landing/merge.ts";
import { githubQueue } from "./landing/queue.ts";
import { peopleOf } from "./people.ts";
import type { GithubSettings } from "./settings.ts";

export type GithubForgeOptions = ForgeOptions &
  ClientOptions & {
    readonly settings: Pick<GithubSettings, "labels" | "assignee" | "moves"> &
      Partial<Pick<GithubSettings, "junit" | "query">>;
  };

export type GithubForge = ForgeElsewhere & { readonly tracker: TrackerPlugin };

export function githubForge(options: GithubForgeOptions): GithubForge {
  const { settings, defaultBranch } = options;
  const basis = forgeBasis(options);
  const { kept, references, clock } = basis;
  const client = githubClient(options, clock);
  const forPeople = githubClient(options, clock, "person");
  const people = peopleOf(client, settings.bots, clock.wallMs);
  const repository = repositoryOf(client, kept, defaultBranch);
  const read = { ...basis, client, people, repository, junit: settings.junit ?? {} };
  const pace = createPace({
    ...{ everyMs: () => settings.pollMs, strain: client.strain, wallMs: clock.wallMs, kinds: ["issues"] },
    ...tellingLater(options, basis),
  });
  const forge = forgeElsewhere("github", options, basis, {
    ...{ client, source: githubSource(read), checksBase: repository.checksBase, ci: githubCi(read) },
    ...{ merge: mergePull(client), describe: describePull(read), queue: githubQueue(read) },
    openChange: (request) => openPull(read, request, settings.draft),
    answerThread: (answer) => answerThread(read, answer),
    deeds: githubDeeds({ ...read, client: forPeople }),
    sourceForPeople: githubSource({ ...read, client: forPeople }),
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
    tracker: githubTracker({
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
      doubt: doubtOf(clock.wallMs),
    }),
    close: () => {
      pace.stop();
      return forge.close();
    },
  };
}
