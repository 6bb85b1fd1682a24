/**
 * A check workspace is used again and again, so what was laid there stays: before the files of the next tree are laid
 * out it is set aside, and afterwards it is put back to what it was and moved to its place again. No check finds what
 * another one left in these folders.
 */
import { mkdirSync, rmSync } from "node:fs";
import { chmod, rename } from "node:fs/promises";
import { join } from "node:path";
import { hasCode } from "../files/if-there.ts";
import { removeTree } from "../files/remove-tree.ts";
import { replaceFile } from "../files/replace-file.ts";
import { copyTree } from "./copy-tree.ts";
import { isUnlinkedFolder, hasPlainParents } from "./plain-parents.ts";
import type { PreparedRecord, PreparedItem } from "./parse-entry.ts";
import { readWorkspaceNote, type WorkspaceNote } from "./parse-workspace-note.ts";
import { relocate } from "./relocate.ts";
import { recordLaid, restore, type Laid } from "./restore.ts";

export type WorkspacePaths = {
  /** Ours; no program sees it. */
  readonly folder: string;
  readonly tree: string;
};

export type WorkspaceLaying = {
  readonly entry: PreparedRecord;
  readonly key: string;
  /** Where its items lie. */
  readonly items: string;
  readonly signal: AbortSignal;
};

const noteFile = ({ folder }: WorkspacePaths): string => join(folder, "laid.json");
const formatAsideFolder = ({ folder }: WorkspacePaths): string => join(folder, "laid");

/** Before the next tree is laid out; false: nothing was laid. What a check put in the place of a folder stays there. */
export async function setAside(workspace: WorkspacePaths): Promise<boolean> {
  const note = await readWorkspaceNote(noteFile(workspace));
  if (note === null) {
    await removeTree(formatAsideFolder(workspace));
    return false;
  }
  mkdirSync(formatAsideFolder(workspace), { recursive: true, mode: 0o700 });
  for (const { path, at } of note.items) {
    const [from, to] = [join(workspace.tree, path), join(formatAsideFolder(workspace), at)];
    if (!hasPlainParents(workspace.tree, path) || !isUnlinkedFolder(from)) continue;
    await removeTree(to);
    await moveAside(from, to);
  }
  return true;
}

/** A program may have locked it, and a locked folder cannot be moved. Where even that is not ours to change it stays. */
async function moveAside(from: string, to: string): Promise<void> {
  try {
    await chmod(from, 0o700);
    await rename(from, to);
  } catch (error) {
    if (!hasCode(error, "EACCES", "EPERM")) throw error;
  }
}

/** False: the tree has no place for it. */
export async function layInWorkspace(workspace: WorkspacePaths, laying: WorkspaceLaying): Promise<boolean> {
  const { entry, key } = laying;
  const before = await readWorkspaceNote(noteFile(workspace));
  const known = before?.key === key ? before.laid : {};
  rmSync(noteFile(workspace), { force: true });
  if (before?.key !== key) await removeTree(formatAsideFolder(workspace));
  const there = entry.items.filter(({ path }) => hasPlainParents(workspace.tree, path));
  const again: string[] = [];
  for (const item of there) again.push(...(await layItem(workspace, laying, { item, laid: known[item.at] })));
  if (!(await relocate({ entry, tree: workspace.tree, below: again }))) {
    for (const { path } of there) await removeTree(join(workspace.tree, path));
    return false;
  }
  const laid: Record<string, Laid> = {};
  for (const { path, at } of there) laid[at] = await recordLaid(join(workspace.tree, path));
  replaceFile(noteFile(workspace), JSON.stringify({ key, items: there, laid } satisfies WorkspaceNote));
  await removeTree(formatAsideFolder(workspace));
  return true;
}

/** Answers what was copied, as paths of the tree. */
async function layItem(
  workspace: WorkspacePaths,
  { items, signal }: WorkspaceLaying,
  { item: { path, at }, laid }: { readonly item: PreparedItem; readonly laid: Laid | undefined },
): Promise<readonly string[]> {
  const [from, aside, to] = [join(items, at), join(formatAsideFolder(workspace), at), join(workspace.tree, path)];
  // Left by a set-up of its own, or put there by a check.
  await removeTree(to);
  if (laid === undefined || !isUnlinkedFolder(aside)) {
    await copyTree(from, to, signal);
    return [path];
  }
  const copied = await restore({ folder: aside, from, laid });
  await rename(aside, to);
  return copied.map((below) => (below === "" ? path : `${path}/${below}`));
}
