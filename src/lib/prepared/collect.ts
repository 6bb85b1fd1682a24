/**
 * What set-up left in a workspace that was clean before, and whether it can be given to others. It cannot where it is
 * more than files in folders, or where a program names the workspace in a way that cannot be changed: then each
 * workspace is set up by itself.
 */
import { lstatSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { OwnGit } from "../git/git.ts";
import { findMentions } from "./find-mentions.ts";
import type { PreparedRecord } from "./parse-entry.ts";
import { isInnerPath } from "./plain-parents.ts";
import { walkTree } from "./walk-tree.ts";

export type Workplace = {
  readonly tree: string;
  /** Git's record of the files that were laid out. */
  readonly index: string;
};

export type Collecting = {
  readonly own: OwnGit;
  readonly cache: readonly string[];
  /** Files of the person's checkout, which set-up did not make. */
  readonly brought: readonly string[];
};

export type Collected =
  | { readonly ok: true; readonly made: Pick<PreparedRecord, "items" | "isOfTree" | "texts" | "links"> }
  | { readonly ok: false; readonly why: string };

export async function collectMade(place: Workplace, { own, cache, brought }: Collecting): Promise<Collected> {
  const list = async (...args: readonly string[]): Promise<readonly string[]> => {
    const listed = await own.compute("ls-files", [...args, "-z"], { workTree: place.tree, index: place.index });
    if (!listed.ok) throw new Error(listed.error.message);
    return listed.value.split("\0").filter((path) => path !== "");
  };
  const patterns = cache.flatMap((folder) => ["-x", folder]);
  const changed = await list("--modified", "--deleted");
  if (changed.length > 0) return { ok: false, why: `set-up changes a file of the repository (${changed[0] ?? ""})` };
  const submodules = (await list("--stage")).flatMap((line) =>
    line.startsWith("160000") ? [line.split("\t")[1] ?? ""] : [],
  );
  if (await hasFilled(place.tree, submodules, cache)) return { ok: false, why: "set-up fills a folder in a submodule" };
  const folders = removeTrailingSlashes(await list("--others", "--ignored", "--directory", ...patterns));
  const others = removeTrailingSlashes(await list("--others", "--directory", "--no-empty-directory", ...patterns));
  const beside = others.filter((path) => !brought.includes(path) && !isPassedOver(path));
  const paths = [...folders.filter((path) => !brought.includes(path)), ...beside].filter(isInnerPath);
  const filled = paths.filter((path) => isFilled(join(place.tree, path)));
  if (filled.length > ITEMS_MAX) return { ok: false, why: `set-up makes more than ${ITEMS_MAX} things` };
  const seen = await lookThrough(place.tree, filled);
  if (!seen.ok) return seen;
  const items = filled.map((path, n) => ({ path, at: String(n) }));
  return { ok: true, made: { items, isOfTree: !beside.every(isOfKey), texts: seen.texts, links: seen.links } };
}

/** Git lists nothing of what lies in a submodule. */
async function hasFilled(tree: string, submodules: readonly string[], cache: readonly string[]): Promise<boolean> {
  const names = new Set(cache.map((path) => path.replace(/\/+$/, "").split("/").at(-1)));
  let isFound = false;
  for (const submodule of submodules) {
    if (lstatSync(join(tree, submodule), { throwIfNoEntry: false })?.isDirectory() !== true) continue;
    await walkTree(join(tree, submodule), (path) => (isFound ||= names.has(path.split("/").at(-1))));
  }
  return isFound;
}

/** Each is laid by itself; a set-up that makes more of them beside its folders is none that is worth keeping. */
const ITEMS_MAX = 500;

const removeTrailingSlashes = (paths: readonly string[]): readonly string[] =>
  paths.map((path) => path.replace(/\/$/, ""));

/** Python writes these while it runs, and again where they are missing. */
const isPassedOver = (path: string): boolean => path.split("/").at(-1) === "__pycache__";

/** What package managers leave beside the folder that they fill: it follows from the lockfile, not from other files. */
const OF_KEY: readonly RegExp[] = [
  /^\.husky(\/_)?$/,
  /(^|\/)[^/]+\.egg-info$/,
  /^\.yarn(\/|$)/,
  /^\.pnp(\.|$)/,
  /^\.bundle(\/|$)/,
  /(^|\/)\.gradle$/,
];

const isOfKey = (path: string): boolean => OF_KEY.some((pattern) => pattern.test(path));

/** An empty folder says nothing: what checks leave in it is kept for the next one. */
function isFilled(path: string): boolean {
  const found = lstatSync(path);
  return found.isFile() || (found.isDirectory() && readdirSync(path).length > 0);
}

type Seen =
  | { readonly ok: true; readonly texts: readonly string[]; readonly links: readonly string[] }
  | { readonly ok: false; readonly why: string };

async function lookThrough(tree: string, items: readonly string[]): Promise<Seen> {
  const links: string[] = [];
  let odd: string | null = null;
  const look = (path: string): void => {
    const found = lstatSync(join(tree, path));
    if (found.isSymbolicLink()) {
      if (readlinkSync(join(tree, path)).startsWith(tree)) links.push(path);
    } else if (!found.isDirectory() && !found.isFile()) odd ??= path;
  };
  for (const item of items) {
    look(item);
    if (lstatSync(join(tree, item)).isDirectory()) await walkTree(join(tree, item), (path) => look(`${item}/${path}`));
  }
  if (odd !== null) return { ok: false, why: `set-up makes something that is not a file (${String(odd)})` };
  const found = await findMentions(tree, items);
  return found.ok ? { ok: true, texts: found.texts, links } : found;
}
