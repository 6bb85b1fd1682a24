/** Whether a path in a tree that anybody may have made lies where it seems to. */
import { lstatSync } from "node:fs";
import { join } from "node:path";

/**
 * Every folder on the way from `root` to `path` is there and is no link: a link would lead what is written there out of
 * the workspace.
 */
export function hasPlainParents(root: string, path: string): boolean {
  const names = path.split("/").slice(0, -1);
  return names.every((_, n) => isUnlinkedFolder(join(root, ...names.slice(0, n + 1)))) && isUnlinkedFolder(root);
}

export function isUnlinkedFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Not absolute, not leading up, and never git's own. */
export function isInnerPath(path: string): boolean {
  const names = path.split("/");
  return path !== "" && !names.some((name) => name === "" || name === "." || name === ".." || name === ".git");
}
