/**
 * A write whose answer got lost may be done, and a replica that lags behind may not show it yet: it is looked for again after a
 * moment, and written a second time only when it is still not there.
 */
import { failRemote } from "../http/remote-result.ts";
import type { KeptFile } from "./kept-file.ts";
import { RemoteTrouble } from "./trouble.ts";

/** Longer than a replica lags behind. */
export const SHOWN_AFTER_MS = 15_000;
const KEPT_MS = 24 * 60 * 60 * 1_000;

/** Which writes have begun, and when. */
export type BegunWrites = {
  readonly wallMs: () => number;
  readonly get: (key: string) => number | null;
  readonly put: (key: string, atMs: number) => void;
  readonly forget: (key: string) => void;
};

const BEGUN = "begun";

export const createBegunIn = (kept: KeptFile): BegunWrites => ({
  wallMs: kept.wallMs,
  get: (key) => kept.get<{ readonly atMs: number }>(BEGUN, key)?.doc.atMs ?? null,
  put: (key, atMs) => {
    kept.forgetBefore(BEGUN, atMs - KEPT_MS);
    kept.put(BEGUN, key, { atMs });
  },
  forget: (key) => kept.forget(BEGUN, key),
});

/** Where nothing is kept in a file: a daemon takes longer to restart than a replica lags behind. */
export function createBegunInMemory(wallMs: () => number): BegunWrites {
  const begun = new Map<string, number>();
  return {
    wallMs,
    get: (key) => begun.get(key) ?? null,
    put: (key, atMs) => {
      for (const [other, ms] of begun) if (ms < atMs - KEPT_MS) begun.delete(other);
      begun.set(key, atMs);
    },
    forget: (key) => void begun.delete(key),
  };
}

/** Trouble of `write` is thrown, and so is that it may have been done just now. */
export async function writeOnce<T>(begun: BegunWrites, key: string, write: () => Promise<T>): Promise<T> {
  const nowMs = begun.wallMs();
  const begunMs = begun.get(key) ?? Number.NEGATIVE_INFINITY;
  if (Math.abs(nowMs - begunMs) < SHOWN_AFTER_MS) throw new RemoteTrouble(mayBeDone.error);
  begun.put(key, nowMs);
  try {
    return await write();
  } catch (error) {
    if (error instanceof RemoteTrouble && error.failure.code !== "unavailable") begun.forget(key);
    throw error;
  }
}

const mayBeDone = failRemote("unavailable", "It may have been done already; it is looked for again in a moment");
