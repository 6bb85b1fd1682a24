/**
 * Before an issue is begun by itself it is looked at once more: whether it is still open and wanted, and what people said
 * below it. Only lists of what changed were read till then, and those leave out comments and what the settings no longer ask for.
 * Nothing is written down: after a crash it is looked at again.
 */
import type { IssueId, ProjectId } from "../domain/model/ids.ts";
import { limits } from "../domain/model/limits.ts";
import type { AuthoredText } from "../domain/model/trust.ts";

export type IssueToSee = { readonly id: IssueId; readonly project: ProjectId };

/** Comments in their order; null: they could not be read, time and again. */
type Seen = { readonly comments: readonly AuthoredText[] | null };
type Look = Seen & { readonly failures: number; readonly atMs: number };

export class IssueLooks {
  private readonly looks = new Map<IssueId, Look>();
  private asked = new Map<IssueId, IssueToSee>();

  /** Null: it has to be looked at first, and is going to be. */
  before({ id, project }: IssueToSee, nowMs: number): Seen | null {
    const look = this.looks.get(id);
    const ageMs = look === undefined ? Infinity : Math.abs(nowMs - look.atMs);
    const isOver = look !== undefined && (look.failures === 0 || look.failures >= limits.issueLooksMax);
    if (isOver && ageMs < limits.issueLookKeptMs) return look;
    if (ageMs >= limits.issueLookAgainMs) this.asked.set(id, { id, project });
    return null;
  }

  /** Those that nobody has gone to look at yet. */
  takeAsked(): readonly IssueToSee[] {
    const asked = [...this.asked.values()];
    this.asked = new Map();
    return asked;
  }

  note(id: IssueId, comments: readonly AuthoredText[] | null, nowMs: number): void {
    for (const [other, { atMs }] of this.looks)
      if (Math.abs(nowMs - atMs) >= limits.issueLookKeptMs) this.looks.delete(other);
    const failures = comments === null ? (this.looks.get(id)?.failures ?? 0) + 1 : 0;
    this.looks.set(id, { comments, failures, atMs: nowMs });
  }
}
