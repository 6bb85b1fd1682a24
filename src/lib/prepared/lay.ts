/** Lays a prepared result into a workspace: its folders, what else set-up made there, and its settings of git. */
import { lstatSync, mkdirSync } from "node:fs";
import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Setting } from "../git/git.ts";
import { hasCode } from "../files/if-there.ts";
import { returnNullIfAbsent } from "../files/plain-file.ts";
import { removeTree } from "../files/remove-tree.ts";
import { copyTree } from "./copy-tree.ts";
import { formatItemsFolder, formatSpareFolder } from "./entry.ts";
import type { PreparedRecord, PreparedItem } from "./parse-entry.ts";
import { hasPlainParents } from "./plain-parents.ts";
import { relocate } from "./relocate.ts";

export type Laying = {
  readonly entry: PreparedRecord;
  readonly entryFolder: string;
  /** The workspace; nothing runs there. */
  readonly tree: string;
  readonly signal: AbortSignal;
};

/** False: the workspace has no place for it, and is left without any of it. */
export async function layEntry(laying: Laying): Promise<boolean> {
  const { entry, tree } = laying;
  const there = entry.items.filter(({ path }) => hasPlainParents(tree, path));
  const isFree = there.every(({ path }) => lstatSync(join(tree, path), { throwIfNoEntry: false }) === undefined);
  if (!isFree) return false;
  const laid: PreparedItem[] = [];
  try {
    for (const item of there) {
      laid.push(item);
      await layItem(laying, item);
    }
    if (await relocate({ entry, tree, below: there.map(({ path }) => path) })) return true;
    await takeBack(tree, laid);
    return false;
  } catch (error) {
    await takeBack(tree, laid);
    throw error;
  }
}

async function takeBack(tree: string, items: readonly PreparedItem[]): Promise<void> {
  for (const { path } of items) await removeTree(join(tree, path));
}

/** The spare copy is moved, which takes no time; without one it is copied. */
async function layItem({ entryFolder, tree, signal }: Laying, { path, at }: PreparedItem): Promise<void> {
  if (await moveIfThere(join(formatSpareFolder(entryFolder), at), join(tree, path))) return;
  await copyTree(join(formatItemsFolder(entryFolder), at), join(tree, path), signal);
}

/** False: it is not there, or on another file system. */
async function moveIfThere(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT", "EXDEV", "EACCES", "EPERM")) return false;
    throw error;
  }
}

/** Git's settings name the workspace they were made in, too. */
export function fitSettings({ settings, madeIn }: PreparedRecord, tree: string): readonly Setting[] {
  return settings.map(({ key, value }) => ({ key, value: value.replaceAll(madeIn, () => tree) }));
}

/** Makes the copy that the next workspace is given by a rename; at once if there is one. */
export async function makeSpare({ items }: PreparedRecord, entryFolder: string, signal: AbortSignal): Promise<void> {
  const spare = formatSpareFolder(entryFolder);
  const there = new Set((await readdir(spare).catch(returnNullIfAbsent)) ?? []);
  mkdirSync(spare, { recursive: true, mode: 0o700 });
  for (const { at } of items) {
    if (there.has(at)) continue;
    // Under another name until it is whole: a rename takes what is there.
    const draft = join(spare, `${at}.making`);
    await removeTree(draft);
    await copyTree(join(formatItemsFolder(entryFolder), at), draft, signal);
    await rename(draft, join(spare, at));
  }
}
