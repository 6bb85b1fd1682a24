/** The changes of one project as they truly are, and every snapshot of them that was ever shown. */
import type { ChangeSnapshot, ChangeState, HttpHead, Review, Thread } from "../../src/domain/change/change.ts";
import {
  changeId,
  type ChangeId,
  type CommitSha,
  type ProjectId,
  type SessionId,
  type TreeSha,
} from "../../src/domain/model/ids.ts";
import { known, unknown, type Known } from "../../src/domain/model/known.ts";
import type { Author } from "../../src/domain/model/trust.ts";
import { AgentClock } from "./agent-clock.ts";
import { Feed } from "./feed.ts";
import type { Commit, Git } from "./git.ts";
import type { Judge } from "./judge.ts";
import type { Random } from "./random.ts";
import { ownedAmong } from "./owners.ts";
import { GRACE_MS, type Scene } from "./scene.ts";

export type ForgeChange = {
  readonly id: ChangeId;
  readonly branch: string;
  readonly title: string;
  readonly session: SessionId | null;
  readonly author: Author;
  readonly isFromFork: boolean;
  version: number;
  state: ChangeState;
  reviews: readonly Review[];
  threads: readonly Thread[];
  labels: readonly string[];
  mergeable: Known<boolean>;
  conflicts: readonly string[];
  /** Every head it ever had, in order; the last one is the present one. */
  readonly moves: HttpHead[];
  /** Trees of candidates made from it, each with the move it was made at. */
  readonly candidateTrees: Map<TreeSha, number>;
  headSinceMs: number;
  paths: readonly string[];
  /** The newest move that the living daemon was shown, and since when it knows. */
  shown: Shown | null;
  shownBefore: Shown | null;
  /** Since when the living daemon knows that this head is green, and that the change is no longer open. */
  knownGreenMs: number | null;
  knownOverMs: number | null;
  readonly ci: CiTruth;
  pulse: number;
  touchedMs: number;
  wasClosed: boolean;
};

type Shown = { readonly version: number; readonly move: number; readonly sinceMs: number };

/** The trouble with checks, as it truly was: it is over when the head is green, or fails exactly as the base does. */
export type CiTruth = {
  receipts: number;
  approved: number;
  overs: number;
  overSinceMs: number;
  isOver: boolean;
  readonly told: Set<string>;
  greenMs: number;
  toldSinceGreen: boolean;
  /** Never set back, whatever is over. */
  receiptsEver: number;
  readonly agentClock: AgentClock;
  /** The newest move that stopped it. */
  clockStoppedAt: number;
};

type Opening = {
  readonly branch: string;
  readonly head: CommitSha;
  readonly title: string;
  readonly session: SessionId | null;
  readonly author: Author;
  readonly isFromFork: boolean;
};

export class ForgeState {
  readonly project: ProjectId;
  readonly base = "main";
  readonly changes = new Map<ChangeId, ForgeChange>();
  readonly feed = new Feed<ChangeSnapshot>((change) => change.state.kind === "open" || change.state.kind === "draft");
  readonly git: Git;
  /** It reads the repository's list of owners. */
  knowsOwners = false;
  baseMoves = 0;
  baseMovedMs = 0;
  /** How often the base turned red, or red in another way than before. */
  baseReds: number;
  baseRedSinceMs = 0;
  /** Called after each change of anything; webhooks hang on it. */
  onTouched: (change: ForgeChange | null) => void = () => {};
  private readonly moveOf = new Map<ChangeSnapshot, number>();
  private readonly scene: Scene;
  private readonly judge: Judge;
  private readonly random: Random;

  constructor(scene: Scene, project: ProjectId, git: Git, judge: Judge) {
    this.scene = scene;
    this.project = project;
    this.git = git;
    this.judge = judge;
    this.random = scene.random.fork(`forge ${project}`);
    this.baseReds = judge.isGreen(this.baseHead.tree) ? 0 : 1;
  }

  get baseHead(): HttpHead {
    const sha = this.git.branches.get(this.base);
    if (sha === undefined) throw new Error(`${this.project} has no ${this.base}`);
    return { commit: sha, tree: this.git.get(sha).tree };
  }

  open({ branch, head, title, session, author, isFromFork }: Opening): ForgeChange {
    const change: ForgeChange = {
      id: changeId(`${this.project}-${this.changes.size + 1}`),
      branch,
      title,
      session,
      author,
      isFromFork,
      version: 0,
      state: { kind: "open" },
      reviews: [],
      threads: [],
      labels: [],
      mergeable: unknown("not computed yet"),
      conflicts: [],
      moves: [],
      candidateTrees: new Map(),
      headSinceMs: 0,
      paths: [],
      shown: null,
      shownBefore: null,
      knownGreenMs: null,
      knownOverMs: null,
      ci: {
        receipts: 0,
        approved: 0,
        overs: 0,
        overSinceMs: this.scene.clock.awakeMs,
        isOver: true,
        told: new Set(),
        greenMs: this.scene.clock.awakeMs,
        toldSinceGreen: false,
        receiptsEver: 0,
        agentClock: new AgentClock(this.scene.clock),
        clockStoppedAt: -1,
      },
      pulse: 0,
      touchedMs: 0,
      wasClosed: false,
    };
    this.changes.set(change.id, change);
    this.moveHead(change, head);
    return change;
  }

