/** Commits on the agent's behalf what it left: in our view, without hooks; then the branch and the index follow. */
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import type { Head } from "../../../domain/change/change.ts";
import { nullIfAbsent } from "../../../lib/plain-file.ts";
import { changedPaths, isBrought, isTooMuchOutput, takeIn, zeroSeparated } from "./changed-paths.ts";
import { identityOf } from "./identity.ts";
import { installIndex } from "./index-file.ts";
import { headOf } from "./inspect.ts";
import type { Layout, MadePlace } from "./layout.ts";
import { takeable, type LeftOut } from "./takeable.ts";
import { Trouble } from "./trouble.ts";
import { openView, type View } from "./view.ts";

export async function commit(layout: Layout, place: MadePlace, subject: string): Promise<Head> {
  const before = await headOf(layout, place);
  const view = await openView(layout, place);
  if ((await changedPaths(view)).length === 0) return before;
  await refuseUnlessOnBranch(view);
  await commitAll(layout, view, { before, subject });
  return headOf(layout, place);
}

async function commitAll(
  layout: Layout,
  view: View,
  { before, subject }: { readonly before: Head; readonly subject: string },
): Promise<void> {
  const { place } = view;
  const found = await changedFiles(view);
  // A folder here is a repository inside: committed, it would be a submodule that nobody can fetch.
  const wanted = found.filter((path) => !path.endsWith("/") && !isBrought(view, path));
  const { paths, leftOut } = await takeable(place.desk.path, wanted);
  await takeIn(view, paths);
  const tree = (await view.compute("write-tree", [])).trim();
  if (tree !== before.tree) {
    const message = ["-m", subject, ...(leftOut.length === 0 ? [] : ["-m", leftOutText(leftOut)])];
    const made = await view.compute("commit-tree", [tree, "-p", before.commit, ...message], {
      identity: identityOf(place.desk.session),
    });
    await layout.moveHead(place, { from: before.commit, to: made.trim() });
  }
  await installIndex(view.index, place.note.gitDir);
}

async function changedFiles(view: View): Promise<readonly string[]> {
  try {
    const options = ["-z", "--modified", "--deleted", "--others", "--exclude-standard"];
    return zeroSeparated(await view.compute("ls-files", options));
  } catch (error) {
    if (!isTooMuchOutput(error)) throw error;
    const why = `${view.place.desk.path} holds more new files than git can list`;
    throw new Trouble("refused", `Nothing was committed: ${why}. Delete them, or have git ignore them.`);
  }
}

const leftOutText = (leftOut: readonly LeftOut[]): string =>
  `Left out:\n\n${leftOut.map(({ path, why }) => `- ${path} (${why})`).join("\n")}`;

async function refuseUnlessOnBranch({ place, headBranch }: View): Promise<void> {
  const { desk, note } = place;
  if (headBranch !== desk.branch) {
    const where = headBranch === null ? "on no branch" : `on the branch ${headBranch}`;
    throw new Trouble("refused", `Nothing was committed: ${desk.path} is ${where}, not on ${desk.branch}.`);
  }
  for (const [file, what] of Object.entries(underWay)) {
    if ((await lstat(join(note.gitDir, file)).catch(nullIfAbsent)) === null) continue;
    throw new Trouble("refused", `Nothing was committed: a ${what} is under way in ${desk.path}.`);
  }
}

const underWay = {
  MERGE_HEAD: "merge",
  CHERRY_PICK_HEAD: "cherry-pick",
  REVERT_HEAD: "revert",
  "rebase-merge": "rebase",
  "rebase-apply": "rebase",
};
