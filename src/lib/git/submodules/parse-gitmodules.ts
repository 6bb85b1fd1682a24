/**
 * What a tree's `.gitmodules` says of its submodules. An agent may have written it, so it is data: a name becomes a part of
 * a path in the person's git folder, and a path one in a workspace. What git itself refuses, and what has been used to get
 * programs run (CVE-2018-11235, CVE-2019-1387, CVE-2024-32002 and the like), is not a submodule for us.
 */
import type { Setting } from "../settings/parse-git-config.ts";

export type NamedSubmodule = { readonly name: string; readonly path: string };

/** `settings`: the file as `git config --list` reads it. Of several paths for a name the last counts, as for git. */
export function parseSubmodules(settings: readonly Setting[]): readonly NamedSubmodule[] {
  const paths = new Map<string, string>();
  for (const { key, value } of settings) {
    const name = /^submodule\.(.*)\.path$/s.exec(key)?.[1];
    if (name !== undefined) paths.set(name, value);
  }
  return [...paths]
    .map(([name, path]) => ({ name, path: path.replace(/\/$/, "") }))
    .filter(({ name, path }) => isSafeName(name) && isSafePath(path));
}

/** It may hold slashes: names are paths by default. */
function isSafeName(name: string): boolean {
  return isPlainWay(name) && !/^-/.test(name);
}

function isSafePath(path: string): boolean {
  // Git takes what begins with a colon for a pattern.
  return isPlainWay(path) && !/^[-:]/.test(path) && !path.split("/").some(isGitFolder);
}

/** Git is given all paths of a tree as arguments, and the system takes only so many bytes of them. */
const WAY_BYTES_MAX = 1_000;

/** Relative, without a step up, a step in place, a character that ends a line, or a backslash, which is a slash elsewhere. */
function isPlainWay(way: string): boolean {
  if (Buffer.byteLength(way) > WAY_BYTES_MAX) return false;
  return way.split("/").every((part) => part !== "" && part !== "." && part !== ".." && !/[\p{Cc}\\]/u.test(part));
}

/** Also as file systems spell it that know no case, or short names, or drop characters that nobody sees. */
function isGitFolder(part: string): boolean {
  const plain = part.replaceAll(/\p{Cf}/gu, "").toLowerCase();
  return /^\.git[ .]*(:.*)?$/.test(plain) || /^git~\d+$/.test(plain);
}
