/**
 * Where the person's repository keeps a submodule that they have initialized: `.git/modules/<name>`, for one inside another
 * `.git/modules/<outer>/modules/<name>`, or the submodule's own `.git` folder in their checkout, as older versions of git
 * made it and `git submodule add` leaves it where a repository was already.
 */
import { lstat, readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { returnNullIfAbsent } from "../../files/plain-file.ts";
import type { NamedSubmodule } from "./parse-gitmodules.ts";

/** A repository that keeps submodules. */
export type SubmoduleKeeper = {
  readonly gitDir: string;
  /** Submodules with a `.git` folder in the checkout, by name; only those that the person has initialized themselves. */
  readonly inCheckout: ReadonlyMap<string, string>;
};

export type SubmoduleStore = {
  readonly gitDir: string;
  /** Its folder lies in the person's checkout, which nobody else gets to see. */
  readonly isInCheckout: boolean;
};

/** Null: the person has not initialized it. */
export async function findSubmoduleStore(
  { gitDir, inCheckout }: SubmoduleKeeper,
  { name }: NamedSubmodule,
): Promise<SubmoduleStore | null> {
  const modules = join(gitDir, "modules");
  const found = await findRealStore(join(modules, name));
  const home = found === null ? null : await realpath(modules);
  if (found !== null && home !== null && found.startsWith(`${home}/`)) return { gitDir: found, isInCheckout: false };
  const own = inCheckout.get(name);
  const store = own === undefined ? null : await findRealStore(join(own, ".git"));
  return store === null ? null : { gitDir: store, isInCheckout: true };
}

async function findRealStore(path: string): Promise<string | null> {
  return (await isStore(path)) ? realpath(path) : null;
}

async function isStore(path: string): Promise<boolean> {
  const [objects, head] = await Promise.all(
    ["objects", "HEAD"].map((name) => lstat(join(path, name)).catch(returnNullIfAbsent)),
  );
  return objects?.isDirectory() === true && head?.isFile() === true;
}

/** Names hold slashes, and submodules hold submodules; deeper than this nobody nests them. */
const DEPTH_MAX = 12;
/** Each is a mount of every program that is confined. */
const STORES_MAX = 300;

/** The object folders of all submodules that the person's repository keeps in `.git/modules`. */
export async function listSubmoduleObjects(commonDir: string): Promise<readonly string[]> {
  const found: string[] = [];
  let waiting: readonly string[] = [join(commonDir, "modules")];
  for (let depth = 0; depth < DEPTH_MAX && waiting.length > 0; depth += 1) {
    const next: string[] = [];
    for (const folder of waiting) {
      const isKept = await isStore(folder);
      if (isKept) found.push(join(folder, "objects"));
      if (found.length >= STORES_MAX) return found;
      next.push(...(isKept ? [join(folder, "modules")] : await listFolders(folder)));
    }
    waiting = next;
  }
  return found;
}

async function listFolders(path: string): Promise<readonly string[]> {
  const entries = (await readdir(path, { withFileTypes: true }).catch(returnNullIfAbsent)) ?? [];
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(path, name));
}
