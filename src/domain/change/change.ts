import { isAutomatic, type Actor } from "../core/actor.ts";
import { judgeResults, type CheckResult, type Outcome, type Required } from "../checks/check.ts";
import type { CandidateId, ChangeId, CommitSha, ProjectId, SessionId, ThreadId, TreeSha } from "../model/ids.ts";
import type { Incident } from "../incident/incident.ts";
import { isKnown, type Known } from "../model/known.ts";
import type { Ms } from "../model/now.ts";
import type { Owned } from "../model/owners.ts";
import { mayWrite, type Author, type Person } from "../model/trust.ts";

export type HttpHead = { readonly commit: CommitSha; readonly tree: TreeSha };

export type Review = {
  readonly by: Author;
  readonly kind: "approved" | "changes_requested";
  /** The commit the reviewer saw. An approval counts on no other. */
  readonly head: CommitSha;
};

/** A remark to be answered; a review's own text counts as one. */
export type Thread = {
  readonly id: ThreadId;
  readonly author: Author;
  readonly text: string;
  readonly place: string | null;
  readonly open: boolean;
};

export type ChangeState =
  | { readonly kind: "draft" }
  | { readonly kind: "open" }
  | { readonly kind: "landed"; readonly commit: CommitSha }
  | { readonly kind: "closed" };

/** What the forge says of a change at one moment. `version` only grows; an older snapshot is late news. */
export type ChangeSnapshot = {
  readonly id: ChangeId;
  readonly version: number;
  readonly title: string;
  /** Who opened it; absent: nobody knows. */
  readonly author?: Author;
  /** Its head lies in another repository, where others push. */
  readonly isFromFork?: boolean;
  /** Where people look at it; absent where that is only here. */
  readonly url?: string;
  readonly branch: string;
  readonly base: string;
  readonly head: HttpHead;
  /** The newest commit of the base that its head contains; absent where the forge does not tell. */
  readonly mergeBase?: CommitSha;
  readonly state: ChangeState;
  readonly reviews: readonly Review[];
  readonly threads: readonly Thread[];
  readonly labels: readonly string[];
  /** Does it merge into its base, as the forge sees it now? Paths that collide when it does not. */
  readonly mergeable: Known<boolean>;
  readonly conflicts: readonly string[];
  /** What the base changed in those paths since the branch left it, as a diff; absent or empty where nobody can tell. */
  readonly theirs?: string;
  /** `null`: this forge runs no checks of its own. */
  readonly checks: readonly CheckResult[] | null;
  readonly paths: readonly string[];
  readonly diffLines: number;
  /** Touched paths that have owners by the base's own list, where the forge knows owners. */
  readonly owners: readonly Owned[];
};

export type Change = ChangeSnapshot & {
  readonly project: ProjectId;
  readonly session: SessionId | null;
  readonly round: CheckRound;
  readonly incidents: readonly Incident[];
  readonly queue: QueueEntry | null;
  /** Labels whose reaction has run, so that each is answered once. */
  readonly labelsSeen: readonly string[];
  /** The head a person took out of the queue; it does not ask to land again by itself. */
  readonly heldBackAt: CommitSha | null;
  /** The head a person was told is ready to land. */
  readonly readyToldFor: CommitSha | null;
  /** Remarks of strangers that a person with access let through, word for word. */
  readonly approvedTexts?: readonly string[];
};

/** Our own run of the checks at the current head: which round, and what is known of it. */
export type CheckRound =
  /**
   * `calledOff`: nobody works on it any more, so its checks run when somebody asks. `after`: the last run of a tree, whose
   * answer may still come.
   */
  | { readonly kind: "none"; readonly calledOff?: CalledOff; readonly after?: Pick<CheckRun, "tree" | "n"> }
  | ({ readonly kind: "asked" } & CheckRun)
  | ({ readonly kind: "reported"; readonly results: readonly CheckResult[] } & CheckRun);

/** Its session ended before they had spoken, or the settings that they depend on changed after its end. */
export type CalledOff = "session_ended" | "settings_changed";

export type CheckRun = {
  readonly key: string;
  readonly tree: TreeSha;
  readonly n: number;
  readonly infrastructureRetries: number;
  /** Left out: an earlier version asked. */
  readonly askedAtMs?: Ms;
  /** Why the run before this one has no verdict; absent where it had one. */
  readonly brokenBy?: string;
  /** Checks that passed in an earlier run of this tree. */
  readonly passed: readonly string[];
};

/** Who asks for a landing when nobody does. */
export const byItself: Actor = { kind: "ao", part: "landing" };