  moveHead(change: ForgeChange, sha: CommitSha): void {
    const commit = this.git.get(sha);
    if (!change.isFromFork) this.git.branches.set(change.branch, sha);
    change.moves.push({ commit: sha, tree: commit.tree });
    change.headSinceMs = this.scene.clock.awakeMs;
    change.paths = this.git.diff(this.git.mergeBase(this.baseHead.commit, sha).files, commit.files);
    this.noteCi(change, true);
    this.reconsider(change);
  }

  moveBase(sha: CommitSha): void {
    const before = this.baseHead.tree;
    this.git.branches.set(this.base, sha);
    this.baseMoves += 1;
    this.baseMovedMs = this.scene.clock.awakeMs;
    const { tree } = this.baseHead;
    if (!this.judge.isExcusedBy(tree, before)) this.baseReds += 1;
    if (this.judge.isGreen(before) && !this.judge.isGreen(tree)) this.baseRedSinceMs = this.scene.clock.awakeMs;
    for (const change of this.openChanges()) {
      this.noteCi(change, false);
      this.reconsider(change);
    }
    this.onTouched(null);
  }

  become(change: ForgeChange, state: ChangeState): void {
    change.state = state;
    if (state.kind === "closed") change.wasClosed = true;
    this.noteCi(change, false);
    this.touch(change);
  }

  /** Something about the change is new: it gets a version, a snapshot and, perhaps, a webhook. */
  touch(change: ForgeChange): void {
    change.version += 1;
    change.pulse += 1;
    change.touchedMs = this.scene.clock.awakeMs;
    const snapshot: ChangeSnapshot = {
      id: change.id,
      version: change.version,
      title: change.title,
      author: change.author,
      isFromFork: change.isFromFork,
      branch: change.branch,
      base: this.base,
      head: headOf(change),
      mergeBase: this.mergeBaseOf(change).sha,
      state: change.state,
      reviews: change.reviews,
      threads: change.threads,
      labels: change.labels,
      mergeable: change.mergeable,
      conflicts: change.conflicts,
      checks: null,
      paths: change.paths,
      diffLines: change.paths.length,
      owners: this.knowsOwners ? ownedAmong(change.paths) : [],
    };
    this.moveOf.set(snapshot, change.moves.length - 1);
    this.feed.put(snapshot);
    this.onTouched(change);
  }

  /** The living daemon was given this snapshot. */
  noteShown(snapshot: ChangeSnapshot): void {
    const change = this.changes.get(snapshot.id);
    const move = this.moveOf.get(snapshot);
    if (change === undefined || move === undefined) return;
    if (change.shown !== null && snapshot.version <= change.shown.version) return;
    change.knownOverMs = isOpen(snapshot) ? null : (change.knownOverMs ?? this.scene.clock.awakeMs);
    if (change.shown?.move === move) {
      change.shown = { ...change.shown, version: snapshot.version };
      return;
    }
    change.knownGreenMs = null;
    // Shown once more to a daemon that came up again: it may have known before, and then nothing stops.
    if (move > change.ci.clockStoppedAt) change.ci.agentClock.stop();
    change.ci.clockStoppedAt = Math.max(move, change.ci.clockStoppedAt);
    change.shownBefore = change.shown;
    change.shown = { version: snapshot.version, move, sinceMs: this.scene.clock.awakeMs };
  }

  /** The daemon died: what it was shown a moment ago may not have been written down. */
  forgetShown(): void {
    const isFresh = (sinceMs: number | null): boolean =>
      sinceMs !== null && this.scene.clock.awakeMs - sinceMs < GRACE_MS;
    for (const change of this.changes.values()) {
      if (change.shown !== null && isFresh(change.shown.sinceMs)) {
        change.ci.agentClock.goOnFrom(change.shown.sinceMs);
        change.shown = change.shownBefore;
      }
      if (isFresh(change.knownGreenMs)) change.knownGreenMs = null;
      if (isFresh(change.knownOverMs)) change.knownOverMs = null;
    }
  }

  /** The daemon has known for a while that there is nothing left to say of this kind about the change. */
  isLongOver(kind: string, id: string): boolean {
    const change = this.changes.get(changeId(id));
    if (change === undefined || !kindsOfOpenChanges.has(kind)) return false;
    const { clock } = this.scene;
    if (change.knownOverMs !== null && clock.awakeMs - change.knownOverMs > GRACE_MS) return true;
    // What is red together with the base is told of a green head.
    const isGreen = kind === "ci" && change.candidateTrees.size === 0;
    return isGreen && change.knownGreenMs !== null && clock.awakeMs - change.knownGreenMs > GRACE_MS;
  }

