/** Check workspaces that no check has used for long: a check that comes later lays one out anew. */
import { renameSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { measureTree, createDeadline } from "../../../lib/files/measure-tree.ts";
import { returnNullIfAbsent } from "../../../lib/files/plain-file.ts";
import { removeTree } from "../../../lib/files/remove-tree.ts";

export type Unused = {
  readonly usedBeforeMs: number;
  /** The longest unused go until so much is free; infinite: all of them. */
  readonly wantedBytes: number;
};

export type RemovedWorkspace = { readonly path: string; readonly bytes: number };

/** `folder`: of one project. `isInUse`: of the workspace with that number. */
export async function removeUnused(
  folder: string,
  { usedBeforeMs, wantedBytes }: Unused,
  isInUse: (n: number) => boolean,
): Promise<readonly RemovedWorkspace[]> {
  const removed: RemovedWorkspace[] = [];
  let freedBytes = 0;
  for (const { n, usedMs } of await listLongestUnused(folder)) {
    if (usedMs >= usedBeforeMs || freedBytes >= wantedBytes) break;
    const path = join(folder, String(n));
    const { bytes } = await measureTree(path, { isOver: createDeadline(MEASURED_MS) });
    if (isInUse(n)) continue;
    // At once, so that a check that comes next finds nothing in its place; half of a tree would be taken for a whole one.
    const aside = `${path}.${Math.trunc(usedMs)}${BEING_REMOVED}`;
    renameSync(path, aside);
    await removeTree(aside);
    freedBytes += bytes;
    removed.push({ path, bytes });
  }
  return removed;
}

const MEASURED_MS = 2_000;
const BEING_REMOVED = ".unused";

type Found = { readonly n: number; readonly usedMs: number };

/** What an earlier removal left behind goes on the way. */
async function listLongestUnused(folder: string): Promise<readonly Found[]> {
  const names = (await readdir(folder).catch(returnNullIfAbsent)) ?? [];
  for (const name of names) if (name.endsWith(BEING_REMOVED)) await removeTree(join(folder, name));
  const found: Found[] = [];
  for (const name of names.filter((one) => /^\d+$/.test(one))) {
    // Each check makes the temporary folder in it anew, so its own time is that of the last check.
    const own = await stat(join(folder, name)).catch(returnNullIfAbsent);
    if (own !== null) found.push({ n: Number(name), usedMs: own.mtimeMs });
  }
  return found.toSorted((left, right) => left.usedMs - right.usedMs);
}
