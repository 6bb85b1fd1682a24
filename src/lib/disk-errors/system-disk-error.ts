/** What the system says of a disk. Without the store's own errors, for the programs that load no database. */
import { hasCode } from "../files/if-there.ts";

const REASONS = {
  ENOSPC: "the disk is full",
  EDQUOT: "the quota on the disk is used up",
  EROFS: "the disk is read-only",
  EIO: "the disk cannot be read or written",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open on this machine",
} as const;

export const isSystemDiskError = (error: unknown): boolean => hasCode(error, ...Object.keys(REASONS));

/** Why the system refused to open, make or write something, in words for a person. */
export function describeRefusal(error: unknown): string {
  if (isSystemDiskError(error)) return describeDiskError(error);
  if (hasCode(error, "EACCES", "EPERM")) return "permission denied";
  if (hasCode(error, "ENOENT", "ENOTDIR")) return "it is not there";
  return error instanceof Error ? error.message : String(error);
}

export function describeDiskError(error: unknown): string {
  return Object.entries(REASONS).find(([code]) => hasCode(error, code))?.[1] ?? "the disk does not work";
}
