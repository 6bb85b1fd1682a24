/** Lists of one pull request, read to their end. */
import type { Page } from "./parse-page.ts";

/** For all lists of one together: a thousand threads, two thousand checks. Each look at what is larger would cost too much. */
const PAGES_MAX = 20;

export type CompleteList<T> = {
  readonly items: readonly T[];
  /** There is more than is ever read. */
  readonly isCut: boolean;
  /** Something was not shown. */
  readonly hasGaps: boolean;
};

/** Null: what the list belongs to is not there any more. */
type Next<T> = (at: string) => Promise<Page<T> | null>;

export class GraphqlPages {
  private left = PAGES_MAX;

  /** Of a list that begins with the oldest. */
  onward<T>(first: Page<T>, next: Next<T>): Promise<CompleteList<T>> {
    return this.toEnd(first, next, (read, more) => [...read, ...more]);
  }

  /** Of one whose newest came first. */
  back<T>(first: Page<T>, next: Next<T>): Promise<CompleteList<T>> {
    return this.toEnd(first, next, (read, more) => [...more, ...read]);
  }

  private async toEnd<T>(
    first: Page<T>,
    next: Next<T>,
    joined: (read: readonly T[], more: readonly T[]) => readonly T[],
  ): Promise<CompleteList<T>> {
    let { items, rest, hasGaps } = first;
    while (rest !== null && this.left > 0) {
      this.left -= 1;
      const page = await next(rest);
      items = joined(items, page?.items ?? []);
      hasGaps ||= page?.hasGaps ?? true;
      rest = page?.rest ?? null;
    }
    return { items, isCut: rest !== null, hasGaps };
  }
}
