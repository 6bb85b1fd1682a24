/** Finds the verdict on one check of one tree: from what is known, or by running it, once for all who wait for it. */
import type { CommitSha, TreeSha } from "../../../domain/model/ids.ts";
import type { CheckSubject } from "../../../domain/core/subject.ts";
import type { Ground } from "../../shared/git/ground.ts";
import type { CheckProgress } from "../../../domain/checks/check-progress.ts";
import type { Below } from "./about-trees.ts";
import { askTree, type Answer, type Bench, type Waiting } from "./ask-tree.ts";
import { questionOf, type ComparedBase, type Question, type Surroundings } from "./check-key.ts";
import { checkPlaces, type Claim, type Place, type Urgency } from "./places.ts";
import { deskPool, type Pool } from "./pool.ts";
import { shareWorkspaces, type WorkspaceUse } from "./share-workspaces.ts";
import { sharedWork } from "./shared-work.ts";
import { trackProgress } from "./track-progress.ts";
import { whyNotNeeded } from "./why-not-needed.ts";

export type AskerParts = Bench & {
  /** A commit with that tree. */
  readonly commitOf: (ground: Ground, tree: TreeSha, below: Below) => Promise<CommitSha>;
  /** The commit of the base that it is compared with; null: nothing is known to compare it with. */
  readonly baseOf: (ground: Ground, of: CheckSubject) => Promise<CommitSha | null>;
  readonly defaultBranch: string;
};

export type Asker = {
  /** Writes the verdict down; nothing when it was called off. */
  readonly settle: (unit: Unit, signal: AbortSignal) => Promise<void>;
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
  readonly ground: Ground;
  readonly tree: TreeSha;
  readonly name: string;
  readonly around: Surroundings;
  /** Run also if it is known to be green. */
  readonly isForced: boolean;
  readonly isLanding: () => boolean;
};

/** So many are laid out before they have a place; each takes room on the disk. */
const AHEAD = 2;
/** What lands waits for nobody. */
const noLine: Place = { giveBack: () => undefined };

export function askerOf(parts: AskerParts): Asker {
  const { rows, options, defaultBranch } = parts;
  const work = sharedWork<Answer | null>();
  const pool = deskPool(options.folder);
  const workspaces = shareWorkspaces(pool);

  const ahead = checkPlaces(() => AHEAD);
  const progress = trackProgress({ places: options.places, ahead, wallMs: parts.file.wallMs });

  const askAtDesk = async (ground: Ground, question: Question, use: WorkspaceUse & Pick<Waiting, "signal">) => {
    const tip = await ground.tipOf(defaultBranch);
    const base = tip === null ? null : { branch: defaultBranch, commit: tip };
    const below = { commit: question.comparedWith ?? tip, isCompared: question.comparedWith !== null };
    const layout = { commit: await parts.commitOf(ground, question.tree, below), base };
    return await askTree(parts, { ground, question, layout, ...use });
  };
  /** It is laid out while it waits for its place, or waits for a workspace where its tree is laid out. */
  const ask = async (ground: Ground, question: Question, claim: Claim, signal: AbortSignal) => {
    const first = claim.urgency === 0 ? noLine : await ahead.take(claim, signal);
    if (first === null) return null;
    const leaving = new AbortController();
    const place = options.places.take(claim, AbortSignal.any([signal, leaving.signal])).finally(first.giveBack);
    const hasToWait = options.places.findInLine(claim) !== null;
    place.then((given) => given !== null && progress.begin(question.key), leaving.abort);
    try {
      const request = { setupKey: question.setup.key, layoutKey: layoutKey(question), place, hasToWait, signal };
      return await workspaces.use(request, (use) => askAtDesk(ground, question, { ...use, signal }));
    } finally {
      leaving.abort();
      (await place)?.giveBack();
    }
  };

  return {
    progress: progress.of,
    removeUnused: pool.removeUnused,
    end: work.end,
    settle: async (unit, signal) => {
      const { run, of, ground, tree, name, around, isForced } = unit;
      const base = await comparedBase(parts, ground, of);
      const asked = await questionOf(ground, { tree, name, base }, around);
      const now = Math.trunc(parts.file.wallMs());
      const blank = { run, tree, name, startedMs: now, endedMs: now, ...noResult };
      if (!asked.ok) return rows.add({ ...blank, key: "", verdict: "infrastructure", evidence: notRun(asked.why) });
      const { question } = asked;
      const known = rows.latest(question.key);
      if (known?.verdict === "passed" && !isForced) return rows.add({ ...known, run, isReused: true, endedMs: now });
      const check = around.settings.commands[name];
      const notNeeded = isForced ? null : await whyNotNeeded(ground, { base, tree, check });
      if (notNeeded !== null) return rows.add({ ...blank, key: "", verdict: "skipped", evidence: notNeeded });
      const claim = claimFor(unit, { project: options.project, expectedMs: rows.usualMs(name) });
      const seen = progress.add({ run, name, key: question.key, claim });
      const answer = await work
        .join(question.key, signal, (stop) => ask(ground, question, claim, stop))
        .finally(() => progress.drop(seen));
      if (answer !== null && !signal.aborted) rows.add({ ...blank, key: question.key, ...answer });
    },
  };
}

const layoutKey = ({ tree, setup, environment }: Question): string => JSON.stringify([tree, setup.key, environment]);

const notRun = (why: string): string => `The check was not run: ${why}.`;

async function comparedBase(
  { baseOf, defaultBranch }: AskerParts,
  ground: Ground,
  of: CheckSubject,
): Promise<ComparedBase | null> {
  const commit = await baseOf(ground, of);
  return commit === null ? null : { branch: defaultBranch, commit };
}

const noResult = { isReused: false, log: null, fingerprint: "", testsPassed: null, testsFailed: null };

/** A change may come to wait for its landing while its checks stand in line: that counts as soon as places are given out. */
function claimFor({ of, isLanding }: Unit, known: Omit<Claim, "urgency">): Claim {
  return {
    ...known,
    get urgency(): Urgency {
      return of.kind === "change" && isLanding() ? urgencies.landing : urgencies[of.kind];
    },
  };
}

const urgencies = { candidate: 0, base: 1, landing: 2, change: 3 } as const;
