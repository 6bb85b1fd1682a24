/** Looks at everything below a folder without keeping the daemon from its other work. */
import { lstatSync, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTask } from "node:timers/promises";

/** As long as it works at a stretch: reading what the kernel holds in memory is far quicker at once than one call at a time. */
const SLICE_MS = 4;

/** Calls `visit` with each path below, relative to the folder; links are not followed. */
export async function walkTree(folder: string, visit: (path: string, found: Stats) => void): Promise<void> {
  const waiting = [""];
  const rest = createSlicer();
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const name of readdirSync(join(folder, at))) {
      const path = at === "" ? name : `${at}/${name}`;
      const found = lstatSync(join(folder, path));
      visit(path, found);
      if (found.isDirectory()) waiting.push(path);
    }
    await rest();
  }
}

/** Waits for its turn once a slice is over. */
export function createSlicer(): () => Promise<void> {
  let endMs = performance.now() + SLICE_MS;
  return async () => {
    if (performance.now() < endMs) return;
    await nextTask();
    endMs = performance.now() + SLICE_MS;
  };
}
