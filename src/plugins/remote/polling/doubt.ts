/** What a forge cannot say just now is asked for again, and not for ever: what it does not say for so long it may never say. */
import type { IssueSnapshot } from "../../../domain/issue/issue.ts";
import { failed } from "../../../slots/result.ts";

export type AuthorDoubt = {
  /** The first answer begins the wait. */
  readonly mayWait: () => boolean;
  readonly end: () => void;
};

const WAITED_MAX_MS = 10 * 60_000;

export function createDoubt(wallMs: () => number): AuthorDoubt {
  let sinceMs: number | null = null;
  return {
    mayWait: () => wallMs() - (sinceMs ??= wallMs()) < WAITED_MAX_MS,
    end: () => void (sinceMs = null),
  };
}

type Read = { readonly snapshot: IssueSnapshot; readonly isSure: boolean };

/**
 * Issues, the oldest change first, up to one that nobody could vouch for: nothing else would make it be read again, so it
 * waits for the next look, and those after it with it.
 */
export async function takeUpToDoubt<T>(
  doubt: AuthorDoubt,
  issues: readonly T[],
  read: (issue: T) => Promise<Read>,
): Promise<readonly { readonly issue: T; readonly snapshot: IssueSnapshot }[]> {
  const sure = [];
  for (const issue of issues) {
    const { snapshot, isSure } = await read(issue);
    if (!isSure && doubt.mayWait()) return sure;
    sure.push({ issue, snapshot });
  }
  doubt.end();
  return sure;
}

/** A first look has nowhere to go on from but its first issue. */
export const reportFirstDoubt = (title: string) =>
  failed("unavailable", `${title} does not say who wrote the first issue, or what it waits for.`);
