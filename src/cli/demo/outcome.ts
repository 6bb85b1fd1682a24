/** What the demo came to, read off what anybody can read: the repository's history and the event log. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "../../lib/run.ts";
import type { EventView } from "../../protocol/daemon/event.ts";
import type { Client } from "../../protocol/client/create-client.ts";
import type { DemoTrouble } from "./backlog.ts";
import { createGit, listTestCommand, type Git } from "./repository.ts";

export type Reactions = Readonly<Record<DemoReaction, number>>;
export type DemoReaction = "ciFixed" | "reviewAddressed" | "conflictResolved" | "flakyRerun" | "stuckEscalated";

export type DemoOutcome = {
  readonly ok: boolean;
  readonly issues: number;
  readonly landed: number;
  /** Every commit of `main` by its first parents passes the tests. */
  readonly mainGreen: boolean;
  readonly reactions: Reactions;
  readonly seconds: number;
  readonly repo: string;
  readonly home: string;
};

/** The sentence in the event log that each of them leaves once. */
const SIGNS: Readonly<Record<DemoReaction, string>> = {
  ciFixed: "failing checks: fixed, the checks pass",
  reviewAddressed: "review: resolved",
  conflictResolved: "merge conflict: resolved, it merges again",
  flakyRerun: "failing checks: passed on the re-run",
  stuckEscalated: "no sign of the agent: raised",
};

export function countReactions(events: readonly Pick<EventView, "why">[]): Reactions {
  const count = (sign: string): number => events.filter(({ why }) => why.includes(sign)).length;
  return {
    ciFixed: count(SIGNS.ciFixed),
    reviewAddressed: count(SIGNS.reviewAddressed),
    conflictResolved: count(SIGNS.conflictResolved),
    flakyRerun: count(SIGNS.flakyRerun),
    stuckEscalated: count(SIGNS.stuckEscalated),
  };
}

/** Which of them a trouble of the backlog must lead to. */
export const reactionTo: Readonly<Record<Exclude<DemoTrouble, "none" | "question">, DemoReaction>> = {
  ci: "ciFixed",
  review: "reviewAddressed",
  conflict: "conflictResolved",
  flaky: "flakyRerun",
  stuck: "stuckEscalated",
};

const PAGE = 500;

export async function readAllEvents(client: Client): Promise<readonly EventView[]> {
  const events: EventView[] = [];
  for (let after = 0; ;) {
    const page = await client.eventPage({ after, limit: PAGE });
    events.push(...page.events);
    if (page.events.length === 0 || page.next >= page.latest) return events;
    after = page.next;
  }
}

/** The changes that landed: commits since the first one. */
export async function listLandedCommits(git: Git): Promise<readonly string[]> {
  const listed = await git("rev-list", "--first-parent", "--reverse", "main");
  return listed.split("\n").slice(1);
}

const TESTS_MAX_MS = 60_000;

/** Runs the tests on each commit of `main`, laid out in a folder of its own. Answers the first that fails, or null. */
export async function findFirstRed(repo: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const folder = mkdtempSync(join(tmpdir(), "ao-demo-check-"));
  const git = createGit(repo, env);
  try {
    const [begin = ""] = (await git("rev-list", "--max-parents=0", "main")).split("\n");
    for (const commit of [begin, ...(await listLandedCommits(git))]) {
      const tree = join(folder, commit);
      await git("worktree", "add", "--quiet", "--detach", tree, commit);
      const [program = "", ...args] = listTestCommand();
      const ended = await runProgram({ program, args, cwd: tree, env, timeoutMs: TESTS_MAX_MS });
      await git("worktree", "remove", "--force", tree);
      if (!ended.ok || ended.code !== 0) return commit;
    }
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
