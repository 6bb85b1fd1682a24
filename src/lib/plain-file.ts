/** Reads files in folders that others can write: a link, a pipe, a device or a giant in place of the file is no file. */
import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { hasCode } from "./if-there.ts";

const BYTES_MAX = 512 * 1024 * 1024;

export type ReadLimits = { readonly maxBytes?: number; readonly followLink?: boolean };

/** Its bytes; null when there is no such plain file. */
export async function readPlainFile(path: string, limits: ReadLimits = {}): Promise<Buffer | null> {
  const { maxBytes = BYTES_MAX, followLink = false } = limits;
  // Without O_NONBLOCK opening a pipe would wait for its writer, forever.
  const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (followLink ? 0 : (constants.O_NOFOLLOW ?? 0));
  const file = await open(path, flags).catch(nullIfAbsent);
  if (file === null) return null;
  try {
    const about = await file.stat();
    return about.isFile() && about.size <= maxBytes ? await file.readFile() : null;
  } finally {
    await file.close();
  }
}

export async function readPlainText(path: string, limits?: ReadLimits): Promise<string | null> {
  return (await readPlainFile(path, limits))?.toString("utf8") ?? null;
}

export function nullIfAbsent(error: unknown): null {
  if (isAbsence(error)) return null;
  throw error;
}

/** Nothing is there: no such name, a file where a folder should be, a link, or a device without its driver. */
const isAbsence = (error: unknown): boolean => hasCode(error, "ENOENT", "ENOTDIR", "ELOOP", "ENXIO", "EISDIR");
