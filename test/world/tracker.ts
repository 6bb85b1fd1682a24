/** The tracker slot, and the issues behind it. */
import { issueId, type IssueId, type ProjectId } from "../../src/domain/model/ids.ts";
import { isWantedIssue, type IssueSnapshot, type IssueState } from "../../src/domain/issue/issue.ts";
import { maySteer, type Author } from "../../src/domain/model/trust.ts";
import { failed, ok, type SlotResult } from "../../src/slots/result.ts";
import type { TrackerPlugin } from "../../src/slots/tracker.ts";
import { Feed } from "./feed.ts";
import type { Gateway } from "./gateway.ts";
import type { Outgoing } from "./outgoing.ts";
import type { Random } from "./random.ts";
import type { Scene } from "./scene.ts";

export type NewIssue = {
  readonly title: string;
  readonly text: string;
  readonly author: Author;
  readonly priority?: number;
  readonly labels?: readonly string[];
  readonly blockedBy?: readonly IssueId[];
  readonly isWanted?: boolean;
};

type Edit = Partial<Pick<IssueSnapshot, "title" | "text" | "labels" | "priority" | "blockedBy">>;

export class Tracker {
  readonly plugin: TrackerPlugin;
  readonly issues = new Map<IssueId, IssueSnapshot>();
  /** How often people closed an issue. */
  readonly closings = new Map<string, number>();
  /** Issues whose work has landed, and which nobody opened again since. */
  readonly landed = new Set<string>();
  onTouched: () => void = () => {};
  private readonly feed = new Feed<IssueSnapshot>((issue) => issue.state.kind === "open");
  private readonly closedBy = new Set<string>();
  private readonly scene: Scene;
  private readonly project: ProjectId;
  private readonly lag: Random;
  private readonly outgoing: Outgoing;

  constructor(scene: Scene, gateway: Gateway, project: ProjectId, outgoing: Outgoing) {
    this.scene = scene;
    this.project = project;
    this.outgoing = outgoing;
    this.lag = scene.random.fork(`tracker ${project}`);
    this.plugin = {
      name: "world-tracker",
      credential: gateway.credential,
      since: (cursor) => gateway.call("tracker.since", () => this.since(cursor)),
      read: (id) => gateway.call("tracker.read", () => this.read(id)),
      close: (request) => gateway.call("tracker.close", () => this.close(request)),
    };
  }

  private read(id: IssueId): SlotResult<IssueSnapshot, "gone"> {
    const issue = this.feed.latest(id);
    return issue === undefined ? failed("gone", `there is no issue ${id}`) : ok(issue);
  }

  nextId(): IssueId {
    return issueId(`${this.project}-i${this.issues.size + 1}`);
  }

  create({
    title,
    text,
    author,
    priority = 3,
    labels = [],
    blockedBy = [],
    isWanted: wanted = true,
  }: NewIssue): IssueSnapshot {
    const id = this.nextId();
    const issue: IssueSnapshot = {
      id,
      version: 0,
      title,
      text,
      author,
      labels,
      priority,
      blockedBy,
      state: { kind: "open" },
      createdMs: this.scene.clock.wallMs,
      ...(wanted ? {} : { isWanted: false }),
    };
    return this.put(issue);
  }

  /** Left out: whoever wrote it. Whoever may not write makes it their word, as the contract of trackers wants it. */
  edit(id: IssueId, patch: Edit, by?: Author): void {
    const isForeign = by !== undefined && !maySteer({ author: by, text: "" }, []);
    this.patch(id, isForeign ? { ...patch, author: by } : patch);
  }

  /** A person closes or reopens it. */
  setState(id: IssueId, state: IssueState): void {
    if (state.kind === "closed") this.closings.set(id, (this.closings.get(id) ?? 0) + 1);
    else this.landed.delete(id);
    this.patch(id, { state });
  }

  /** Somebody takes away, or gives, what the tracker's settings ask for. */
  setWanted(id: IssueId, isWanted: boolean): void {
    this.patch(id, { isWanted });
  }

  private since(cursor: string | null): Awaited<ReturnType<TrackerPlugin["since"]>> {
    const lag = this.scene.faults.fires("stale_read") ? this.lag : null;
    const answer = this.feed.since(cursor, lag);
    return ok({ issues: answer.snapshots.filter(isWantedIssue), cursor: answer.cursor });
  }

  private close({
    issue: id,
    text,
    key,
  }: Parameters<TrackerPlugin["close"]>[0]): Awaited<ReturnType<TrackerPlugin["close"]>> {
    if (!this.issues.has(id)) return failed("gone", `there is no issue ${id}`);
    if (!this.closedBy.has(key)) {
      this.closedBy.add(key);
      this.outgoing.check(`issue ${id}`, text);
      this.patch(id, { state: { kind: "closed", as: "done" } });
      this.scene.ledger.count("issues:closed");
    }
    return ok(this.issues.get(id) ?? null);
  }

  private patch(id: IssueId, patch: Partial<IssueSnapshot>): void {
    const issue = this.issues.get(id);
    if (issue !== undefined) this.put({ ...issue, ...patch });
  }

  private put(issue: IssueSnapshot): IssueSnapshot {
    const next = { ...issue, version: issue.version + 1 };
    this.issues.set(next.id, next);
    this.feed.put(next);
    this.onTouched();
    return next;
  }
}
