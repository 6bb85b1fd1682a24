/** What a turn left: the branch's newest commit, and whether anything is uncommitted. One process or two. */
import type { Head } from "../../../domain/change/change.ts";
import { commitSha, treeSha } from "../../../domain/model/ids.ts";
import { changedPaths } from "./changed-paths.ts";
import type { Layout, MadePlace } from "./layout.ts";
import { Trouble } from "./trouble.ts";
import { openView, treeOf } from "./view.ts";

export async function inspect(
  layout: Layout,
  place: MadePlace,
): Promise<{ readonly head: Head; readonly dirty: boolean }> {
  // Finding the head may bring commits over from a clone: nobody else may be at it meanwhile.
  const commit = await commitOf(layout, place);
  const [head, changed] = await Promise.all([withTree(place, commit), openView(layout, place).then(changedPaths)]);
  return { head, dirty: changed.length > 0 };
}

export async function headOf(layout: Layout, place: MadePlace): Promise<Head> {
  return withTree(place, await commitOf(layout, place));
}

async function commitOf(layout: Layout, place: MadePlace): Promise<string> {
  const commit = await layout.head(place);
  if (commit !== null) return commit;
  throw new Trouble("refused", `The branch ${place.desk.branch} of the session ${place.desk.session} is gone.`);
}

async function withTree({ site }: MadePlace, commit: string): Promise<Head> {
  return { commit: commitSha(commit), tree: treeSha(await treeOf(site, commit)) };
}
