/** Files that may not be there, and errors told apart by their codes. */
import { readFileSync, statSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";

export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && "code" in error && codes.includes(String(error.code));

/** Of a small file. It is asked for first: an error made and caught costs ten times as much as the question. */
export function readTextIfExists(file: string): string | null {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return null;
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    // A process that ends while it is read about is as missing as one that never was.
    if (hasCode(error, "ENOENT", "ESRCH")) return null;
    throw error;
  }
}

export async function openIfThere(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, "r");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}
