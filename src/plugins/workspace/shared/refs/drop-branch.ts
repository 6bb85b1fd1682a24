/** A branch whose work has landed: its commits stay pinned, its name leaves the person's list of branches. */
import type { CommitSha } from "../../../../domain/model/ids.ts";
import { findBranchUse } from "../../../../lib/git/git.ts";
import { readNote } from "../session-paths.ts";
import type { LayoutStrategy, WorkspaceContext } from "../layout.ts";
import { listSessionWorktrees } from "../notes/session-notes.ts";
import { needGit } from "../trouble.ts";

export async function dropBranch(layout: LayoutStrategy, place: WorkspaceContext, landed: CommitSha): Promise<void> {
  const { site, desk: paths } = place;
  const note = await readNote(paths);
  // Without the note of where it was left, the branch could not be made again.
  if (note === null || note.left === null || (await layout.condition(place, note)).kind !== "absent") return;
  const ref = layout.headRef(paths);
  if (needGit(await site.repository.readRef(ref)) !== landed || note.left.head !== landed) return;
  const use = await findBranchUse(site.repository, paths.branch, await listSessionWorktrees(site));
  if (needGit(use).kind === "free") await layout.dropHead(place, landed);
}
