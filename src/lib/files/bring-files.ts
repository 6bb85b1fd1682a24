/** Copies and links files of one folder into another; never from or to anywhere else. */
import { constants } from "node:fs";
import { cp, lstat, mkdir, realpath, symlink } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { returnNullIfAbsent } from "./plain-file.ts";

export type Bringing = {
  readonly from: string;
  readonly to: string;
  /** Paths inside both folders. What is missing is passed over. */
  readonly copy: readonly string[];
  readonly symlinks: readonly string[];
};

/** A link on the way leads out of one of the folders. */
export class LeadsOut extends Error {
  override readonly name = "LeadsOut";
}

export async function bringFiles({ from, to, copy, symlinks }: Bringing): Promise<void> {
  for (const path of copy) {
    const way = await findWayIn(from, to, path);
    const how = { recursive: true, force: false, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE };
    if (way !== null) await cp(way.from, way.to, how);
  }
  for (const path of symlinks) {
    const way = await findWayIn(from, to, path);
    if (way !== null && way.isFree) await symlink(way.from, way.to);
  }
}

type Way = { readonly from: string; readonly to: string; readonly isFree: boolean };

/** Null when there is no such file. Links on the way must not lead out of either folder. */
async function findWayIn(outer: string, inner: string, path: string): Promise<Way | null> {
  const from = join(outer, path);
  const source = await realpath(from).catch(returnNullIfAbsent);
  if (source === null) return null;
  if (!isBelow(await realpath(outer), source)) throw checkLinkTarget(path, "out of the repository", source);
  const to = join(inner, path);
  const parent = await realpath(await findDeepestFolder(dirname(to)));
  const inside = await realpath(inner);
  if (parent !== inside && !isBelow(inside, parent)) throw checkLinkTarget(path, "out of the workspace", parent);
  await mkdir(dirname(to), { recursive: true });
  return { from, to, isFree: (await lstat(to).catch(returnNullIfAbsent)) === null };
}

async function findDeepestFolder(path: string): Promise<string> {
  return (await lstat(path).catch(returnNullIfAbsent)) === null ? findDeepestFolder(dirname(path)) : path;
}

const isBelow = (folder: string, path: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

const checkLinkTarget = (path: string, where: string, target: string): LeadsOut =>
  new LeadsOut(`"${path}" under copy or symlinks leads ${where}, to ${target}.`);
