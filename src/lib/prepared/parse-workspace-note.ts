/** What was laid in a check workspace, and what it was like then. */
import { readPlainText } from "../files/plain-file.ts";
import type { PreparedItem } from "./parse-entry.ts";
import type { Laid } from "./restore.ts";

export type WorkspaceNote = {
  readonly key: string;
  readonly items: readonly PreparedItem[];
  /** By `at` of the item. */
  readonly laid: Readonly<Record<string, Laid>>;
};

/** Null when there is none, or it is not whole: then nothing that lies there is trusted. */
export async function readWorkspaceNote(file: string): Promise<WorkspaceNote | null> {
  const text = await readPlainText(file);
  if (text === null) return null;
  try {
    const note = JSON.parse(text) as Partial<WorkspaceNote>;
    const { key, items, laid } = note;
    const isWhole = typeof key === "string" && Array.isArray(items) && typeof laid === "object" && laid !== null;
    return isWhole ? (note as WorkspaceNote) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
