/**
 * Puts a laid folder back to what it was after a program had it that nobody has read. What the program touched is found
 * by the change time of files, which the system sets and no program can: nothing that is untouched is read or copied.
 * Folders are told by their inode, since a folder in another's place has files that nobody touched.
 */
import { chmodSync, lstatSync, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { removeTree } from "../files/remove-tree.ts";
import { copyTree } from "./copy-tree.ts";
import { createSlicer, walkTree } from "./walk-tree.ts";

/** What a folder was like when nobody but us had touched it. */
export type Laid = {
  /** No file has changed after this. */
  readonly changedMs: number;
  readonly folders: Readonly<Record<string, number>>;
};

/** The clock that files are stamped with goes in steps; two changes within one could not be told apart. */
const CLOCK_STEP_MS = 20;

/** Afterwards any change is a later one. */
export async function recordLaid(folder: string): Promise<Laid> {
  const top = lstatSync(folder);
  const folders: Record<string, number> = { "": top.ino };
  let changedMs = top.isDirectory() ? 0 : top.ctimeMs;
  if (top.isDirectory())
    await walkTree(folder, (path, found) => {
      if (found.isDirectory()) folders[path] = found.ino;
      else changedMs = Math.max(changedMs, found.ctimeMs);
    });
  if (Date.now() - changedMs < CLOCK_STEP_MS) await pause(CLOCK_STEP_MS);
  return { changedMs, folders };
}

type Restoring = { readonly folder: string; readonly from: string; readonly laid: Laid };

/** Answers what was laid again, relative to the folder; the folder itself is "". */
export async function restore({ folder, from, laid }: Restoring): Promise<readonly string[]> {
  const copied: string[] = [];
  const again = async (path: string): Promise<void> => {
    await removeTree(join(folder, path));
    await copyTree(join(from, path), join(folder, path));
    copied.push(path);
  };
  if (!isUntouched("", lstatSync(folder), laid)) {
    await again("");
    return copied;
  }
  const waiting = lstatSync(folder).isDirectory() ? [""] : [];
  const rest = createSlicer();
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    restoreMode(join(folder, at), join(from, at));
    const { touched, folders, extra } = compare({ folder, from, laid }, at);
    waiting.push(...folders);
    for (const path of extra) await removeTree(join(folder, path));
    for (const path of touched) await again(path);
    await rest();
  }
  return copied;
}

/** A folder is the same one as before, and yet nobody may write there now. */
function restoreMode(folder: string, from: string): void {
  const [now, before] = [lstatSync(folder).mode, lstatSync(from).mode];
  if (now !== before) chmodSync(folder, before & PERMISSIONS);
}

const PERMISSIONS = 0o7777;

type Compared = {
  readonly touched: readonly string[];
  readonly extra: readonly string[];
  /** To be looked into. */
  readonly folders: readonly string[];
};

function compare({ folder, from, laid }: Restoring, at: string): Compared {
  const [touched, folders]: [string[], string[]] = [[], []];
  const own = new Set(readdirSync(join(from, at)));
  const extra = readdirSync(join(folder, at)).filter((name) => !own.has(name));
  for (const name of own) {
    const path = at === "" ? name : `${at}/${name}`;
    const found = lstatSync(join(folder, path), { throwIfNoEntry: false });
    if (found === undefined || !isUntouched(path, found, laid)) touched.push(path);
    else if (found.isDirectory()) folders.push(path);
  }
  return { touched, folders, extra: extra.map((name) => (at === "" ? name : `${at}/${name}`)) };
}

function isUntouched(path: string, found: Stats, { changedMs, folders }: Laid): boolean {
  const inode = Object.hasOwn(folders, path) ? folders[path] : undefined;
  if (found.isDirectory()) return inode === found.ino;
  return inode === undefined && found.ctimeMs <= changedMs;
}
