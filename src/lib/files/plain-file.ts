/** Reads files in folders that others can write: a link, a pipe, a device or a giant in place of the file is no file. */
import { closeSync, constants, fstatSync, openSync, readFile, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { hasCode } from "./if-there.ts";

const BYTES_MAX = 512 * 1024 * 1024;
/** A small file, as nearly all are, is read at once: the ways to a thread and back for each step cost far more. */
const AT_ONCE_BYTES = 256 * 1024;

export type ReadLimits = { readonly maxBytes?: number; readonly followLink?: boolean };

/** Its bytes; null when there is no such plain file. */
export async function readPlainFile(path: string, limits: ReadLimits = {}): Promise<Buffer | null> {
  const { maxBytes = BYTES_MAX, followLink = false } = limits;
  // Without O_NONBLOCK opening a pipe would wait for its writer, forever.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (followLink ? 0 : (constants.O_NOFOLLOW ?? 0));
  const file = openIfPresent(path, flags);
  if (file === null) return null;
  try {
    const about = fstatSync(file);
    if (!about.isFile() || about.size > maxBytes) return null;
    return about.size <= AT_ONCE_BYTES ? readFileSync(file) : await promisify(readFile)(file);
  } finally {
    closeSync(file);
  }
}

function openIfPresent(path: string, flags: number): number | null {
  try {
    return openSync(path, flags);
  } catch (error) {
    return returnNullIfAbsent(error);
  }
}

export async function readPlainText(path: string, limits?: ReadLimits): Promise<string | null> {
  return (await readPlainFile(path, limits))?.toString("utf8") ?? null;
}

export function returnNullIfAbsent(error: unknown): null {
  if (isAbsence(error)) return null;
  throw error;
}

/** Nothing is there: no such name, a file where a folder should be, a link, or a device without its driver. */
const isAbsence = (error: unknown): boolean => hasCode(error, "ENOENT", "ENOTDIR", "ELOOP", "ENXIO", "EISDIR");
