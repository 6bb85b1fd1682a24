/**
 * How much is asked for at once. A repository may be so busy that GitHub gives up before it has answered, and counts that as if
 * it had: then half as much is asked for, until it has gone well for hours.
 */
import { RemoteTrouble } from "../remote/forge/trouble.ts";
import type { Partly } from "../remote/graphql.ts";
import { remoteFailure } from "../remote/remote-result.ts";
import { hasTimedOut } from "../remote/send.ts";

export type PageSize = {
  readonly now: () => number;
  /** Where it was too much, it is done once more with half of that; what is too much then, too, is trouble. */
  readonly reading: <T>(read: (size: number) => Promise<T>) => Promise<T>;
};

type Sizes = { readonly most: number; readonly least: number; readonly wallMs: () => number };

const GROWS_AFTER_MS = 6 * 60 * 60_000;

export function pageSizeOf({ most, least, wallMs }: Sizes): PageSize {
  let size = most;
  let shrunkMs = Number.NEGATIVE_INFINITY;
  const halve = (error: unknown): boolean => {
    if (!isTooMuch(error) || size <= least) return false;
    size = Math.max(least, Math.floor(size / 2));
    shrunkMs = wallMs();
    return true;
  };
  const grow = (): void => {
    if (size === most || Math.abs(wallMs() - shrunkMs) < GROWS_AFTER_MS) return;
    size = Math.min(most, size * 2);
    shrunkMs = wallMs();
  };
  return {
    now: () => size,
    reading: async (read) => {
      grow();
      try {
        return await read(size);
      } catch (error) {
        if (!halve(error)) throw error;
      }
      try {
        return await read(size);
      } catch (error) {
        halve(error);
        throw error;
      }
    },
  };
}

const isTooMuch = (error: unknown): boolean =>
  error instanceof RemoteTrouble && error.failure.code === "unavailable" && hasTimedOut(error.failure);

/** An answer of which parts are missing because they were too much is none. */
export function needWhole(answer: Partly): Partly {
  const gap = answer.gaps.find((one) => one.isTooMuch);
  if (gap === undefined) return answer;
  const failure = remoteFailure("unavailable", `GitHub broke off: ${gap.why}`, { status: 504, said: gap.why });
  throw new RemoteTrouble(failure.error);
}
