/** Which files of a workspace a rescue saves, and which are only kept in the trash. */
import { constants } from "node:fs";
import { access, lstat } from "node:fs/promises";
import { join } from "node:path";
import { nullIfAbsent } from "../../../lib/plain-file.ts";
import { isOurLink } from "./bring-in.ts";
import { isBrought, zeroSeparated } from "./changed-paths.ts";
import type { View } from "./view.ts";
import { isSameFile, walk, type Bounds } from "./walk.ts";

/** What is ignored and bigger was built or downloaded, and can be again. */
const IGNORED_BOUNDS: Bounds = { files: 1_000, bytes: 20 * 1024 * 1024 };
/** All that is ignored together. */
const IGNORED_BYTES_MAX = 100 * 1024 * 1024;
/** Files of a repository inside: nobody ignores them, so they are work. */
const NESTED_BOUNDS: Bounds = { files: 20_000, bytes: 500 * 1024 * 1024 };

export type WorthSaving = {
  readonly paths: readonly string[];
  /** Each with the reason. */
  readonly leftOut: readonly string[];
};

export async function worthSaving(view: View): Promise<WorthSaving> {
  const [changed, ignored] = [await changedFiles(view), await ignoredFiles(view)];
  const paths: string[] = [];
  const unreadable: string[] = [];
  for (const path of [...changed.paths, ...ignored.paths]) {
    if (await isAsBrought(view, path)) continue;
    if (await isReadable(join(view.place.desk.path, path))) paths.push(path);
    else unreadable.push(`${path} (cannot be read)`);
  }
  return { paths, leftOut: [...changed.leftOut, ...ignored.leftOut, ...unreadable] };
}

/** Changed, gone and new ones. A name that ends with a slash is a repository inside. */
async function changedFiles(view: View): Promise<WorthSaving> {
  const options = ["-z", "--modified", "--deleted", "--others", "--exclude-standard"];
  const listed = [...new Set(zeroSeparated(await view.compute("ls-files", options)))];
  const nested = await within(
    view,
    listed.filter((path) => path.endsWith("/")),
    { each: NESTED_BOUNDS, bytes: Infinity },
  );
  return { ...nested, paths: [...listed.filter((path) => !path.endsWith("/")), ...nested.paths] };
}

async function ignoredFiles(view: View): Promise<WorthSaving> {
  const options = ["-z", "--others", "--ignored", "--exclude-standard", "--directory", "--no-empty-directory"];
  const listed = zeroSeparated(await view.compute("ls-files", options));
  return within(view, listed, { each: IGNORED_BOUNDS, bytes: IGNORED_BYTES_MAX });
}

async function within(
  { place }: View,
  listed: readonly string[],
  bounds: { readonly each: Bounds; readonly bytes: number },
): Promise<WorthSaving> {
  const paths: string[] = [];
  const leftOut: string[] = [];
  let bytesLeft = bounds.bytes;
  for (const path of listed) {
    const walked = await walk(place.desk.path, path, bounds.each);
    if (walked === null || walked.bytes > bytesLeft) {
      leftOut.push(`${path} (too big)`);
      continue;
    }
    bytesLeft -= walked.bytes;
    paths.push(...walked.paths);
  }
  return { paths, leftOut };
}

/** The person's checkout has the same: nothing is lost with it. */
async function isAsBrought(view: View, path: string): Promise<boolean> {
  if (!isBrought(view, path)) return false;
  const { site, desk } = view.place;
  if (await isOurLink(view.place, path)) return true;
  const { checkout } = site.repository;
  return checkout !== null && isSameFile(join(checkout, path), join(desk.path, path));
}

async function isReadable(path: string): Promise<boolean> {
  const found = await lstat(path).catch(nullIfAbsent);
  if (found?.isFile() !== true) return true;
  return access(path, constants.R_OK).then(
    () => true,
    (error: unknown) => !(error instanceof Error),
  );
}
