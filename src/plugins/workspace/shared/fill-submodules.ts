/**
 * Submodules that the person has initialized are there in a new workspace, from what their repository keeps of them. Which
 * ones, and which are empty and why, is noted out of the agent's reach.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { lfsSettings } from "../../../lib/git/lfs-settings.ts";
import { describeEmptySubmodules } from "../../../lib/git/submodules/describe-empty.ts";
import { layOutSubmodules, type LaidSubmodules } from "../../../lib/git/submodules/lay-out-submodules.ts";
import { mayHaveSubmodules, personsKeeper, publicConfig } from "../../../lib/git/submodules/persons-submodules.ts";
import { listTreeSubmodules } from "../../../lib/git/submodules/tree-submodules.ts";
import { readPlainText } from "../../../lib/plain-file.ts";
import { replaceFile } from "../../../lib/replace-file.ts";
import type { Desk } from "./desk.ts";
import type { Place } from "./layout.ts";
import { parseSubmoduleNote, type SubmoduleNote } from "./parse-submodule-note.ts";
import { need } from "./trouble.ts";

const noteFile = (desk: Desk): string => join(desk.folder, "submodules.json");

/** The workspace was just laid out, and no agent has been in it. */
export async function fillSubmodules({ site, desk }: Place, commit: string): Promise<void> {
  const { own, repository } = site;
  await rm(noteFile(desk), { force: true });
  if (!mayHaveSubmodules(repository)) return;
  const submodules = need(await listTreeSubmodules(own, commit, repository.objects));
  if (submodules.length === 0) return;
  const settings = need(await repository.settings());
  const records = join(desk.folder, "submodules");
  await rm(records, { recursive: true, force: true });
  const filled = await layOutSubmodules({
    ...{ own, submodules, workTree: desk.path, records, kept: [] },
    keeper: await personsKeeper(own, repository, settings),
    isSha256: repository.objectFormat === "sha256",
    filters: (store) => lfsSettings({ settings, folder: join(site.options.gitDir, "lfs") }, store),
    configFor: (store) => publicConfig(own, store),
  });
  writeNote(desk, filled);
}

function writeNote(desk: Desk, { laid, empty }: LaidSubmodules): void {
  // One that the person has not initialized either is what they expect.
  const told = describeEmptySubmodules(empty.filter(({ why }) => why !== "not_initialized"));
  const note: SubmoduleNote = { laid: laid.map(({ path, commit, store }) => ({ path, commit, store })), told };
  replaceFile(noteFile(desk), JSON.stringify(note));
}

export async function readSubmoduleNote(desk: Desk): Promise<SubmoduleNote> {
  return parseSubmoduleNote(await readPlainText(noteFile(desk)));
}

/** A sentence about those that are empty, once. */
export async function tellOfEmptySubmodules(desk: Desk): Promise<readonly string[]> {
  const note = await readSubmoduleNote(desk);
  if (note.told === null) return [];
  replaceFile(noteFile(desk), JSON.stringify({ ...note, told: null }));
  return [note.told];
}
