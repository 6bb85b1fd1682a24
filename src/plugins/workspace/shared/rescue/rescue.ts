/**
 * Saves all that a workspace holds and no branch does, as a commit at `refs/ao/rescue/<session>/<time>`: changed, new and
 * ignored files, and the files of repositories inside. Its parents are the commit that was checked out, and what was
 * staged. Ignored folders too big to be anything but built or downloaded are only kept in the trash; the message of the
 * commit names them.
 */
import { takeIn } from "./changed-paths.ts";
import { buildIdentity } from "../create/identity.ts";
import type { LayoutStrategy, MadeWorkspace } from "../layout.ts";
import { listMovedSubmodules } from "../create/moved-submodules.ts";
import { getWallMs } from "../options.ts";
import { formatTrashStamp } from "./trash.ts";
import { needGit, WorkspaceTrouble } from "../trouble.ts";
import { openView, type WorkspaceView } from "./view.ts";
import { findWorthSaving } from "./worth-saving.ts";

type Saved = {
  readonly tree: string;
  readonly head: string;
  readonly commit: string;
  readonly isApart: boolean;
};

/** `ref`: null when there was nothing to save. `head`: where the branch was, as far as it could be taken over. */
export async function rescue(
  layout: LayoutStrategy,
  place: MadeWorkspace,
): Promise<{ readonly ref: string | null; readonly head: string }> {
  const { head: branchHead, why } = await findReachableHead(layout, place);
  // Objects that cannot be taken over are not built upon either: then only the files are saved.
  const view = await openView(layout, place, why === null ? {} : { isApart: true, head: branchHead });
  const head = view.head ?? branchHead;
  const headTree = await readCommitTree(view, head);
  const staged = why === null ? await readStagedTree(view) : null;
  const { paths, leftOut } = await findWorthSaving(view);
  await takeIn(view, paths, { raw: true });
  const tree = (await view.compute("write-tree", [])).trim();
  const isStagedApart = staged !== null && staged !== headTree && staged !== tree;
  const isKept = head === branchHead || (await isAncestor(view, head, branchHead));
  if (tree === headTree && !isStagedApart && isKept) return { ref: null, head: branchHead };
  const parents = [head, ...(isStagedApart ? [await commitTree(view, staged, [head], "Staged")] : [])];
  const lost = why === null ? [] : [`commits after ${branchHead} (${why})`];
  const inside = (await listMovedSubmodules(place.desk)).map((path) => `${path} (commits of a submodule)`);
  const commit = await commitTree(view, tree, parents, formatMessage(view, [...lost, ...inside, ...leftOut]));
  return { ref: await keep(layout, view, { commit, tree, head, isApart: why !== null }), head: branchHead };
}

/** `why`: the branch goes on from there, and that could not be taken over. */
export async function findReachableHead(
  layout: LayoutStrategy,
  place: MadeWorkspace,
): Promise<{ readonly head: string; readonly why: string | null }> {
  const { site, desk: paths, note } = place;
  try {
    return { head: (await layout.head(place)) ?? note.seen, why: null };
  } catch (error) {
    if (!(error instanceof WorkspaceTrouble) || error.code !== "gone") throw error;
    return { head: needGit(await site.repository.readRef(layout.headRef(paths))) ?? note.base, why: error.message };
  }
}

/** Null while a merge has left conflicts: then nothing whole is staged. */
async function readStagedTree(view: WorkspaceView): Promise<string | null> {
  const unmerged = await view.compute("ls-files", ["--unmerged", "-z"]);
  return unmerged === "" ? (await view.compute("write-tree", [])).trim() : null;
}

async function readCommitTree(view: WorkspaceView, commit: string): Promise<string> {
  return (await view.compute("rev-parse", ["--verify", `${commit}^{tree}`])).trim();
}

async function isAncestor(view: WorkspaceView, commit: string, of: string): Promise<boolean> {
  return (await view.compute("rev-list", ["--max-count=1", commit, `^${of}`])) === "";
}

async function commitTree(
  view: WorkspaceView,
  tree: string,
  parents: readonly string[],
  message: string,
): Promise<string> {
  const args = [tree, ...parents.flatMap((parent) => ["-p", parent])];
  const identity = buildIdentity(view.place.desk.session);
  return (await view.compute("commit-tree", args, { identity, input: message })).trim();
}

function formatMessage({ place }: WorkspaceView, leftOut: readonly string[]): string {
  const subject = `Rescued from ${place.desk.session}`;
  if (leftOut.length === 0) return `${subject}\n`;
  const list = leftOut.map((path) => `- ${path}`).join("\n");
  return `${subject}\n\nNot in here, but in the trash for as long as that is kept:\n\n${list}\n`;
}

async function keep(layout: LayoutStrategy, view: WorkspaceView, saved: Saved): Promise<string> {
  const { place } = view;
  const { site, desk: paths } = place;
  const before = await findNewestRescue(view);
  if (before !== null && before.tree === saved.tree && before.head === saved.head) return before.ref;
  const ref = `${paths.rescueRefs}${formatTrashStamp(getWallMs(site.options))}`;
  if (!saved.isApart) await layout.carryOver(place, saved.commit);
  needGit(await site.repository.updateRefs([{ ref, to: saved.commit, from: null }]));
  await readBack(view, ref, saved);
  return ref;
}

/** Every object of the rescue is read again, and its content compared with its name, before anything is moved away. */
async function readBack({ place }: WorkspaceView, ref: string, { commit, head }: Saved): Promise<void> {
  const { own, repository } = place.site;
  const found = needGit(await repository.readRef(ref));
  const { objects } = repository;
  const args = ["--objects", "--verify-objects", "--quiet", commit, `^${head}`];
  const read = await own.compute("rev-list", args, { objects, timeoutMs: READ_TIMEOUT_MS });
  if (found === commit && read.ok) return;
  throw new WorkspaceTrouble(
    "unavailable",
    `What was saved from ${place.desk.path} could not be read back; nothing was removed.`,
  );
}

const READ_TIMEOUT_MS = 10 * 60_000;

async function findNewestRescue(
  view: WorkspaceView,
): Promise<{ readonly ref: string; readonly tree: string; readonly head: string } | null> {
  const { repository } = view.place.site;
  const refs = needGit(await repository.listRefs(view.place.desk.rescueRefs));
  const [ref, commit] = [...refs].toSorted(([a], [b]) => (a < b ? -1 : 1)).at(-1) ?? [];
  if (ref === undefined || commit === undefined) return null;
  const [tree = "", head = ""] = (await view.compute("rev-parse", [`${commit}^{tree}`, `${commit}^1`])).split("\n");
  return { ref, tree, head };
}
