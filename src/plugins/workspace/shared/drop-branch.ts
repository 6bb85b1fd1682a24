/** A branch whose work has landed: its commits stay pinned, its name leaves the person's list of branches. */
import type { CommitSha } from "../../../domain/model/ids.ts";
import { branchUse } from "../../../lib/git/git.ts";
import { readNote } from "./desk.ts";
import type { Layout, Place } from "./layout.ts";
import { sessionWorktrees } from "./session-notes.ts";
import { need } from "./trouble.ts";

export async function dropBranch(layout: Layout, place: Place, landed: CommitSha): Promise<void> {
  const { site, desk } = place;
  const note = await readNote(desk);
  // Without the note of where it was left, the branch could not be made again.
  if (note === null || note.left === null || (await layout.condition(place, note)).kind !== "absent") return;
  const ref = layout.headRef(desk);
  if (need(await site.repository.readRef(ref)) !== landed || note.left.head !== landed) return;
  const use = await branchUse(site.repository, desk.branch, await sessionWorktrees(site));
  if (need(use).kind === "free") await layout.dropHead(place, landed);
}
