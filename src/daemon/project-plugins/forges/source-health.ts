/** Which trackers and forges could not be read at the last look. What is shown of them is as old as the look before. */
import type { ProjectId } from "../../../domain/model/ids.ts";
import type { SlotResult } from "../../../slots/result.ts";

export type Unread = {
  readonly project: ProjectId;
  /** All of it: the project could not even be opened as its settings say. */
  readonly what: "issues" | "changes" | "all";
  readonly why: string;
  /** Null: that is not a matter of time. */
  readonly tried: { readonly sinceMs: number; readonly times: number } | null;
};

type Source = Pick<Unread, "project" | "what">;
type Asked = { readonly unasked?: true };
type Reads<T> = (cursor: string | null) => Promise<SlotResult<T>>;

export class SourceHealth {
  private readonly unread = new Map<string, Unread>();
  private readonly timesForgotten = new Map<ProjectId, number>();
  private readonly nowMs: () => number;

  constructor(nowMs: () => number) {
    this.nowMs = nowMs;
  }

  /** The same reading, whose outcome is noted. One in which nobody was asked proves nothing. */
  heeded<T extends Asked>(source: Source, read: Reads<T>): Reads<T> {
    const madeAfter = this.timesForgotten.get(source.project);
    return async (cursor) => {
      const answer = await read(cursor);
      // A read of the old source may end after the project was removed: nobody would ever take its failure back.
      if (this.timesForgotten.get(source.project) !== madeAfter) return answer;
      if (!answer.ok) this.note(source, answer.error.message);
      else if (answer.value.unasked !== true) this.unread.delete(formatKey(source));
      return answer;
    };
  }

  /** It has other sources now, or none. */
  forget(project: ProjectId): void {
    this.timesForgotten.set(project, (this.timesForgotten.get(project) ?? 0) + 1);
    for (const [key, one] of this.unread) if (one.project === project) this.unread.delete(key);
  }

  all(): readonly Unread[] {
    return [...this.unread.values()];
  }

  private note(source: Source, why: string): void {
    const { sinceMs, times } = this.unread.get(formatKey(source))?.tried ?? { sinceMs: this.nowMs(), times: 0 };
    this.unread.set(formatKey(source), { ...source, why, tried: { sinceMs, times: times + 1 } });
  }
}

const formatKey = ({ project, what }: Source): string => `${project} ${what}`;
