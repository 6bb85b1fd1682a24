/** Copies and links files of the person's checkout into a new workspace; never from or to anywhere else. */
import { constants } from "node:fs";
import { cp, lstat, mkdir, readlink, realpath, symlink } from "node:fs/promises";
import { dirname, isAbsolute, join, normalize } from "node:path";
import { nullIfAbsent } from "../../../lib/plain-file.ts";
import type { Place } from "./layout.ts";
import type { WorkspaceOptions } from "./options.ts";
import { isInside } from "./site.ts";
import { Trouble } from "./trouble.ts";

/** Before anything is made: are all of them paths inside the repository? */
export function refuseOutsiders({ copy, symlinks }: WorkspaceOptions): void {
  for (const path of [...copy, ...symlinks]) refuseOutside(path);
}

export async function bringIn({ site, desk }: Place): Promise<void> {
  const { checkout } = site.repository;
  const { copy, symlinks } = site.options;
  if (checkout === null) return;
  for (const path of copy) {
    const way = await wayIn(checkout, desk.path, path);
    if (way !== null) {
      const how = { recursive: true, force: false, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE };
      await cp(way.from, way.to, how);
    }
  }
  for (const path of symlinks) {
    const way = await wayIn(checkout, desk.path, path);
    if (way !== null && way.isFree) await symlink(way.from, way.to);
  }
}

function refuseOutside(path: string): void {
  const normal = normalize(path);
  const isBelow = path !== "" && !isAbsolute(path) && isInside("/x", join("/x", normal));
  if (isBelow && !normal.split("/").includes(".git")) return;
  throw new Trouble(
    "refused",
    `No workspace was made: "${path}" under copy or symlinks is no path inside the repository.`,
  );
}

type Way = { readonly from: string; readonly to: string; readonly isFree: boolean };

/** Null when the checkout has no such file. Links on the way must not lead out of the checkout, nor of the workspace. */
async function wayIn(checkout: string, workspace: string, path: string): Promise<Way | null> {
  const from = join(checkout, path);
  const source = await realpath(from).catch(nullIfAbsent);
  if (source === null) return null;
  if (!isInside(await realpath(checkout), source)) throw leads(path, "out of the repository", source);
  const to = join(workspace, path);
  const parent = await realpath(await deepestFolder(dirname(to)));
  const inside = await realpath(workspace);
  if (parent !== inside && !isInside(inside, parent)) throw leads(path, "out of the workspace", parent);
  await mkdir(dirname(to), { recursive: true });
  return { from, to, isFree: (await lstat(to).catch(nullIfAbsent)) === null };
}

async function deepestFolder(path: string): Promise<string> {
  return (await lstat(path).catch(nullIfAbsent)) === null ? deepestFolder(dirname(path)) : path;
}

const leads = (path: string, where: string, target: string): Trouble =>
  new Trouble("refused", `No workspace was made: "${path}" under copy or symlinks leads ${where}, to ${target}.`);

/** Is this link one that we made, and still the same? */
export async function isOurLink({ site, desk }: Place, path: string): Promise<boolean> {
  const { checkout } = site.repository;
  const target = await readlink(join(desk.path, path)).catch(nullIfNoLink);
  return checkout !== null && target === join(checkout, path);
}

function nullIfNoLink(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "EINVAL") return null;
  return nullIfAbsent(error);
}
