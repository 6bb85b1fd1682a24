/**
 * A shared git folder, as a worktree's program sees it: an empty folder in memory with everything of the real one mounted
 * or linked into it, read-only. Git creates its lock files beside what they protect, even to drop `CHERRY_PICK_HEAD` of
 * its own worktree it must lock `packed-refs`; here it can.
 *
 * Files are links, since git replaces files by renaming and a mount would go on showing the old one: a branch that the
 * person's git packs meanwhile would be gone. Git follows up to five links to find where a lock belongs, the system up to
 * forty when it opens a file. So behind six links a file is read from the real folder and locked and replaced here: a new
 * setting lives as long as the program. Packed refs must not be replaced, because after that git removes the refs
 * themselves, which are not here: there the name that git first writes to is taken.
 */
import { lstatSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { Layer } from "./confinement-layers.ts";

const REAL = ".shared";
const LINKS_FOLLOWED_BY_GIT = 5;
const REPLACEABLE = ["config", "packed-refs"];
const WRITTEN_FIRST = `packed-refs~${LINKS_FOLLOWED_BY_GIT}.new`;

export function mountGitFolder(folder: string, layers: readonly Layer[]): readonly string[] {
  const names = readdirSync(folder).filter((name) => !REPLACEABLE.includes(name));
  return [
    ...["--tmpfs", folder, "--ro-bind", folder, join(folder, REAL)],
    ...names.flatMap((name) => listShownPaths(folder, name, layers)),
    ...chainLinks(folder, "config"),
    ...findPackedRefs(folder),
  ];
}

/** Where they are a link to a folder that may be written, they are the program's own. */
function findPackedRefs(folder: string): readonly string[] {
  const path = join(folder, "packed-refs");
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  if (isLink) return ["--symlink", readlinkSync(path), path];
  return [...chainLinks(folder, "packed-refs"), "--ro-bind", "/dev/null", join(folder, WRITTEN_FIRST)];
}

/** Mounts cost time, so they are made only where something is laid into them, and for `HEAD`: git takes a link for a branch. */
function listShownPaths(folder: string, name: string, layers: readonly Layer[]): readonly string[] {
  const path = join(folder, name);
  if (layers.some((layer) => layer.path === path)) return [];
  const isMount = name === "HEAD" || layers.some((layer) => layer.path.startsWith(`${path}/`));
  return isMount ? ["--ro-bind", path, path] : ["--symlink", join(REAL, name), path];
}

function chainLinks(folder: string, name: string): readonly string[] {
  const steps = Array.from({ length: LINKS_FOLLOWED_BY_GIT }, (_, index) => `${name}~${index + 1}`);
  const names = [name, ...steps];
  return names.flatMap((from, index) => ["--symlink", names[index + 1] ?? join(REAL, name), join(folder, from)]);
}
