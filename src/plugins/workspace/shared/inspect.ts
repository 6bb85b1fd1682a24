/** What a turn left: the branch's newest commit, and whether anything is uncommitted. One process or two. */
import type { HttpHead } from "../../../domain/change/change.ts";
import { commitSha, treeSha } from "../../../domain/model/ids.ts";
import { listChangedPaths } from "./rescue/changed-paths.ts";
import type { LayoutStrategy, MadeWorkspace } from "./layout.ts";
import { WorkspaceTrouble } from "./trouble.ts";
import { openView, readTree } from "./rescue/view.ts";

export async function inspect(
  layout: LayoutStrategy,
  place: MadeWorkspace,
): Promise<{ readonly head: HttpHead; readonly dirty: boolean }> {
  // Finding the head may bring commits over from a clone: nobody else may be at it meanwhile.
  const commit = await readHeadCommit(layout, place);
  const [head, changed] = await Promise.all([addTree(place, commit), openView(layout, place).then(listChangedPaths)]);
  return { head, dirty: changed.length > 0 };
}

export async function readHead(layout: LayoutStrategy, place: MadeWorkspace): Promise<HttpHead> {
  return addTree(place, await readHeadCommit(layout, place));
}

async function readHeadCommit(layout: LayoutStrategy, place: MadeWorkspace): Promise<string> {
  const commit = await layout.head(place);
  if (commit !== null) return commit;
  throw new WorkspaceTrouble(
    "refused",
    `The branch ${place.desk.branch} of the session ${place.desk.session} is gone.`,
  );
}

async function addTree({ site }: MadeWorkspace, commit: string): Promise<HttpHead> {
  return { commit: commitSha(commit), tree: treeSha(await readTree(site, commit)) };
}
