/** The folders that agents work in. None of them is ever taken for a checkout of the person's. */
import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { returnNullIfAbsent, readPlainText } from "../../../lib/files/plain-file.ts";
import { parseRegistration } from "./parse-registration.ts";

/** Those given, and the metadata of every worktree that a session was ever given, wherever that was made. */
export async function listAgentFolders(gitDir: string, given: readonly string[]): Promise<readonly string[]> {
  const real = await Promise.all(given.map((folder) => realpath(folder).catch(returnNullIfAbsent)));
  const notes = join(gitDir, "worktrees");
  const names = (await readdir(notes).catch(returnNullIfAbsent)) ?? [];
  const registered = await Promise.all(
    names.map(async (name) => parseRegistration(await readPlainText(join(notes, name, "note.json")))),
  );
  return [...given, ...real, ...registered].filter((folder) => folder !== null);
}
