/** Errors of a disk that is full, read-only, failing or out of descriptors: they pass, and are nobody's mistake. */
import { StoreError, type StoreErrorCode } from "../database/store-error.ts";
import { isSystemDiskError } from "./system-disk-error.ts";

/** `cannot_open` too: SQLite says so when there is no room for a file, or no descriptor, and does not tell which. */
const OF_THE_STORE: readonly StoreErrorCode[] = ["disk_full", "io", "read_only", "cannot_open"];

export function isDiskError(error: unknown): boolean {
  if (!(error instanceof StoreError)) return isSystemDiskError(error);
  const errno = error.cause instanceof Error && "errno" in error.cause;
  return errno ? isSystemDiskError(error.cause) : OF_THE_STORE.includes(error.code);
}
