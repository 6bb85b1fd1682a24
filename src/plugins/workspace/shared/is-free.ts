/** Are directory and branch still free? Asked at the edge, before a session gets it; `create` makes sure once more. */
import { lstat } from "node:fs/promises";
import { branchNameProblem } from "../../../lib/git-ref-name.ts";
import { nullIfAbsent } from "../../../lib/plain-file.ts";
import type { Place } from "./layout.ts";
import { need } from "./trouble.ts";

export async function isFree({ site, desk }: Place): Promise<boolean> {
  const { repository } = site;
  const { branch, path } = desk;
  if (branchNameProblem(branch) !== null) return false;
  if ((await lstat(path).catch(nullIfAbsent)) !== null) return false;
  const parts = branch.split("/");
  const above = parts.slice(0, -1).map((_, at) => parts.slice(0, at + 1).join("/"));
  // A branch is in the way of one below it, and one below is in the way of it.
  for (const kind of ["refs/heads", "refs/ao/heads"]) {
    for (const one of above) if (need(await repository.readRef(`${kind}/${one}`)) !== null) return false;
  }
  return need(await repository.listRefs(`refs/heads/${branch}`, `refs/ao/heads/${branch}`)).size === 0;
}
