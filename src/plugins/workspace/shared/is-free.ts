/** Are directory and branch still free? Asked at the edge, before a session gets its name, and again by `create`. */
import { lstat } from "node:fs/promises";
import { branchNameProblem } from "../../../lib/git/ref-name.ts";
import { nullIfAbsent } from "../../../lib/plain-file.ts";
import type { Place } from "./layout.ts";
import { need } from "./trouble.ts";

/** Null when both are, else what is in the way. */
export async function whatIsInTheWay({ site, desk }: Place): Promise<string | null> {
  const { branch, path } = desk;
  if ((await lstat(path).catch(nullIfAbsent)) !== null) return `${path} exists and is not ours`;
  // The second is the branch of a session in a clone.
  for (const ref of [`refs/heads/${branch}`, `refs/ao/heads/${branch}`]) {
    const isFree = need(await site.repository.isRefFree(ref));
    if (!isFree) return `there is a branch ${branch}, or one above or below it, that is not ours`;
  }
  return null;
}

export async function isFree(place: Place): Promise<boolean> {
  return branchNameProblem(place.desk.branch) === null && (await whatIsInTheWay(place)) === null;
}
