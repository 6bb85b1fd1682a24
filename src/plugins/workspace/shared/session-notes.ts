/** What was noted about all sessions of a project. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { nullIfAbsent, readPlainText } from "../../../lib/plain-file.ts";
import { parseNote, type Note } from "./parse-note.ts";
import type { Site } from "./site.ts";

export async function sessionNotes({ own }: Pick<Site, "own">): Promise<readonly Note[]> {
  const folder = join(own.gitDir, "worktrees");
  const names = (await readdir(folder).catch(nullIfAbsent)) ?? [];
  const notes = await Promise.all(
    names.map(async (name) => parseNote(await readPlainText(join(folder, name, "note.json")))),
  );
  return notes.filter((note) => note !== null);
}

/** The metadata of worktrees that agents work in: what they say of branches does not count. */
export async function sessionWorktrees(site: Pick<Site, "own">): Promise<readonly string[]> {
  return (await sessionNotes(site)).map(({ gitDir }) => gitDir).filter((gitDir) => gitDir !== "");
}