export type QueueEntry = {
  readonly by: Actor;
  readonly requestedAtMs: Ms;
  /** The head that was asked to land; a newer one has to ask again. */
  readonly head: CommitSha;
  readonly candidate: CandidateId | null;
  readonly rebuilds: number;
  /** The red base that it was tried on and fixes no failure of. */
  readonly notMending?: CommitSha;
};

export function isOpenChange(change: Change): boolean {
  return change.state.kind === "open" || change.state.kind === "draft";
}

/**
 * May it run here, and land by itself? A session's own change may. Any other needs somebody who may write: its author, or a
 * person who approved exactly this head or asked for exactly this head to land.
 */
export function isVouchedFor(change: Change): boolean {
  const { session, author, queue, head } = change;
  const isAskedFor = queue !== null && !isAutomatic(queue.by) && queue.head === head.commit;
  return (
    session !== null || isAskedFor || (author !== undefined && mayWrite(author)) || listApprovers(change).length > 0
  );
}

/** Another number tells the answer of the next run from that of one which may still be on its way. */
export function chooseRunNumber({ round, head }: Change): number {
  const last = findLastRun(round);
  return last?.tree === head.tree ? last.n + 1 : 1;
}

/** Nothing of it runs; the number of its last run stays known, since the answer of that may still come. */
export function clearRound({ round }: Change): Extract<CheckRound, { kind: "none" }> {
  const last = findLastRun(round);
  return last === undefined ? { kind: "none" } : { kind: "none", after: { tree: last.tree, n: last.n } };
}

const findLastRun = (round: CheckRound): Pick<CheckRun, "tree" | "n"> | undefined =>
  round.kind === "none" ? round.after : round;

/** The checks that have passed on this tree, in the run that is known or in one before it. */
export function listPassed({ round }: Change, tree: TreeSha): readonly string[] {
  if (round.kind === "none" || round.tree !== tree) return [];
  const results = round.kind === "reported" ? round.results : [];
  const now = results.filter((result) => result.verdict === "passed").map((result) => result.name);
  return [...new Set([...round.passed, ...now])];
}

/** Those that the change needs: what is left out as not needed is not waited for, so nobody counts it. */
export const listNeededChecks = (change: Change): readonly CheckResult[] =>
  listChecks(change).filter(({ notNeeded }) => notNeeded === undefined);

/** All that is known of the checks at the change's current tree; of one name our own run counts, the forge's does not. */
export function listChecks(change: Change): readonly CheckResult[] {
  const ours = change.round.kind === "reported" && change.round.tree === change.head.tree ? change.round.results : [];
  const theirs = (change.checks ?? []).filter((result) => result.tree === change.head.tree);
  return [...ours, ...theirs.filter((result) => !ours.some((own) => own.name === result.name))];
}

export function judgeChecks(change: Change, required: Required): Outcome {
  if (change.round.kind === "asked") return { kind: "pending", waitsFor: required.names };
  const results = listChecks(change);
  // A forge that runs checks has said nothing of this head yet: missing is not green.
  if (change.checks !== null && results.length === 0) return { kind: "pending", waitsFor: ["the forge's checks"] };
  return judgeResults(results, required);
}

/** Approvals on the current head by people with write access; never by the agent or on an older commit. */
export function listApprovals(change: Change): readonly string[] {
  return listApprovers(change).map(({ name }) => name);
}

export function listApprovers(change: Change): readonly Person[] {
  return findLatestReviews(change, ({ canWrite }) => isKnown(canWrite, true))
    .filter(({ review }) => review.kind === "approved" && review.head === change.head.commit)
    .map(({ by }) => by);
}

/**
 * A request for changes stands until the same reviewer approves or it is dismissed, whatever head it was made on. In doubt,
 * too: a forge that cannot say just now whether its author may write must not let the change through.
 */
export function listChangeRequests(change: Change): readonly string[] {
  return findLatestReviews(change, ({ canWrite }) => !isKnown(canWrite, false))
    .filter(({ review }) => review.kind === "changes_requested")
    .map(({ by }) => by.name);
}

type LastWord = { readonly by: Person; readonly review: Review };

/** The last word of each reviewer whose word counts. */
function findLatestReviews(change: Change, counts: (by: Person) => boolean): readonly LastWord[] {
  const byName = new Map<string, LastWord>();
  for (const review of change.reviews) {
    const { by } = review;
    if (by.kind === "person" && counts(by)) byName.set(by.name, { by, review });
  }
  return [...byName.values()];
}
