/** git-lfs as the person has configured it, for our own git: it reads from their store, and from nowhere else. */
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { findProgram } from "../../process/find-program.ts";
import { isFilter, type Setting } from "./parse-git-config.ts";

export type LfsReader = {
  /** Every setting that holds in the person's repository. */
  readonly settings: readonly Setting[];
  /** A folder of ours for what git-lfs writes beside. */
  readonly folder: string;
};

/**
 * None where they do not use it, where it is not installed, or where `gitDir` has no such files: then pointers stay
 * pointers. What is missing there stays a pointer as well: a tree may name any server in its `.lfsconfig`, and these
 * settings win over that.
 */
export function readLfsSettings({ settings, folder }: LfsReader, gitDir: string): readonly Setting[] {
  const filters = settings.filter((setting) => isFilter(setting) && setting.key.startsWith("filter.lfs."));
  const objects = join(gitDir, "lfs/objects");
  if (filters.length === 0 || lstatSync(objects, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  if (findProgram("git-lfs") === null) return [];
  const storage = join(folder, createHash("sha256").update(gitDir).digest("hex").slice(0, 16));
  mkdirSync(storage, { recursive: true, mode: 0o700 });
  linkPath(join(storage, "objects"), objects);
  return [
    ...filters,
    { key: "lfs.storage", value: storage },
    // Nothing is downloaded from there, and nothing fails because of that.
    { key: "lfs.url", value: "file:///dev/null" },
    { key: "lfs.skipdownloaderrors", value: "true" },
  ];
}

function linkPath(path: string, target: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() === true && readlinkSync(path) === target) return;
  rmSync(path, { recursive: true, force: true });
  symlinkSync(target, path);
}
