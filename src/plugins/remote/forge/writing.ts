/**
 * A write whose answer got lost may be done, and a replica that lags behind may not show it yet: it is looked for again after a
 * moment, and written a second time only when it is still not there.
 */
import { remoteFailure } from "../remote-result.ts";
import type { KeptFile } from "./kept-file.ts";
import { RemoteTrouble } from "./trouble.ts";

const BEGUN = "begun";
/** Longer than a replica lags behind. */
const SHOWN_AFTER_MS = 15_000;
const KEPT_MS = 24 * 60 * 60 * 1_000;

/** Trouble of `write` is thrown, and so is that it may have been done just now. */
export async function writing<T>(kept: KeptFile, key: string, write: () => Promise<T>): Promise<T> {
  const nowMs = kept.wallMs();
  const begunMs = kept.get<{ readonly atMs: number }>(BEGUN, key)?.doc.atMs ?? Number.NEGATIVE_INFINITY;
  if (Math.abs(nowMs - begunMs) < SHOWN_AFTER_MS) throw new RemoteTrouble(mayBeDone.error);
  kept.forgetBefore(BEGUN, nowMs - KEPT_MS);
  kept.put(BEGUN, key, { atMs: nowMs });
  try {
    return await write();
  } catch (error) {
    if (error instanceof RemoteTrouble && error.failure.code !== "unavailable") kept.forget(BEGUN, key);
    throw error;
  }
}

const mayBeDone = remoteFailure("unavailable", "It may have been done already; it is looked for again in a moment");
