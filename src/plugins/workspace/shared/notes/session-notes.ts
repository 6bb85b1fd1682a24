/** What was noted about all sessions of a project. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { returnNullIfAbsent, readPlainText } from "../../../../lib/files/plain-file.ts";
import { parseNote, type Note } from "./parse-note.ts";
import type { RepositorySite } from "../site.ts";

export async function listSessionNotes({ own }: Pick<RepositorySite, "own">): Promise<readonly Note[]> {
  const folder = join(own.gitDir, "worktrees");
  const names = (await readdir(folder).catch(returnNullIfAbsent)) ?? [];
  const notes = await Promise.all(
    names.map(async (name) => parseNote(await readPlainText(join(folder, name, "note.json")))),
  );
  return notes.filter((note) => note !== null);
}

/** The metadata of worktrees that agents work in: what they say of branches does not count. */
export async function listSessionWorktrees(site: Pick<RepositorySite, "own">): Promise<readonly string[]> {
  return (await listSessionNotes(site)).map(({ gitDir }) => gitDir).filter((gitDir) => gitDir !== "");
}
