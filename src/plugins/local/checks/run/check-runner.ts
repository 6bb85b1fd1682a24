/** Finds the verdict on one check of one tree: from what is known, or by running it, once for all who wait for it. */
import type { CommitSha, TreeSha } from "../../../../domain/model/ids.ts";
import type { CheckSubject } from "../../../../domain/core/subject.ts";
import type { GitContext } from "../../../shared/git/git-context.ts";
import type { CheckProgress } from "../../../../domain/checks/check-progress.ts";
import type { Below } from "../about-trees.ts";
import { askTree, type CheckAnswer, type Bench, type WaitingCheck } from "./check-tree.ts";
import { buildCheckRequest, type ComparedBase, type TreeCheckRequest, type CheckEnvironment } from "../check-key.ts";
import { createCheckSlots, type SlotClaim, type CheckSlot, type Urgency } from "./check-slots.ts";
import { createWorkspacePool, type Pool } from "./pool.ts";
import { shareWorkspaces, type WorkspaceUse } from "./share-workspaces.ts";
import { createSharedWork } from "./shared-work.ts";
import { trackProgress } from "./track-progress.ts";
import { explainNotNeeded } from "../why-not-needed.ts";

export type CheckRunnerParts = Bench & {
  /** A commit with that tree. */
  readonly commitOf: (git: GitContext, tree: TreeSha, below: Below) => Promise<CommitSha>;
  /** The commit of the base that it is compared with; null: nothing is known to compare it with. */
  readonly baseOf: (git: GitContext, of: CheckSubject) => Promise<CommitSha | null>;
  readonly defaultBranch: string;
};

export type CheckRunner = {
  /** Writes the verdict down; nothing when it was called off. */
  readonly runCheck: (unit: Unit, signal: AbortSignal) => Promise<void>;
  /** How far the checks of a run are that have not spoken. */
  readonly progress: (run: string) => readonly CheckProgress[];
  readonly removeUnused: Pool["removeUnused"];
  /** Stops everything and waits for its end. */
  readonly end: () => Promise<void>;
};

/** One check of one tree, within a run. */
export type Unit = {
  readonly run: string;
  readonly of: CheckSubject;
  readonly ground: GitContext;
  readonly tree: TreeSha;
  readonly name: string;
  readonly around: CheckEnvironment;
  /** Run also if it is known to be green. */
  readonly isForced: boolean;
  readonly isLanding: () => boolean;
};

/** Check workspaces laid out before a place is free: they hide the checkout, and each takes room on the disk. */
const AHEAD = 2;
/** Checks of candidates skip the line: a landing must not wait behind a change's own checks. */
const noLine: CheckSlot = { giveBack: () => undefined };

export function createCheckRunner(parts: CheckRunnerParts): CheckRunner {
  const { rows, options } = parts;
  const work = createSharedWork<CheckAnswer | null>();
  const pool = createWorkspacePool(options.folder);
  const workspaces = shareWorkspaces(pool);

  const ahead = createCheckSlots(() => AHEAD);
  const progress = trackProgress({ places: options.places, ahead, wallMs: parts.file.wallMs });

  /** It is laid out while it waits for its place, or waits for a workspace where its tree is laid out. */
  const ask = async (git: GitContext, question: TreeCheckRequest, claim: SlotClaim, signal: AbortSignal) => {
    const first = claim.urgency === 0 ? noLine : await ahead.take(claim, signal);
    if (first === null) return null;
    const leaving = new AbortController();
    const place = options.places.take(claim, AbortSignal.any([signal, leaving.signal])).finally(first.giveBack);
    const hasToWait = options.places.findInLine(claim) !== null;
    place.then((given) => given !== null && progress.begin(question.key), leaving.abort);
    try {
      const request = { setupKey: question.setup.key, layoutKey: formatLayoutKey(question), place, hasToWait, signal };
      return await workspaces.use(request, (use) => runInWorkspace(parts, git, question, { ...use, signal }));
    } finally {
      leaving.abort();
      (await place)?.giveBack();
    }
  };

  return {
    progress: progress.of,
    removeUnused: pool.removeUnused,
    end: work.end,
    runCheck: async (unit, signal) => {
      const { run, of, ground: git, tree, name, around, isForced } = unit;
      const base = await findComparedBase(parts, git, of);
      const asked = await buildCheckRequest(git, { tree, name, base }, around);
      const now = Math.trunc(parts.file.wallMs());
      const blank = { run, tree, name, startedMs: now, endedMs: now, ...noResult };
      if (!asked.ok)
        return rows.add({ ...blank, key: "", verdict: "infrastructure", evidence: explainNotRun(asked.why) });
      const { question } = asked;
      const known = rows.latest(question.key);
      if (known?.verdict === "passed" && !isForced) return rows.add({ ...known, run, isReused: true, endedMs: now });
      const check = around.settings.commands[name];
      const notNeeded = isForced ? null : await explainNotNeeded(git, { base, tree, check });
      if (notNeeded !== null) return rows.add({ ...blank, key: "", verdict: "skipped", evidence: notNeeded });
      const claim = claimFor(unit, { project: options.project, expectedMs: rows.usualMs(name) });
      const seen = progress.add({ run, name, key: question.key, claim });
      const answer = await work
        .join(question.key, signal, (stop) => ask(git, question, claim, stop))
        .finally(() => progress.drop(seen));
      if (answer !== null && !signal.aborted) rows.add({ ...blank, key: question.key, ...answer });
    },
  };
}

type RunInWorkspace = WorkspaceUse & Pick<WaitingCheck, "signal">;

/** At the commit of the tree that a tool may compare with the base, beside the default branch as it is. */
async function runInWorkspace(
  parts: CheckRunnerParts,
  git: GitContext,
  question: TreeCheckRequest,
  use: RunInWorkspace,
) {
  const tip = await git.tipOf(parts.defaultBranch);
  const base = tip === null ? null : { branch: parts.defaultBranch, commit: tip };
  const below = { commit: question.comparedWith ?? tip, isCompared: question.comparedWith !== null };
  const layout = { commit: await parts.commitOf(git, question.tree, below), base };
  return await askTree(parts, { ground: git, question, layout, ...use });
}

const formatLayoutKey = ({ tree, setup, environment }: TreeCheckRequest): string =>
  JSON.stringify([tree, setup.key, environment]);

const explainNotRun = (why: string): string => `The check was not run: ${why}.`;

async function findComparedBase(
  { baseOf, defaultBranch }: CheckRunnerParts,
  git: GitContext,
  of: CheckSubject,
): Promise<ComparedBase | null> {
  const commit = await baseOf(git, of);
  return commit === null ? null : { branch: defaultBranch, commit };
}

const noResult = { isReused: false, log: null, fingerprint: "", testsPassed: null, testsFailed: null };

/** A change may come to wait for its landing while its checks stand in line: that counts as soon as places are given out. */
function claimFor({ of, isLanding }: Unit, known: Omit<SlotClaim, "urgency">): SlotClaim {
  return {
    ...known,
    get urgency(): Urgency {
      return of.kind === "change" && isLanding() ? urgencies.landing : urgencies[of.kind];
    },
  };
}

const urgencies = { candidate: 0, base: 1, landing: 2, change: 3 } as const;
