/** Reads what lies on the person's disk for a project: its file, and how that came to be as it is. */
import { readFileSync } from "node:fs";
import { readFileHistory, type FileHistory } from "../../lib/git/objects/file-history.ts";

export function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    // Unreadable or a folder: it says nothing, as if it were not there.
    if (error instanceof Error && "code" in error) return null;
    throw error;
  }
}

export type SettingsFile = {
  readonly file: string | null;
  readonly accepted: string | null;
  readonly onDisk: string | null;
};

/** Asked only where it matters: the accepted text holds anyway, and where none was accepted a person has to look first. */
export async function readSettingsHistory({ file, accepted, onDisk }: SettingsFile): Promise<FileHistory> {
  if (file === null || accepted === null || onDisk === null) return NOTHING_NEW;
  if (onDisk === accepted || onDisk.trim() === "") return NOTHING_NEW;
  return readFileHistory({ file, text: onDisk, known: accepted, isForeign: isOurs });
}

const NOTHING_NEW: FileHistory = { versions: [], elsewhere: [], log: null };

/** The addresses under which agents and the daemon itself commit. */
const isOurs = (email: string): boolean => email.endsWith("@orchestrator.local");