  /** The trouble with checks is over: the head is green, or a person stopped the session that had it. */
  endCi({ ci }: ForgeChange): void {
    ci.overs += 1;
    ci.receipts = 0;
    ci.approved = 0;
    ci.overSinceMs = this.scene.clock.awakeMs;
    ci.told.clear();
  }

  /** The daemon was told what the checks say. When green, whatever it said before is about another trouble. */
  noteToldOfChecks(id: ChangeId, tree: TreeSha, passed: boolean): void {
    const change = this.changes.get(id);
    if (change === undefined) return;
    if (!passed) change.ci.agentClock.run();
    if (!passed) change.knownGreenMs = null;
    // Of an older head than the one it knows it makes nothing.
    if (!passed || change.shown === null || change.moves[change.shown.move]?.tree !== tree) return;
    change.knownGreenMs ??= this.scene.clock.awakeMs;
    // Being green alone it was before, too: what is red together with the base is over when it has landed.
    if ([...change.candidateTrees.keys()].some((tree) => !this.judge.isGreen(tree))) return;
    const { ci } = change;
    ci.agentClock.reset();
    ci.greenMs = this.scene.clock.awakeMs;
    ci.toldSinceGreen = false;
  }

  /** A run that the daemon asked for begins: until it is told of the end, the checks have the next step. */
  noteChecksStarted(id: ChangeId, tree: TreeSha): void {
    const change = this.changes.get(id);
    if (change !== undefined && headOf(change).tree === tree) change.ci.agentClock.stop();
  }

  mergeBaseOf(change: ForgeChange): Commit {
    return this.git.mergeBase(this.baseHead.commit, headOf(change).commit);
  }

  /** All that its head fails it has from the base, of now or where it began. */
  isExcused(change: ForgeChange): boolean {
    return this.judge.isExcusedBy(headOf(change).tree, this.baseHead.tree, this.mergeBaseOf(change).tree);
  }

  *openChanges(): Generator<ForgeChange> {
    for (const change of this.changes.values()) if (isOpen(change)) yield change;
  }

  /** Opens a new page for the trouble with checks whenever it is truly over. */
  private noteCi(change: ForgeChange, isNewHead: boolean): void {
    const { ci } = change;
    const { tree } = headOf(change);
    const isOver = !isOpen(change) || this.judge.isGreen(tree) || this.isExcused(change);
    if (isOver && (isNewHead || !ci.isOver)) this.endCi(change);
    ci.isOver = isOver;
  }

  /** Mergeability is computed behind the scenes: unknown for a while after each move of head or base. */
  private reconsider(change: ForgeChange): void {
    const head = headOf(change).commit;
    const base = this.baseHead.commit;
    if (this.scene.mood.quiet) {
      this.setMergeable(change, head, base);
      return;
    }
    change.mergeable = unknown("being computed");
    change.conflicts = [];
    this.touch(change);
    this.scene.clock.after(this.random.int(500, 40_000), () => {
      if (isOpen(change) && headOf(change).commit === head && this.baseHead.commit === base)
        this.setMergeable(change, head, base);
    });
  }

  private setMergeable(change: ForgeChange, head: CommitSha, base: CommitSha): void {
    change.conflicts = this.git.merge(base, head).conflicts;
    change.mergeable = known(change.conflicts.length === 0);
    this.touch(change);
  }
}

/** What is said of a change only while it is open. */
const kindsOfOpenChanges: ReadonlySet<string> = new Set(["ci", "review", "conflict", "ready to land"]);

export function isOpen(change: Pick<ForgeChange, "state">): boolean {
  return change.state.kind === "open" || change.state.kind === "draft";
}

export function headOf(change: ForgeChange): HttpHead {
  const head = change.moves.at(-1);
  if (head === undefined) throw new Error(`${change.id} has no head`);
  return head;
}

/** The newest move at which the change had this tree as its head, or was made into a candidate with it. */
export function moveWithTree(
  change: ForgeChange,
  tree: string,
): { readonly move: number; readonly as: "head" | "candidate" } | null {
  const move = change.moves.findLastIndex((head) => head.tree === tree);
  if (move >= 0) return { move, as: "head" };
  for (const [made, at] of change.candidateTrees) if (made === tree) return { move: at, as: "candidate" };
  return null;
}

/** The last word of each person who may write. */
export function lastReviews(change: ForgeChange): ReadonlyMap<string, Review> {
  const byName = new Map<string, Review>();
  for (const review of change.reviews) {
    if (review.by.kind === "person" && review.by.canWrite.known && review.by.canWrite.value)
      byName.set(review.by.name, review);
  }
  return byName;
}
