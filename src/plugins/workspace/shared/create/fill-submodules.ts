/**
 * Submodules that the person has initialized are there in a new workspace, from what their repository keeps of them. Which
 * ones, and which are empty and why, is noted out of the agent's reach.
 */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { readLfsSettings } from "../../../../lib/git/settings/lfs-settings.ts";
import { describeEmptySubmodules } from "../../../../lib/git/submodules/describe-empty.ts";
import { layOutSubmodules, type LaidSubmodules } from "../../../../lib/git/submodules/lay-out-submodules.ts";
import {
  mayHaveSubmodules,
  createPersonSubmoduleKeeper,
  readPublicConfig,
} from "../../../../lib/git/submodules/persons-submodules.ts";
import { listTreeSubmodules } from "../../../../lib/git/submodules/tree-submodules.ts";
import { readPlainText } from "../../../../lib/files/plain-file.ts";
import { replaceFile } from "../../../../lib/files/replace-file.ts";
import type { SessionPaths } from "../session-paths.ts";
import type { WorkspaceContext } from "../layout.ts";
import { parseSubmoduleNote, type SubmoduleNote } from "./parse-submodule-note.ts";
import { needGit } from "../trouble.ts";

const noteFile = (paths: SessionPaths): string => join(paths.folder, "submodules.json");

/** The workspace was just laid out, and no agent has been in it. */
export async function fillSubmodules({ site, desk: paths }: WorkspaceContext, commit: string): Promise<void> {
  const { own, repository } = site;
  await rm(noteFile(paths), { force: true });
  if (!mayHaveSubmodules(repository)) return;
  const submodules = needGit(await listTreeSubmodules(own, commit, repository.objects));
  if (submodules.length === 0) return;
  const settings = needGit(await repository.settings());
  const records = join(paths.folder, "submodules");
  await rm(records, { recursive: true, force: true });
  const filled = await layOutSubmodules({
    ...{ own, submodules, workTree: paths.path, records, kept: [] },
    keeper: await createPersonSubmoduleKeeper(own, repository, settings),
    isSha256: repository.objectFormat === "sha256",
    filters: (store) => readLfsSettings({ settings, folder: join(site.options.gitDir, "lfs") }, store),
    configFor: (store) => readPublicConfig(own, store),
  });
  writeNote(paths, filled);
}

function writeNote(paths: SessionPaths, { laid, empty }: LaidSubmodules): void {
  // One that the person has not initialized either is what they expect.
  const told = describeEmptySubmodules(empty.filter(({ why }) => why !== "not_initialized"));
  const note: SubmoduleNote = { laid: laid.map(({ path, commit, store }) => ({ path, commit, store })), told };
  replaceFile(noteFile(paths), JSON.stringify(note));
}

export async function readSubmoduleNote(paths: SessionPaths): Promise<SubmoduleNote> {
  return parseSubmoduleNote(await readPlainText(noteFile(paths)));
}

/** A sentence about those that are empty, once. */
export async function tellOfEmptySubmodules(paths: SessionPaths): Promise<readonly string[]> {
  const note = await readSubmoduleNote(paths);
  if (note.told === null) return [];
  replaceFile(noteFile(paths), JSON.stringify({ ...note, told: null }));
  return [note.told];
}
