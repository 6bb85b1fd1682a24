/** Check workspaces: made once, cleaned for each use, given to one check at a time. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { readPlainText } from "../../../../lib/files/plain-file.ts";
import { removeUnused, type RemovedWorkspace, type Unused } from "../remove-unused.ts";

export type CheckWorkspace = {
  readonly folder: string;
  /** The files of the tree; the only folder, with `temporary`, that a check can write. */
  readonly tree: string;
  readonly temporary: string;
  /** Git's record of what we put into `tree`, out of the reach of checks. */
  readonly index: string;
  /** Holds the key of the set-up that was done here. */
  readonly setupNote: string;
};

export type Pool = {
  /** A free one, best one where this set-up was done already. */
  readonly take: (setupKey: string) => Promise<CheckWorkspace>;
  readonly giveBack: (workspace: CheckWorkspace) => void;
  /** Also those of earlier daemons; never one that a check uses. */
  readonly removeUnused: (unused: Unused) => Promise<readonly RemovedWorkspace[]>;
};

export function createWorkspacePool(folder: string): Pool {
  const busy = new Set<number>();
  const deskAt = (n: number): CheckWorkspace => {
    const own = join(folder, String(n));
    const at = (name: string): string => join(own, name);
    return { folder: own, tree: at("tree"), temporary: at("tmp"), index: at("index"), setupNote: at("set-up") };
  };
  let made = 0;
  return {
    take: async (setupKey) => {
      const free = Array.from({ length: made }, (_, n) => n).filter((n) => !busy.has(n));
      let chosen = free[0] ?? made;
      // Taken before anything is awaited: nobody else may choose it meanwhile.
      busy.add(chosen);
      made = Math.max(made, chosen + 1);
      for (const n of free) {
        if (busy.has(n) && n !== chosen) continue;
        if ((await readDoneSetup(deskAt(n))) !== setupKey) continue;
        if (n === chosen || busy.has(n)) break;
        busy.delete(chosen);
        busy.add(n);
        chosen = n;
        break;
      }
      const workspace = deskAt(chosen);
      await mkdir(workspace.folder, { recursive: true, mode: 0o700 });
      return workspace;
    },
    giveBack: ({ folder: own }) => void busy.delete(Number(own.slice(folder.length + 1))),
    removeUnused: (unused) => removeUnused(folder, unused, (n) => busy.has(n)),
  };
}

/** The key of the set-up whose results lie in the desk's kept folders; null: none. */
export async function readDoneSetup({ setupNote }: CheckWorkspace): Promise<string | null> {
  return readPlainText(setupNote);
}
