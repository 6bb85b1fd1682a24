/** Which files of a workspace a rescue saves, and which are only kept in the trash. */
import { join } from "node:path";
import { isOurLink } from "../create/bring-in.ts";
import { isBrought, isTooMuchOutput, splitAtZero } from "./changed-paths.ts";
import { findTakeable } from "./find-takeable.ts";
import type { WorkspaceView } from "./view.ts";
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

export async function findWorthSaving(view: WorkspaceView): Promise<WorthSaving> {
  const [changed, ignored] = [await findChangedFiles(view), await findIgnoredFiles(view)];
  const own: string[] = [];
  for (const path of [...changed.paths, ...ignored.paths]) if (!(await isAsBrought(view, path))) own.push(path);
  const { paths, leftOut } = await findTakeable(view.place.desk.path, own);
  return {
    paths,
    leftOut: [...changed.leftOut, ...ignored.leftOut, ...leftOut.map(({ path, why }) => `${path} (${why})`)],
  };
}

/** Changed, gone and new ones. A name that ends with a slash is a repository inside. */
async function findChangedFiles(view: WorkspaceView): Promise<WorthSaving> {
  const known = splitAtZero(await view.compute("ls-files", ["-z", "--modified", "--deleted"]));
  const others = await findListedOthers(view);
  const listed = [...new Set([...known, ...others.paths])];
  const nested = await keepWithinBounds(
    view,
    listed.filter((path) => path.endsWith("/")),
    { each: NESTED_BOUNDS, bytes: Infinity },
  );
  return {
    leftOut: [...others.leftOut, ...nested.leftOut],
    paths: [...listed.filter((path) => !path.endsWith("/")), ...nested.paths],
  };
}

async function findListedOthers(view: WorkspaceView): Promise<WorthSaving> {
  try {
    const listed = await view.compute("ls-files", ["-z", "--others", "--exclude-standard"]);
    return { paths: splitAtZero(listed), leftOut: [] };
  } catch (error) {
    if (!isTooMuchOutput(error)) throw error;
    return { paths: [], leftOut: ["all files that git does not know (more than it can list)"] };
  }
}

async function findIgnoredFiles(view: WorkspaceView): Promise<WorthSaving> {
  const options = ["-z", "--others", "--ignored", "--exclude-standard", "--directory", "--no-empty-directory"];
  const listed = splitAtZero(await view.compute("ls-files", options));
  return keepWithinBounds(view, listed, { each: IGNORED_BOUNDS, bytes: IGNORED_BYTES_MAX });
}

async function keepWithinBounds(
  { place }: WorkspaceView,
  listed: readonly string[],
  bounds: { readonly each: Bounds; readonly bytes: number },
): Promise<WorthSaving> {
  const paths: string[] = [];
  const leftOut: string[] = [];
  let bytesLeft = bounds.bytes;
  for (const path of listed) {
    const walked = await walk(place.desk.path, path, bounds.each);
    if (walked === "hidden" || walked === "too_big" || walked.bytes > bytesLeft) {
      leftOut.push(`${path} (${walked === "hidden" ? "cannot be read" : "too big"})`);
      continue;
    }
    bytesLeft -= walked.bytes;
    paths.push(...walked.paths);
  }
  return { paths, leftOut };
}

/** The person's checkout has the same: nothing is lost with it. */
async function isAsBrought(view: WorkspaceView, path: string): Promise<boolean> {
  if (!isBrought(view, path)) return false;
  const { site, desk: paths } = view.place;
  if (await isOurLink(view.place, path)) return true;
  const { checkout } = site.repository;
  return checkout !== null && isSameFile(join(checkout, path), join(paths.path, path));
}
