/** The moment of truth: was this landing right? Judged by the files, reviews and runs themselves, never by the daemon's word. */
import type { CandidateRequest, LandRequest } from "../../src/slots/scm.ts";
import type { TreeSha } from "../../src/domain/model/ids.ts";
import { isKnown } from "../../src/domain/model/known.ts";
import { limits } from "../../src/domain/model/limits.ts";
import type { Rules } from "../../src/domain/model/rules.ts";
import type { Ci } from "./ci.ts";
import { headOf, lastReviews, type ForgeChange, type ForgeState } from "./forge-state.ts";
import type { Files } from "./git.ts";
import { landsUnasked, requiredNames } from "./ground-truth.ts";
import type { Judge } from "./judge.ts";
import { approversOf, isFrozenAt, ownersMissing, protectedAmong } from "./policy-truth.ts";
import { GRACE_MS, type Scene } from "./scene.ts";
import { tokensIn } from "./tokens.ts";

export type Landing = {
  readonly changes: readonly string[];
  readonly commit: string;
  readonly tree: string;
  readonly atMs: number;
};

/** A candidate that mends the base may still be built again as often as any other, when the base is said to have moved. */
const TRIES_ON_RED_MAX = 1 + limits.candidateRebuildsMax;
/** The slowest request takes its way twice. */
const ON_ITS_WAY_MS = 4 * GRACE_MS;

export class LandingTruth {
  readonly log: Landing[] = [];
  /** When people asked for a change to land. */
  private readonly asked = new Map<string, number>();
  private readonly feats = new Map<string, string>();
  private readonly triesOnRed = new Map<string, number>();
  private readonly builtFrom = new Map<string, CandidateRequest["changes"]>();
  private readonly scene: Scene;
  private readonly state: ForgeState;
  private readonly rules: Rules;
  private readonly judge: Judge;
  private readonly ci: Ci;

  constructor(scene: Scene, state: ForgeState, rules: Rules, judge: Judge, ci: Ci) {
    this.scene = scene;
    this.state = state;
    this.rules = rules;
    this.judge = judge;
    this.ci = ci;
  }

  askedByPerson(change: string): void {
    this.asked.set(change, this.scene.clock.awakeMs);
  }

  /**
   * Called for each candidate that is new. What does not mend a base that the daemon knows to be red is not tried on it
   * for ever; again only when it asked to land again.
   */
  judgeBuilding({ candidate, onto, changes }: CandidateRequest): void {
    this.builtFrom.set(candidate, changes);
    const { tree } = this.state.git.get(onto);
    const red = this.ci.redToldOf(tree);
    if (this.judge.isGreen(tree) || red === undefined || red.times < 2) return;
    if (this.scene.clock.awakeMs - red.lastAwakeMs <= GRACE_MS) return;
    const what = changes.map(({ id, head }) => `${id}@${head}`).join(" ");
    const tries = (this.triesOnRed.get(`${onto} ${what}`) ?? 0) + 1;
    this.triesOnRed.set(`${onto} ${what}`, tries);
    if (tries > TRIES_ON_RED_MAX)
      this.scene.ledger.violate("I8", `${what} is tried on the red base ${onto} for the ${tries}th time`);
  }

  /** Called just before the base moves. */
  judgeLanding(request: LandRequest, changes: readonly ForgeChange[]): void {
    for (const change of changes) {
      for (const wrong of this.wrongWith(change)) this.violate("I1", change.id, wrong);
      this.judgeGuards(change);
      this.judgeHead(request, change);
    }
    this.judgeMoment(changes.map((change) => change.id).join(" "));
    const made = this.state.git.commits.get(request.made.commit);
    const names = changes.map((change) => change.id).join(" ");
    if (made === undefined || made.tree !== request.made.tree)
      return this.violate("I8", names, "the landed commit is not the built one");
    this.judgeTree(names, made.tree, this.state.baseHead.tree);
    this.judgeContents(names, made.files);
    for (const change of changes) this.remember(change);
    this.log.push({
      changes: changes.map((change) => change.id),
      commit: made.sha,
      tree: made.tree,
      atMs: this.scene.clock.wallMs,
    });
    this.scene.ledger.count("landings");
  }

