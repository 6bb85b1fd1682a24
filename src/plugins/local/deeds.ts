/**
 * Every write has a key, and is done once: asked again with the same key it gives the first answer, whatever happened
 * since. Deed and key are written in one transaction.
 */
import { createHash } from "node:crypto";
import { failed, ok, type CommonCode, type SlotError, type SlotResult } from "../../slots/result.ts";
import type { ForgeFile } from "./forge-file.ts";
import { parseStored } from "./parse-json.ts";

export type WriteCode = "gone" | "key_reused";
export type WriteResult<T> = SlotResult<T, WriteCode>;

/** Longer than any client or effect goes on asking. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1_000;

export type WriteOnce = <T>(key: string, request: unknown, work: () => WriteResult<T>) => WriteResult<T>;

export function createOnce(file: ForgeFile): WriteOnce {
  const find = file.db.prepare<[string], { request: string; answer: string }>(
    "SELECT request, answer FROM deeds WHERE key = ?",
  );
  const save = file.db.prepare<[string, string, number, string]>("INSERT INTO deeds VALUES (?, ?, ?, ?)");
  const forget = file.db.prepare<[number]>("DELETE FROM deeds WHERE at_ms < ?");

  const inOneStep = <T>(key: string, request: unknown, work: () => WriteResult<T>): WriteResult<T> =>
    file.transaction(() => {
      const asked = createHash("sha256").update(JSON.stringify(request)).digest("hex");
      const known = find.get(key);
      if (known !== undefined) {
        if (known.request === asked) return ok(parseStored<T>(known.answer));
        return failed("key_reused", `The key ${key} was used for another request. Nothing was done; use a new key.`);
      }
      const done = work();
      if (!done.ok) throw new NotDone(done.error);
      const now = Math.trunc(file.wallMs());
      forget.run(now - KEPT_MS);
      save.run(key, asked, now, JSON.stringify(done.value));
      return done;
    });

  return (key, request, work) => {
    try {
      return inOneStep(key, request, work);
    } catch (error) {
      if (error instanceof NotDone) return { ok: false, error: error.refusal };
      throw error;
    }
  };
}

/** Rolls back what was written before something stood in the way; not kept, since it may be gone the next time. */
class NotDone extends Error {
  readonly refusal: SlotError<WriteCode | CommonCode>;

  constructor(refusal: SlotError<WriteCode | CommonCode>) {
    super(refusal.message);
    this.refusal = refusal;
  }
}
