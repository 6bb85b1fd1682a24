/** The files of a repository, as far as ecosystems look at them: names and small texts. Nothing is run. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { hasCode } from "../../lib/files/if-there.ts";

export type FileTree = {
  /** A file or a folder; the path is relative to the root. */
  readonly has: (path: string) => boolean;
  /** Null: there is no such file, or it cannot be read. */
  readonly read: (path: string) => string | null;
  /** Names in a folder, sorted; "" is the root. A folder that is missing is empty. */
  readonly list: (folder: string) => readonly string[];
};

/** Files of this kind are small; of a larger one only the beginning is read. */
const TEXT_MAX = 1_000_000;
/** A folder of generated files holds nothing that is looked for. */
const NAMES_MAX = 5_000;

export function openFileTree(root: string): FileTree {
  return {
    has: (path) => statSync(join(root, path), { throwIfNoEntry: false }) !== undefined,
    read: (path) => {
      const file = join(root, path);
      if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return null;
      const bytes = returnNullIfClosed(() => readFileSync(file));
      return bytes === null ? null : bytes.subarray(0, TEXT_MAX).toString("utf8");
    },
    list: (folder) => {
      const path = join(root, folder);
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
      return (returnNullIfClosed(() => readdirSync(path)) ?? []).sort().slice(0, NAMES_MAX);
    },
  };
}

/** What the person cannot read says nothing. */
function returnNullIfClosed<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (hasCode(error, "EACCES", "EPERM", "ENOENT")) return null;
    throw error;
  }
}

/** The first of these that is there. */
export const findFirstFile = (tree: FileTree, names: readonly string[]): string | null =>
  names.find((name) => tree.has(name)) ?? null;

/** Those of these that are there. */
export const listPresentFiles = (tree: FileTree, names: readonly string[]): readonly string[] =>
  names.filter((name) => tree.has(name));
