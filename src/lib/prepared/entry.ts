/** One prepared result on the disk: `entry.json`, and each thing that set-up made below `items`. */
import { rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { hasCode } from "../files/if-there.ts";
import { returnNullIfAbsent, readPlainText } from "../files/plain-file.ts";
import { removeTree } from "../files/remove-tree.ts";
import { replaceFile } from "../files/replace-file.ts";
import { parseEntry, type PreparedRecord } from "./parse-entry.ts";

const ENTRY = "entry.json";

export const formatItemsFolder = (folder: string): string => join(folder, "items");
export const formatSpareFolder = (folder: string): string => join(folder, "spare");

/** Null: there is none, or it is not whole. */
export async function readEntry(folder: string): Promise<PreparedRecord | null> {
  return parseEntry(await readPlainText(join(folder, ENTRY)));
}

/** Another text where the entry was removed and made again: what lies in it may be different then. */
export function identifyEntry(folder: string): string {
  const { ino, mtimeMs } = statSync(join(folder, ENTRY));
  return `${folder} ${ino} ${mtimeMs}`;
}

/** Written last: without it nothing in the folder counts. */
export function writeEntry(folder: string, entry: PreparedRecord): void {
  replaceFile(join(folder, ENTRY), JSON.stringify(entry));
  noteUse(folder);
}

/** It is moved away first: what is left by half is never laid, and what is made in its place meanwhile stays. */
export async function removeEntry(folder: string): Promise<void> {
  const leaving = `${folder}.leaving`;
  await removeTree(leaving);
  await rename(folder, leaving).catch(returnNullIfAbsent);
  rmSync(formatEntryNote(folder), { force: true });
  await removeTree(leaving);
}

/** Its age says when an entry was last laid. */
export const formatEntryNote = (folder: string): string => `${folder}.used`;

export function noteUse(folder: string): void {
  try {
    const now = new Date();
    utimesSync(formatEntryNote(folder), now, now);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
    writeFileSync(formatEntryNote(folder), "", { mode: 0o600 });
  }
}
