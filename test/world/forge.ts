/** The scm slot: what the daemon may ask of the forge, with all the ways in which an answer can mislead. */
import type { ChangeSnapshot } from "../../src/domain/change/change.ts";
import type { ChangeId, CommitSha } from "../../src/domain/model/ids.ts";
import { failed, ok, type SlotResult } from "../../src/slots/result.ts";
import type {
  BuildAnswer,
  CandidateRequest,
  LandAnswer,
  LandRequest,
  PublishAnswer,
  PublishRequest,
  ScmPlugin,
} from "../../src/slots/scm.ts";
import { headOf, isOpen, type ForgeChange, type ForgeState } from "./forge-state.ts";
import type { Gateway } from "./gateway.ts";
import type { LandingTruth } from "./landing-truth.ts";
import type { Random } from "./random.ts";
import type { Scene } from "./scene.ts";
import type { Outgoing } from "./outgoing.ts";
import { threadId } from "../../src/domain/model/ids.ts";

type ThreadAnswer = Parameters<ScmPlugin["answerThread"]>[0];

export class Forge {
  readonly plugin: ScmPlugin;
  readonly state: ForgeState;
  readonly truth: LandingTruth;
  /** The person's checkout is in the way of the next landing until somebody tidies it up. */
  blockedPaths: readonly string[] = [];
  ownAnswersAreThreads = false;
  onLanded: (change: ForgeChange) => void = () => {};
  private readonly built = new Map<string, BuildAnswer>();
  private readonly answered = new Set<string>();
  private readonly scene: Scene;
  private readonly lag: Random;
  private readonly outgoing: Outgoing;

  constructor(scene: Scene, gateway: Gateway, state: ForgeState, truth: LandingTruth, outgoing: Outgoing) {
    this.scene = scene;
    this.state = state;
    this.truth = truth;
    this.outgoing = outgoing;
    this.lag = scene.random.fork(`replica ${state.project}`);
    this.plugin = {
      name: "world-forge",
      credential: gateway.credential,
      since: (cursor) =>
        gateway.call(
          "scm.since",
          () => this.since(cursor),
          ({ changes }) => changes.forEach((change) => state.noteShown(change)),
        ),
      read: (change) =>
        gateway.call(
          "scm.read",
          () => this.read(change),
          (snapshot) => state.noteShown(snapshot),
        ),
      publish: (request) =>
        gateway.call(
          "scm.publish",
          () => this.publish(request),
          (answer) => {
            if (answer.kind === "published") state.noteShown(answer.change);
          },
        ),
      answerThread: (request) => gateway.call("scm.answerThread", () => this.answerThread(request)),
      buildCandidate: (request) => gateway.call("scm.buildCandidate", () => this.buildCandidate(request)),
      land: (request) => gateway.call("scm.land", () => this.land(request)),
    };
  }

  private since(cursor: string | null): Awaited<ReturnType<ScmPlugin["since"]>> {
    const lag = this.scene.faults.fires("stale_read") ? this.lag : null;
    const answer = this.state.feed.since(cursor, lag);
    return ok({ changes: answer.snapshots, base: this.state.baseHead, cursor: answer.cursor });
  }

  private read(id: ChangeId): SlotResult<ChangeSnapshot, "gone"> {
    const { feed } = this.state;
    const snapshot = this.scene.faults.fires("stale_read") ? feed.older(id, this.lag) : feed.latest(id);
    return snapshot === undefined ? failed("gone", `there is no change ${id}`) : ok(snapshot);
  }

  private publish(request: PublishRequest): SlotResult<PublishAnswer> {
    const { git } = this.state;
    const pushed = git.commits.get(request.head);
    if (pushed === undefined) return failed("refused", `there is no commit ${request.head}`);
    this.outgoing.check(`change of ${request.session}`, `${request.title}\n${request.body}`);
    const theirs = git.branches.get(request.branch);
    if (theirs === request.head) return this.published(this.changeOn(request.branch) ?? this.openFor(request));
    if (theirs !== undefined && !this.mayReplace(request, theirs)) return ok({ kind: "refused", theirs });
    if (theirs !== undefined) this.judgeReplacing(request, theirs);
    git.branches.set(request.branch, request.head);
    const change = this.changeOn(request.branch);
    if (change === undefined || !isOpen(change)) return this.published(this.openFor(request));
    this.state.moveHead(change, request.head);
    return this.published(change);
  }

  private mayReplace({ replaces, head }: PublishRequest, theirs: CommitSha): boolean {
    return replaces.kind === "exactly" ? replaces.commit === theirs : this.state.git.isAncestor(theirs, head);
  }

  /** Commits that a person pushed are work too; only a head that contains them may take their place (I6). */
  private judgeReplacing({ branch, head }: PublishRequest, theirs: CommitSha): void {
    const { git } = this.state;
    if (git.get(theirs).by !== "person" || git.isAncestor(theirs, head)) return;
    this.scene.ledger.violate("I6", `${theirs}, which a person pushed to ${branch}, was replaced by ${head}`);
  }

