/**
 * A repository of the session's own that borrows the person's objects. It lies in our folder, and the workspace is its
 * linked worktree: refs, `HEAD`, index and objects are the agent's, and shared with nobody. Its commits reach the
 * person's repository by their content alone. There `refs/ao/heads/<branch>` follows the branch, so that the work is safe
 * whatever becomes of the directory, and so does `refs/heads/<branch>`, for people to look at.
 */
import type { Stats } from "node:fs";
import { lstat, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { limits } from "../../../domain/model/limits.ts";
import { findBranchUse } from "../../../lib/git/git.ts";
import { readPlainRef, writePlainRef } from "../../../lib/git/refs/plain-ref.ts";
import {
  formatAlternates,
  COMMON_DIR,
  formatPrivateWorktree,
  writePrivateRepository,
} from "../../../lib/git/private-repository.ts";
import type { RefUpdate } from "../../../lib/git/repository.ts";
import { sweepOddFiles } from "../../../lib/git/sweep-odd-files.ts";
import { transferCommit } from "../../../lib/git/transfer.ts";
import { returnNullIfAbsent, readPlainText } from "../../../lib/files/plain-file.ts";
import type { SessionPaths } from "../shared/session-paths.ts";
import { readGitLink } from "../shared/create/git-link.ts";
import { installIndex } from "../shared/index-file.ts";
import type { WorkspaceCondition, LayoutStrategy, MadeWorkspace, WorkspaceContext } from "../shared/layout.ts";
import type { Note } from "../shared/notes/parse-note.ts";
import { listSessionWorktrees } from "../shared/notes/session-notes.ts";
import { needGit } from "../shared/trouble.ts";
import { adoptOldClone, isOldClone } from "./adopt-old-clone.ts";
import { carryLargeFiles } from "./large-files.ts";

export const cloneLayout: LayoutStrategy = {
  name: "clone",
  sharesRefs: false,
  headRef: formatHeadRef,
  followers: (paths) => [formatHeadRef(paths), formatBranchRef(paths)],
  lay: async (place, { commit, onStart }) => {
    const { site, desk: paths } = place;
    const gitDir = await writeOurs(place);
    await startRefs(place, commit);
    const index = join(gitDir, "index");
    await rm(index, { force: true, recursive: true });
    const { path } = paths;
    needGit(await site.repository.checkOutInto({ path, index, commit, onStart, timeoutMs: CHECKOUT_TIMEOUT_MS }));
    return gitDir;
  },
  condition: examineCondition,
  adopt: async (place) => {
    if (!(await isOldClone(place))) return null;
    await adoptOldClone(place);
    return mend(place);
  },
  mend,
  forget: ({ desk: paths }) => rm(formatWorktree(paths), { recursive: true, force: true }),
  companions: async ({ desk: paths }) => [paths.privateGit],
  refuseIfElsewhere: async () => {},
  commonDir: ({ desk: paths }) => paths.privateGit,
  objects: ({ desk: paths }) => join(paths.privateGit, "objects"),
  sweep: async ({ desk: paths }) => {
    const folders = ["refs", "logs", "packed", "objects", "lfs"].map((name) => join(paths.privateGit, name));
    return (await Promise.all(folders.map((folder) => sweepOddFiles(folder, "all")))).flat();
  },
  mayBeOn: () => true,
  carryOver: bringOver,
  head: async (place) => {
    const { site, desk: paths } = place;
    const found = await readPlainRef(paths.privateGit, formatBranchRef(paths));
    if (found.kind !== "commit") return null;
    const followed = needGit(await site.repository.readRef(formatHeadRef(paths)));
    if (found.commit !== followed) await bringOver(place, found.commit);
    await follow(place, followed, found.commit);
    return found.commit;
  },
  moveHead: async ({ desk: paths }, { from, to }) => {
    needGit(await writePlainRef(paths.privateGit, { ref: formatBranchRef(paths), from, to }));
  },
  showBase,
  dropHead: async ({ site, desk: paths }, landed) => {
    const shown = needGit(await site.repository.readRef(formatBranchRef(paths)));
    const refs = [formatHeadRef(paths), ...(shown === landed ? [formatBranchRef(paths)] : [])];
    needGit(
      await site.repository.updateRefs([
        ...refs.map((ref) => ({ ref, to: null, from: landed })),
        { ref: paths.landedRef, to: landed },
      ]),
    );
  },
};

const CHECKOUT_TIMEOUT_MS = 15 * 60_000;

const formatBranchRef = (paths: SessionPaths): string => `refs/heads/${paths.branch}`;
const formatWorktree = (paths: SessionPaths): string =>
  formatPrivateWorktree({ dir: paths.privateGit, workspace: paths.path });

function formatHeadRef(paths: SessionPaths): string {
  return `refs/ao/heads/${paths.branch}`;
}

/** Answers where `HEAD` and the index lie. */
async function writeOurs({ site, desk: paths }: WorkspaceContext): Promise<string> {
  const { repository: lender, options } = site;
  const place = { dir: paths.privateGit, lender, workspace: paths.path };
  needGit(await writePrivateRepository(place, { branch: paths.branch, defaultBranch: options.defaultBranch }));
  return formatWorktree(paths);
}

/** The branch, and beside it the one it will land on: here and at the origin, as in any clone. */
async function startRefs({ site, desk: paths }: WorkspaceContext, commit: string): Promise<void> {
  const { defaultBranch } = site.options;
  needGit(await writePlainRef(paths.privateGit, { ref: formatBranchRef(paths), to: commit }));
  const base = needGit(await site.repository.readRef(paths.baseRef)) ?? commit;
  for (const ref of [`refs/remotes/origin/${defaultBranch}`, `refs/heads/${defaultBranch}`]) {
    const isThere = (await readPlainRef(paths.privateGit, ref)).kind !== "absent";
    if (!isThere) needGit(await writePlainRef(paths.privateGit, { ref, to: base }));
  }
}

/** The local one moves along for as long as the agent has left it where the origin's was. */
async function showBase({ site, desk: paths }: MadeWorkspace, commit: string): Promise<void> {
  const { defaultBranch } = site.options;
  const [remote, local] = [`refs/remotes/origin/${defaultBranch}`, `refs/heads/${defaultBranch}`];
  const [shown, own] = [await readPlainRef(paths.privateGit, remote), await readPlainRef(paths.privateGit, local)];
  if (shown.kind === "commit" && shown.commit === commit) return;
  const isLeft = own.kind === "commit" && shown.kind === "commit" && own.commit === shown.commit;
  for (const ref of [remote, ...(isLeft ? [local] : [])]) {
    const moved = await writePlainRef(paths.privateGit, { ref, to: commit });
    // An agent may have put a folder there, or left a lock: what it is shown is a help, and no condition of a turn.
    if (!moved.ok) return;
  }
}

async function bringOver({ site, desk: paths, note }: MadeWorkspace, commit: string): Promise<void> {
  const { repository, own } = site;
  const followed = needGit(await repository.readRef(formatHeadRef(paths)));
  const known = [...new Set([note.base, ...(followed === null ? [] : [followed])])];
  const bounds = { bytes: limits.transferBytesMax, objects: limits.transferObjectsMax, timeoutMs: limits.transferMs };
  needGit(await transferCommit(own, { repository, objects: join(paths.privateGit, "objects"), commit, known, bounds }));
  await carryLargeFiles(join(paths.privateGit, "lfs"), join(repository.commonDir, "lfs"));
}

/**
 * Ours moves in any case. The branch that people see moves while it is free, and only where nothing is lost by that: it
 * is where we left it, or behind. What a person put there stays.
 */
async function follow(place: MadeWorkspace, followed: string | null, head: string): Promise<void> {
  const { repository, own } = place.site;
  const { desk: paths } = place;
  const shown = needGit(await repository.readRef(formatBranchRef(paths)));
  const ours: readonly RefUpdate[] = followed === head ? [] : [{ ref: formatHeadRef(paths), to: head, from: followed }];
  const isLeft =
    shown === null || shown === followed || (await own.compute("merge-base", ["--is-ancestor", shown, head])).ok;
  const mayMove =
    shown !== head &&
    isLeft &&
    needGit(await findBranchUse(repository, paths.branch, await listSessionWorktrees(place.site))).kind === "free";
  const theirs: readonly RefUpdate[] = mayMove ? [{ ref: formatBranchRef(paths), to: head, from: shown }] : [];
  const both = await repository.updateRefs([...ours, ...theirs]);
  // A branch of theirs may have come in the way of this name. Ours is the one that counts.
  if (!both.ok) needGit(await repository.updateRefs(ours));
}

async function examineCondition(place: WorkspaceContext, note: Note): Promise<WorkspaceCondition> {
  const { path } = place.desk;
  const directory = await findEntry(path);
  if (directory === null) return { kind: "absent" };
  if (!directory.isDirectory()) return { kind: "foreign", why: `${path} is not a folder` };
  const [link, gitDir] = [await readGitLink(path), formatWorktree(place.desk)];
  if (link === null && (await findEntry(join(path, ".git"))) === null)
    return { kind: "broken", why: `${path} has lost its link to its repository` };
  if (link !== gitDir && link !== note.gitDir)
    return { kind: "foreign", why: `the file .git in ${path} leads to ${link ?? "no place"} instead of ${gitDir}` };
  if (link !== gitDir || !(await isTied(place))) return { kind: "broken", why: `the repository of ${path} has moved` };
  return examineLender(place);
}

const findEntry = (path: string): Promise<Stats | null> => lstat(path).catch(returnNullIfAbsent);

/** Its repository knows the directory, and the directory's metadata lead back to it. */
async function isTied({ desk: paths }: WorkspaceContext): Promise<boolean> {
  const gitDir = formatWorktree(paths);
  if ((await findEntry(gitDir))?.isDirectory() !== true) return false;
  const [common, home] = [await readPlainText(join(gitDir, "commondir")), await readPlainText(join(gitDir, "gitdir"))];
  return common === COMMON_DIR && home === `${join(paths.path, ".git")}\n`;
}

async function examineLender({ site, desk: paths }: WorkspaceContext): Promise<WorkspaceCondition> {
  const text = await readPlainText(join(paths.privateGit, "objects/info/alternates"));
  if (text === formatAlternates(site.repository)) return { kind: "intact" };
  const lender = text?.trim() ?? "";
  if ((await findEntry(lender)) === null)
    return { kind: "broken", why: `the repository that ${paths.path} borrows from has moved` };
  return { kind: "foreign", why: `${paths.path} borrows objects from ${lender} instead of ${site.repository.objects}` };
}

/** The files are the work, and its commits are in the person's repository: what is missing around them is laid anew. */
async function mend(place: MadeWorkspace): Promise<string> {
  const { site, desk: paths, note } = place;
  const gitDir = await writeOurs(place);
  const branch = await readPlainRef(paths.privateGit, formatBranchRef(paths));
  const commit =
    branch.kind === "commit"
      ? branch.commit
      : (needGit(await site.repository.readRef(formatHeadRef(paths))) ?? note.base);
  if (branch.kind !== "commit") await startRefs(place, commit);
  if ((await findEntry(join(gitDir, "index"))) !== null) return gitDir;
  const index = join(paths.folder, "repaired-index");
  await mkdir(paths.folder, { recursive: true, mode: 0o700 });
  needGit(await site.own.compute("read-tree", [commit], { index, objects: join(paths.privateGit, "objects") }));
  await installIndex(index, gitDir);
  return gitDir;
}