  private *wrongWith(change: ForgeChange): Generator<string> {
    const head = headOf(change);
    if (!this.isHeadFit(change)) yield "its head is red by itself";
    if (change.state.kind !== "open") yield `it is ${change.state.kind}`;
    const reviews = [...lastReviews(change).values()];
    const approvals = reviews.filter((review) => review.kind === "approved" && review.head === head.commit).length;
    if (approvals < this.rules.policy.approvals)
      yield `it has ${approvals} of ${this.rules.policy.approvals} approvals on its head`;
    if (reviews.some((review) => review.kind === "changes_requested")) yield "somebody asked for changes";
    for (const label of this.rules.policy.holdLabels)
      if (change.labels.includes(label)) yield `the label ${label} holds it`;
    const isStrangers = change.author.kind === "person" && !isKnown(change.author.canWrite, true);
    if (isStrangers && approvals === 0 && !this.isAskedFor(change))
      yield "a stranger opened it, and nobody stands for it";
    if (!this.mayLand(change)) yield `nobody asked for it to land, and the rules do not let it land by itself`;
  }

  /** Green, or red only as main is or was where the change began. */
  private isHeadFit(change: ForgeChange): boolean {
    return this.judge.isGreen(headOf(change).tree) || this.state.isExcused(change);
  }

  /** I21: each owned path has the word of one of its owners. I22: what is protected has somebody's. */
  private judgeGuards(change: ForgeChange): void {
    const { policy } = this.rules;
    for (const names of ownersMissing(policy, change))
      this.violate("I21", change.id, `no owner among ${names.join(", ")} has approved its head`);
    const guarded = protectedAmong(policy, change);
    if (guarded.length > 0 && approversOf(change).length === 0)
      this.violate("I22", change.id, `nobody approved that it touches ${guarded.join(", ")}`);
  }

  /** I23: what lands was built from the head that stands there, which is the one that was checked and approved. */
  private judgeHead({ candidate }: LandRequest, change: ForgeChange): void {
    const built = this.builtFrom.get(candidate)?.find(({ id }) => id === change.id);
    const head = headOf(change).commit;
    if (built?.head !== head)
      this.violate("I23", change.id, `its head ${head} is not the one it was built from, ${built?.head ?? "none"}`);
  }

  /** I20: a request that was on its way when a freeze began may still arrive. */
  private judgeMoment(names: string): void {
    const { clock } = this.scene;
    const isFrozen = (awakeMs: number): boolean =>
      isFrozenAt(this.rules.policy, clock.weekMinute(clock.wallAt(awakeMs)));
    if (isFrozen(clock.awakeMs) && isFrozen(clock.awakeMs - ON_ITS_WAY_MS))
      this.violate("I20", names, `landing is frozen at minute ${clock.weekMinute()} of the week`);
  }

  private mayLand(change: ForgeChange): boolean {
    return landsUnasked(this.rules) || this.isAskedFor(change);
  }

  /** A person's wish counts for the head it was made about, or one that came within the daemon's grace. */
  private isAskedFor(change: ForgeChange): boolean {
    const asked = this.asked.get(change.id);
    return asked !== undefined && asked + GRACE_MS >= change.headSinceMs;
  }

  /** Green, or on a red main: no failure that main does not have, and one less. What does not fail so has passed. */
  private judgeTree(names: string, tree: TreeSha, base: TreeSha): void {
    const passing = requiredNames(this.rules).filter((name) => this.judge.of(tree)[name].length === 0);
    if (!this.ci.hasPassed(tree, passing)) this.violate("I8", names, `tree ${tree} never passed ${passing.join(", ")}`);
    if (this.judge.isGreen(tree)) return;
    this.scene.ledger.count("landings on a main that stays red");
    const failures = JSON.stringify([this.judge.of(base), this.judge.of(tree)]);
    if (!this.judge.isExcusedBy(tree, base)) this.violate("I8", names, `it makes main fail in a new way: ${failures}`);
    // Where a base once failed for no reason, the daemon may have seen that one end.
    else if (!this.judge.improves(tree, base) && this.ci.baseFlakedMs < 0)
      this.violate("I8", names, `it fixes nothing on a red main: ${failures}`);
  }

  private judgeContents(names: string, files: Files): void {
    const present = new Set<string>();
    for (const content of files.values()) for (const token of tokensIn(content, "feat")) present.add(token);
    for (const [feat, change] of this.feats) {
      if (!present.has(feat)) this.violate("I8", names, `${feat} of ${change}, landed before, is gone`);
    }
  }

  private remember(change: ForgeChange): void {
    const head = this.state.git.get(headOf(change).commit);
    const base = this.state.git.mergeBase(this.state.baseHead.commit, head.sha).files;
    for (const path of this.state.git.diff(base, head.files)) {
      for (const feat of tokensIn(head.files.get(path) ?? "", "feat")) this.feats.set(feat, change.id);
    }
  }

  private violate(invariant: string, change: string, detail: string): void {
    this.scene.ledger.violate(invariant, `${change} landed, but ${detail}`);
  }
}
