/** Commits on the agent's behalf what it left: in our view, without hooks; then the branch and the index follow. */
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import type { HttpHead } from "../../../domain/change/change.ts";
import { returnNullIfAbsent } from "../../../lib/files/plain-file.ts";
import { listChangedPaths, isBrought, isTooMuchOutput, takeIn, splitAtZero } from "./rescue/changed-paths.ts";
import { buildIdentity } from "./create/identity.ts";
import { installIndex } from "./index-file.ts";
import { readHead } from "./inspect.ts";
import type { LayoutStrategy, MadeWorkspace } from "./layout.ts";
import { findTakeable, type LeftOut } from "./rescue/find-takeable.ts";
import { WorkspaceTrouble } from "./trouble.ts";
import { openView, type WorkspaceView } from "./rescue/view.ts";

export async function commit(layout: LayoutStrategy, place: MadeWorkspace, subject: string): Promise<HttpHead> {
  const before = await readHead(layout, place);
  const view = await openView(layout, place);
  if ((await listChangedPaths(view)).length === 0) return before;
  await refuseUnlessOnBranch(view);
  await commitAll(layout, view, { before, subject });
  return readHead(layout, place);
}

async function commitAll(
  layout: LayoutStrategy,
  view: WorkspaceView,
  { before, subject }: { readonly before: HttpHead; readonly subject: string },
): Promise<void> {
  const { place } = view;
  const found = await listChangedFiles(view);
  // A folder here is a repository inside: committed, it would be a submodule that nobody can fetch.
  const wanted = found.filter((path) => !path.endsWith("/") && !isBrought(view, path));
  const { paths, leftOut } = await findTakeable(place.desk.path, wanted);
  await takeIn(view, paths);
  const tree = (await view.compute("write-tree", [])).trim();
  if (tree !== before.tree) {
    const message = ["-m", subject, ...(leftOut.length === 0 ? [] : ["-m", formatLeftOut(leftOut)])];
    const made = await view.compute("commit-tree", [tree, "-p", before.commit, ...message], {
      identity: buildIdentity(place.desk.session),
    });
    await layout.moveHead(place, { from: before.commit, to: made.trim() });
  }
  await installIndex(view.index, place.note.gitDir);
}

async function listChangedFiles(view: WorkspaceView): Promise<readonly string[]> {
  try {
    const options = ["-z", "--modified", "--deleted", "--others", "--exclude-standard"];
    return splitAtZero(await view.compute("ls-files", options));
  } catch (error) {
    if (!isTooMuchOutput(error)) throw error;
    const why = `${view.place.desk.path} holds more new files than git can list`;
    throw new WorkspaceTrouble("refused", `Nothing was committed: ${why}. Delete them, or have git ignore them.`);
  }
}

const formatLeftOut = (leftOut: readonly LeftOut[]): string =>
  `Left out:\n\n${leftOut.map(({ path, why }) => `- ${path} (${why})`).join("\n")}`;

async function refuseUnlessOnBranch({ place, headBranch }: WorkspaceView): Promise<void> {
  const { desk: paths, note } = place;
  if (headBranch !== paths.branch) {
    const where = headBranch === null ? "on no branch" : `on the branch ${headBranch}`;
    throw new WorkspaceTrouble("refused", `Nothing was committed: ${paths.path} is ${where}, not on ${paths.branch}.`);
  }
  for (const [file, what] of Object.entries(underWay)) {
    if ((await lstat(join(note.gitDir, file)).catch(returnNullIfAbsent)) === null) continue;
    throw new WorkspaceTrouble("refused", `Nothing was committed: a ${what} is under way in ${paths.path}.`);
  }
}

const underWay = {
  MERGE_HEAD: "merge",
  CHERRY_PICK_HEAD: "cherry-pick",
  REVERT_HEAD: "revert",
  "rebase-merge": "rebase",
  "rebase-apply": "rebase",
};
