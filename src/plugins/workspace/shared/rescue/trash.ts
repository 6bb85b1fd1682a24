/**
 * Where directories go instead of being deleted: `<trash>/<time>.<project>.<session>/` holds `tree`, the directory itself,
 * its companions by number, and `about.json`, which says where each belongs. Everything is a rename, so that a crash
 * between two of them leaves both ends findable, and doing it again finishes it.
 */
import { cp, lstat, mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { SessionId } from "../../../../domain/model/ids.ts";
import { encodeRefName } from "../../../../lib/git/refs/ref-name.ts";
import { returnNullIfAbsent, readPlainText } from "../../../../lib/files/plain-file.ts";
import { replaceFile } from "../../../../lib/files/replace-file.ts";
import type { SessionPaths } from "../session-paths.ts";
import { getWallMs, type WorkspaceOptions } from "../options.ts";
import { parseRescueNote, type RescueNote } from "../notes/parse-about.ts";
import { hasCode } from "../../../../lib/files/if-there.ts";

export type TrashEntry = RescueNote & { readonly folder: string };

/** Both places: the second is for a root on another filesystem. */
export function listTrashes({ trash, root }: Pick<WorkspaceOptions, "trash" | "root">): readonly string[] {
  return [trash, join(root, ".trash")];
}

export async function moveToTrash(
  options: WorkspaceOptions,
  { path, session }: SessionPaths,
  companions: readonly string[],
): Promise<void> {
  const name = `${formatTrashStamp(getWallMs(options))}.${encodeRefName(options.project)}.${encodeRefName(session)}`;
  const about = { session, path, companions, atMs: getWallMs(options) };
  for (const trash of listTrashes(options)) {
    const folder = join(trash, name);
    replaceFile(join(folder, "about.json"), JSON.stringify(about));
    if ((await move(path, join(folder, "tree"))) === "other_filesystem") {
      await rm(folder, { recursive: true });
      continue;
    }
    await moveCompanions({ ...about, folder });
    return;
  }
}

/** Finishes what a crash left half done: the directory went, something of it stayed. */
export async function finishMoving(options: WorkspaceOptions, session: SessionId): Promise<void> {
  const entry = await findInTrash(options, session);
  if (entry !== null) await moveCompanions(entry);
}

/** The newest of the session's that still holds its directory. */
export async function findInTrash(options: WorkspaceOptions, session: SessionId): Promise<TrashEntry | null> {
  const suffix = `.${encodeRefName(options.project)}.${encodeRefName(session)}`;
  const found = await listTrashEntries(listTrashes(options), suffix);
  for (const entry of found.toReversed()) {
    if ((await lstat(join(entry.folder, "tree")).catch(returnNullIfAbsent)) !== null) return entry;
  }
  return null;
}

/** Everything back where it was. The place must be free. */
export async function bringBackFromTrash(entry: TrashEntry, path: string): Promise<void> {
  await move(join(entry.folder, "tree"), path);
  await returnCompanions(entry);
  await rm(entry.folder, { recursive: true });
}

/** After a crash in the middle of bringing back: the directory is home already, what belongs to it is not. */
export async function returnLeftCompanions(options: WorkspaceOptions, session: SessionId): Promise<void> {
  const suffix = `.${encodeRefName(options.project)}.${encodeRefName(session)}`;
  for (const entry of await listTrashEntries(listTrashes(options), suffix)) {
    const isEmptied = (await lstat(join(entry.folder, "tree")).catch(returnNullIfAbsent)) === null;
    if (!isEmptied) continue;
    await returnCompanions(entry);
    await rm(entry.folder, { recursive: true });
  }
}

/** All entries, oldest first. */
/** Those whose names end so: what belongs to others is not even opened. */
export async function listTrashEntries(trashes: readonly string[], suffix = ""): Promise<readonly TrashEntry[]> {
  const folders = await Promise.all(
    trashes.map(async (trash) => {
      const names = (await readdir(trash).catch(returnNullIfAbsent)) ?? [];
      return names.filter((name) => name.endsWith(suffix)).map((name) => join(trash, name));
    }),
  );
  const entries = await Promise.all(
    folders.flat().map(async (folder) => {
      const about = parseRescueNote(await readPlainText(join(folder, "about.json")));
      return about === null ? [] : [{ ...about, folder }];
    }),
  );
  return entries.flat().toSorted((a, b) => (basename(a.folder) < basename(b.folder) ? -1 : 1));
}

async function moveCompanions({ folder, companions }: TrashEntry): Promise<void> {
  for (const [n, from] of companions.entries()) await move(from, join(folder, String(n)));
}

async function returnCompanions({ folder, companions }: TrashEntry): Promise<void> {
  for (const [n, home] of companions.entries()) await move(join(folder, String(n)), home);
}

/** What is not there needs no moving. A small thing on another filesystem is copied; the directory itself never is. */
async function move(from: string, to: string): Promise<"moved" | "other_filesystem"> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await rename(from, to);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return "moved";
    if (!hasCode(error, "EXDEV")) throw error;
    if (basename(to) === "tree" || basename(from) === "tree") return "other_filesystem";
    await cp(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    await rm(from, { recursive: true });
  }
  return "moved";
}

/** Sorts by time, and stands in paths and refs. */
export function formatTrashStamp(ms: number): string {
  return new Date(ms)
    .toISOString()
    .replaceAll(/[-:]/g, "")
    .replace(/\.(\d+)Z$/, "$1Z");
}
