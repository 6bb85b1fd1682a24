/**
 * A check workspace is used again and again, so what was laid there stays: before the files of the next tree are laid
 * out it is set aside, and afterwards it is put back to what it was and moved to its place again. No check finds what
 * another one left in these folders.
 */
import { mkdirSync, rmSync } from "node:fs";
import { chmod, rename } from "node:fs/promises";
import { join } from "node:path";
import { hasCode } from "../if-there.ts";
import { removeTree } from "../remove-tree.ts";
import { replaceFile } from "../replace-file.ts";
import { copyTree } from "./copy-tree.ts";
import { isPlainFolder, hasPlainParents } from "./plain-parents.ts";
import type { Entry, Item } from "./parse-entry.ts";
import { readDeskNote, type DeskNote } from "./parse-desk-note.ts";
import { relocate } from "./relocate.ts";
import { recordLaid, restore, type Laid } from "./restore.ts";

export type DeskPlace = {
  /** Ours; no program sees it. */
  readonly folder: string;
  readonly tree: string;
};

export type DeskLaying = {
  readonly entry: Entry;
  readonly key: string;
  /** Where its items lie. */
  readonly items: string;
  readonly signal: AbortSignal;
};

const noteFile = ({ folder }: DeskPlace): string => join(folder, "laid.json");
const asideFolder = ({ folder }: DeskPlace): string => join(folder, "laid");

/** Before the next tree is laid out; false: nothing was laid. What a check put in the place of a folder stays there. */
export async function setAside(desk: DeskPlace): Promise<boolean> {
  const note = await readDeskNote(noteFile(desk));
  if (note === null) {
    await removeTree(asideFolder(desk));
    return false;
  }
  mkdirSync(asideFolder(desk), { recursive: true, mode: 0o700 });
  for (const { path, at } of note.items) {
    const [from, to] = [join(desk.tree, path), join(asideFolder(desk), at)];
    if (!hasPlainParents(desk.tree, path) || !isPlainFolder(from)) continue;
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
export async function layInDesk(desk: DeskPlace, laying: DeskLaying): Promise<boolean> {
  const { entry, key } = laying;
  const before = await readDeskNote(noteFile(desk));
  const known = before?.key === key ? before.laid : {};
  rmSync(noteFile(desk), { force: true });
  if (before?.key !== key) await removeTree(asideFolder(desk));
  const there = entry.items.filter(({ path }) => hasPlainParents(desk.tree, path));
  const again: string[] = [];
  for (const item of there) again.push(...(await layItem(desk, laying, { item, laid: known[item.at] })));
  if (!(await relocate({ entry, tree: desk.tree, below: again }))) {
    for (const { path } of there) await removeTree(join(desk.tree, path));
    return false;
  }
  const laid: Record<string, Laid> = {};
  for (const { path, at } of there) laid[at] = await recordLaid(join(desk.tree, path));
  replaceFile(noteFile(desk), JSON.stringify({ key, items: there, laid } satisfies DeskNote));
  await removeTree(asideFolder(desk));
  return true;
}

/** Answers what was copied, as paths of the tree. */
async function layItem(
  desk: DeskPlace,
  { items, signal }: DeskLaying,
  { item: { path, at }, laid }: { readonly item: Item; readonly laid: Laid | undefined },
): Promise<readonly string[]> {
  const [from, aside, to] = [join(items, at), join(asideFolder(desk), at), join(desk.tree, path)];
  // Left by a set-up of its own, or put there by a check.
  await removeTree(to);
  if (laid === undefined || !isPlainFolder(aside)) {
    await copyTree(from, to, signal);
    return [path];
  }
  const copied = await restore({ folder: aside, from, laid });
  await rename(aside, to);
  return copied.map((below) => (below === "" ? path : `${path}/${below}`));
}
