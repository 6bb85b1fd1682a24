/** Hints that a branch may have moved. A hint that gets lost costs time, never truth: the branch is read anyway. */
import { watch, type FSWatcher } from "node:fs";
import { basename, dirname, join } from "node:path";

export type Watch = { readonly end: () => void };

/** `commonDir` holds the refs. Where they cannot be watched, nothing is. */
export function watchBranch(commonDir: string, branch: string, onHint: () => void): Watch {
  const file = join(commonDir, "refs/heads", branch);
  const watchers = [
    tryWatch(dirname(file), (name) => name === basename(file), onHint),
    tryWatch(commonDir, (name) => name === "packed-refs", onHint),
  ];
  return { end: () => watchers.forEach((watcher) => watcher?.close()) };
}

function tryWatch(folder: string, isMeant: (name: string) => boolean, onHint: () => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, (_, name) => {
      if (name === null || isMeant(name)) onHint();
    });
    // The folder went, or the system has no more watches to give.
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch (error) {
    if (error instanceof Error && "code" in error) return null;
    throw error;
  }
}
