/** One daemon per home. */
import { lockFile, type FileLock } from "../lib/files/file-lock.ts";
import { toStoreError, StoreError } from "../lib/database/store-error.ts";
import { describeError } from "../lib/disk-errors/describe-error.ts";

export type HomeLock = FileLock;

/** `file` is made when it is not there; its folder must exist. */
export function lockHome(file: string): HomeLock {
  const lock = tryLock(file);
  if (lock !== null) return lock;
  throw new StoreError(
    "locked",
    `another ao daemon already runs on this home (it holds ${file}). Use that one, or stop it with \`ao stop\` first.`,
  );
}

function tryLock(file: string): FileLock | null {
  try {
    return lockFile(file);
  } catch (error) {
    const known = toStoreError(error, file);
    if (known instanceof StoreError) throw known;
    throw new StoreError("cannot_open", `cannot open ${file}: ${describeError(error)}`, { cause: error });
  }
}
