/** Are directory and branch still free? Asked at the edge, before a session gets its name, and again by `create`. */
import { lstat } from "node:fs/promises";
import { findBranchNameProblem } from "../../../../lib/git/refs/ref-name.ts";
import { returnNullIfAbsent } from "../../../../lib/files/plain-file.ts";
import type { WorkspaceContext } from "../layout.ts";
import { needGit } from "../trouble.ts";

/** Null when both are, else what is in the way. */
export async function findObstacle({ site, desk: paths }: WorkspaceContext): Promise<string | null> {
  const { branch, path } = paths;
  if ((await lstat(path).catch(returnNullIfAbsent)) !== null) return `${path} exists and is not ours`;
  // The second is the branch of a session in a clone.
  for (const ref of [`refs/heads/${branch}`, `refs/ao/heads/${branch}`]) {
    const isFree = needGit(await site.repository.isRefFree(ref));
    if (!isFree) return `there is a branch ${branch}, or one above or below it, that is not ours`;
  }
  return null;
}

export async function isFree(place: WorkspaceContext): Promise<boolean> {
  return findBranchNameProblem(place.desk.branch) === null && (await findObstacle(place)) === null;
}