  private openFor({ branch, head, title, session }: PublishRequest): ForgeChange {
    this.scene.ledger.count("changes:opened");
    return this.state.open({ branch, head, title, session, author: { kind: "self" }, isFromFork: false });
  }

  private published(change: ForgeChange): SlotResult<PublishAnswer> {
    const snapshot = this.state.feed.latest(change.id);
    return snapshot === undefined
      ? failed("refused", "the change is not there")
      : ok({ kind: "published", change: snapshot });
  }

  /** The newest change of a branch, open or not. */
  private changeOn(branch: string): ForgeChange | undefined {
    return [...this.state.changes.values()].findLast((change) => change.branch === branch && !change.isFromFork);
  }

  private answerThread({
    change: id,
    thread,
    text,
    resolve,
    key,
  }: ThreadAnswer): SlotResult<ChangeSnapshot | null, "gone"> {
    const change = this.state.changes.get(id);
    if (change === undefined) return failed("gone", `there is no change ${id}`);
    if (!this.answered.has(key)) {
      this.answered.add(key);
      this.outgoing.check(`answer to ${thread}`, text);
      change.threads = change.threads.map((other) =>
        other.id === thread && resolve ? { ...other, open: false } : other,
      );
      if (this.ownAnswersAreThreads) {
        const answer = {
          id: threadId(`${thread}.${change.threads.length}`),
          author: { kind: "self" },
          text,
          place: null,
          open: true,
        } as const;
        change.threads = [...change.threads, answer];
      }
      this.state.touch(change);
      this.scene.ledger.count("threads:answered");
    }
    return ok(this.state.feed.latest(id) ?? null);
  }

  private buildCandidate(request: CandidateRequest): SlotResult<BuildAnswer> {
    const known = this.built.get(request.candidate);
    if (known !== undefined) return ok(known);
    const { git } = this.state;
    if (!git.commits.has(request.onto)) return failed("refused", `there is no commit ${request.onto}`);
    this.truth.judgeBuilding(request);
    let made = git.get(request.onto);
    for (const { id, head } of request.changes) {
      if (!git.commits.has(head)) return failed("refused", `there is no commit ${head}`);
      const { files, conflicts } = git.merge(made.sha, head);
      if (conflicts.length > 0)
        return this.keep(request, { kind: "conflict", change: id, paths: conflicts, theirs: "" });
      const parents = request.strategy === "merge" ? [made.sha, head] : [made.sha];
      made = git.commit({ parents, files, by: "daemon" });
    }
    for (const { id, head } of request.changes) this.noteCandidate(id, head, made.tree);
    return this.keep(request, { kind: "built", made: { commit: made.sha, tree: made.tree } });
  }

  private keep(request: CandidateRequest, answer: BuildAnswer): SlotResult<BuildAnswer> {
    this.built.set(request.candidate, answer);
    this.scene.ledger.count(`candidates:${answer.kind}`);
    return ok(answer);
  }

  private noteCandidate(id: ChangeId, head: CommitSha, tree: ChangeSnapshot["head"]["tree"]): void {
    const change = this.state.changes.get(id);
    change?.candidateTrees.set(
      tree,
      change.moves.findLastIndex((move) => move.commit === head),
    );
  }

  /** A person lands it, past the daemon. */
  mergeByHand(change: ForgeChange, commit: CommitSha): void {
    this.scene.ledger.count("merged by hand");
    this.state.become(change, { kind: "landed", commit });
    this.state.moveBase(commit);
    this.onLanded(change);
  }

  private land(request: LandRequest): SlotResult<LandAnswer> {
    const { git, baseHead } = this.state;
    if (!git.commits.has(request.made.commit)) return failed("refused", `there is no commit ${request.made.commit}`);
    if (git.isAncestor(request.made.commit, baseHead.commit)) return ok({ kind: "landed" });
    if (baseHead.commit !== request.onto) return ok({ kind: "refused", why: "base_moved" });
    const changes: ForgeChange[] = [];
    for (const expected of request.changes) {
      const change = this.state.changes.get(expected.id);
      const isAsExpected =
        change !== undefined &&
        isOpen(change) &&
        headOf(change).commit === expected.head &&
        change.version === expected.version;
      if (!isAsExpected) return ok({ kind: "refused", why: "change_moved" });
      changes.push(change);
    }
    if (this.scene.faults.fires("checkout_in_the_way")) this.blockedPaths = ["notes.txt"];
    if (this.blockedPaths.length > 0) return ok({ kind: "blocked", paths: this.blockedPaths });
    this.truth.judgeLanding(request, changes);
    for (const change of changes) this.state.become(change, { kind: "landed", commit: request.made.commit });
    this.state.moveBase(request.made.commit);
    changes.forEach((change) => this.onLanded(change));
    return ok({ kind: "landed" });
  }
}
