/**
 * How much is asked for at once. A repository may be so busy that the other side gives up before it has answered, and GitHub
 * counts that as if it had: then half as much is asked for, until it has gone well for hours.
 */
import { toRemoteResult, needRemote, RemoteTrouble } from "../forge/trouble.ts";
import type { RemoteResult } from "./remote-result.ts";
import { hasTimedOut } from "./send.ts";

export type PageSize = {
  readonly now: () => number;
  /** Where it was too much, it is done once more with half of that; what is too much then, too, is trouble. */
  readonly reading: <T>(read: (size: number) => Promise<T>) => Promise<T>;
  /** The same, where trouble is an answer. */
  readonly asking: <T>(ask: (size: number) => Promise<RemoteResult<T>>) => Promise<RemoteResult<T>>;
};

type Sizes = { readonly most: number; readonly least: number; readonly wallMs: () => number };

const GROWS_AFTER_MS = 6 * 60 * 60_000;

export function createPageSize({ most, least, wallMs }: Sizes): PageSize {
  let size = most;
  let shrunkMs = Number.NEGATIVE_INFINITY;
  const halve = (error: unknown, asked: number): boolean => {
    if (!isTooMuch(error) || asked <= least) return false;
    // Of several that were asked for at the same time the first has made it smaller for all of them.
    size = Math.min(size, Math.max(least, Math.floor(asked / 2)));
    shrunkMs = wallMs();
    return true;
  };
  const grow = (): void => {
    if (size === most || Math.abs(wallMs() - shrunkMs) < GROWS_AFTER_MS) return;
    size = Math.min(most, size * 2);
    shrunkMs = wallMs();
  };
  const reading: PageSize["reading"] = async (read) => {
    grow();
    const first = size;
    try {
      return await read(first);
    } catch (error) {
      if (!halve(error, first)) throw error;
    }
    const second = size;
    try {
      return await read(second);
    } catch (error) {
      halve(error, second);
      throw error;
    }
  };
  return {
    now: () => size,
    reading,
    asking: (ask) => toRemoteResult(() => reading(async (many) => needRemote(await ask(many)))),
  };
}

const isTooMuch = (error: unknown): boolean =>
  error instanceof RemoteTrouble && error.failure.code === "unavailable" && hasTimedOut(error.failure);
