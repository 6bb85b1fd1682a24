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
import { branchUse } from "../../../lib/git/git.ts";
import { readPlainRef, writePlainRef } from "../../../lib/git/plain-ref.ts";
import {
  alternatesText,
  COMMON_DIR,
  privateWorktree,
  writePrivateRepository,
} from "../../../lib/git/private-repository.ts";
import type { RefUpdate } from "../../../lib/git/repository.ts";
import { sweepOddFiles } from "../../../lib/git/sweep-odd-files.ts";
import { transferCommit } from "../../../lib/git/transfer.ts";
import { nullIfAbsent, readPlainText } from "../../../lib/plain-file.ts";
import type { Desk } from "../shared/desk.ts";
import { readGitLink } from "../shared/git-link.ts";
import { installIndex } from "../shared/index-file.ts";
import type { Condition, Layout, MadePlace, Place } from "../shared/layout.ts";
import type { Note } from "../shared/parse-note.ts";
import { sessionWorktrees } from "../shared/session-notes.ts";
import { need } from "../shared/trouble.ts";
import { adoptOldClone, isOldClone } from "./adopt-old-clone.ts";
import { carryLargeFiles } from "./large-files.ts";

export const cloneLayout: Layout = {
  name: "clone",
  sharesRefs: false,
  headRef,
  followers: (desk) => [headRef(desk), branchRef(desk)],
  lay: async (place, { commit, onStart }) => {
    const { site, desk } = place;
    const gitDir = await writeOurs(place);
    await startRefs(place, commit);
    const index = join(gitDir, "index");
    await rm(index, { force: true, recursive: true });
    const { path } = desk;
    need(await site.repository.checkOutInto({ path, index, commit, onStart, timeoutMs: CHECKOUT_TIMEOUT_MS }));
    return gitDir;
  },
  condition,
  adopt: async (place) => {
    if (!(await isOldClone(place))) return null;
    await adoptOldClone(place);
    return mend(place);
  },
  mend,
  forget: ({ desk }) => rm(worktreeOf(desk), { recursive: true, force: true }),
  companions: async ({ desk }) => [desk.privateGit],
  refuseIfElsewhere: async () => {},
  commonDir: ({ desk }) => desk.privateGit,
  objects: ({ desk }) => join(desk.privateGit, "objects"),
  sweep: async ({ desk }) => {
    const folders = ["refs", "logs", "packed", "objects", "lfs"].map((name) => join(desk.privateGit, name));
    return (await Promise.all(folders.map((folder) => sweepOddFiles(folder, "all")))).flat();
  },
  mayBeOn: () => true,
  carryOver: bringOver,
  head: async (place) => {
    const { site, desk } = place;
    const found = await readPlainRef(desk.privateGit, branchRef(desk));
    if (found.kind !== "commit") return null;
    const followed = need(await site.repository.readRef(headRef(desk)));
    if (found.commit !== followed) await bringOver(place, found.commit);
    await follow(place, followed, found.commit);
    return found.commit;
  },
  moveHead: async ({ desk }, { from, to }) => {
    need(await writePlainRef(desk.privateGit, { ref: branchRef(desk), from, to }));
  },
  showBase,
  dropHead: async ({ site, desk }, landed) => {
    const shown = need(await site.repository.readRef(branchRef(desk)));
    const refs = [headRef(desk), ...(shown === landed ? [branchRef(desk)] : [])];
    need(
      await site.repository.updateRefs([
        ...refs.map((ref) => ({ ref, to: null, from: landed })),
        { ref: desk.landedRef, to: landed },
      ]),
    );
  },
};

const CHECKOUT_TIMEOUT_MS = 15 * 60_000;

const branchRef = (desk: Desk): string => `refs/heads/${desk.branch}`;
const worktreeOf = (desk: Desk): string => privateWorktree({ dir: desk.privateGit, workspace: desk.path });

function headRef(desk: Desk): string {
  return `refs/ao/heads/${desk.branch}`;
}

/** Answers where `HEAD` and the index lie. */
async function writeOurs({ site, desk }: Place): Promise<string> {
  const { repository: lender, options } = site;
  const place = { dir: desk.privateGit, lender, workspace: desk.path };
  need(await writePrivateRepository(place, { branch: desk.branch, defaultBranch: options.defaultBranch }));
  return worktreeOf(desk);
}

/** The branch, and beside it the one it will land on: here and at the origin, as in any clone. */
async function startRefs({ site, desk }: Place, commit: string): Promise<void> {
  const { defaultBranch } = site.options;
  need(await writePlainRef(desk.privateGit, { ref: branchRef(desk), to: commit }));
  const base = need(await site.repository.readRef(desk.baseRef)) ?? commit;
  for (const ref of [`refs/remotes/origin/${defaultBranch}`, `refs/heads/${defaultBranch}`]) {
    const isThere = (await readPlainRef(desk.privateGit, ref)).kind !== "absent";
    if (!isThere) need(await writePlainRef(desk.privateGit, { ref, to: base }));
  }
}

/** The local one moves along for as long as the agent has left it where the origin's was. */
async function showBase({ site, desk }: MadePlace, commit: string): Promise<void> {
  const { defaultBranch } = site.options;
  const [remote, local] = [`refs/remotes/origin/${defaultBranch}`, `refs/heads/${defaultBranch}`];
  const [shown, own] = [await readPlainRef(desk.privateGit, remote), await readPlainRef(desk.privateGit, local)];
  if (shown.kind === "commit" && shown.commit === commit) return;
  const isLeft = own.kind === "commit" && shown.kind === "commit" && own.commit === shown.commit;
  for (const ref of [remote, ...(isLeft ? [local] : [])]) {
    const moved = await writePlainRef(desk.privateGit, { ref, to: commit });
    // An agent may have put a folder there, or left a lock: what it is shown is a help, and no condition of a turn.
    if (!moved.ok) return;
  }
}

async function bringOver({ site, desk, note }: MadePlace, commit: string): Promise<void> {
  const { repository, own } = site;
  const followed = need(await repository.readRef(headRef(desk)));
  const known = [...new Set([note.base, ...(followed === null ? [] : [followed])])];
  const bounds = { bytes: limits.transferBytesMax, objects: limits.transferObjectsMax, timeoutMs: limits.transferMs };
  need(await transferCommit(own, { repository, objects: join(desk.privateGit, "objects"), commit, known, bounds }));
  await carryLargeFiles(join(desk.privateGit, "lfs"), join(repository.commonDir, "lfs"));
}

/**
 * Ours moves in any case. The branch that people see moves while it is free, and only where nothing is lost by that: it
 * is where we left it, or behind. What a person put there stays.
 */
async function follow(place: MadePlace, followed: string | null, head: string): Promise<void> {
  const { repository, own } = place.site;
  const { desk } = place;
  const shown = need(await repository.readRef(branchRef(desk)));
  const ours: readonly RefUpdate[] = followed === head ? [] : [{ ref: headRef(desk), to: head, from: followed }];
  const isLeft =
    shown === null || shown === followed || (await own.compute("merge-base", ["--is-ancestor", shown, head])).ok;
  const mayMove =
    shown !== head &&
    isLeft &&
    need(await branchUse(repository, desk.branch, await sessionWorktrees(place.site))).kind === "free";
  const theirs: readonly RefUpdate[] = mayMove ? [{ ref: branchRef(desk), to: head, from: shown }] : [];
  const both = await repository.updateRefs([...ours, ...theirs]);
  // A branch of theirs may have come in the way of this name. Ours is the one that counts.
  if (!both.ok) need(await repository.updateRefs(ours));
}

async function condition(place: Place, note: Note): Promise<Condition> {
  const { path } = place.desk;
  const directory = await found(path);
  if (directory === null) return { kind: "absent" };
  if (!directory.isDirectory()) return { kind: "foreign", why: `${path} is no folder` };
  const [link, gitDir] = [await readGitLink(path), worktreeOf(place.desk)];
  if (link === null && (await found(join(path, ".git"))) === null)
    return { kind: "broken", why: `${path} has lost its link to its repository` };
  if (link !== gitDir && link !== note.gitDir)
    return { kind: "foreign", why: `the file .git in ${path} leads to ${link ?? "no place"} instead of ${gitDir}` };
  if (link !== gitDir || !(await isTied(place))) return { kind: "broken", why: `the repository of ${path} has moved` };
  return lentByPerson(place);
}

const found = (path: string): Promise<Stats | null> => lstat(path).catch(nullIfAbsent);

/** Its repository knows the directory, and the directory's metadata lead back to it. */
async function isTied({ desk }: Place): Promise<boolean> {
  const gitDir = worktreeOf(desk);
  if ((await found(gitDir))?.isDirectory() !== true) return false;
  const [common, home] = [await readPlainText(join(gitDir, "commondir")), await readPlainText(join(gitDir, "gitdir"))];
  return common === COMMON_DIR && home === `${join(desk.path, ".git")}\n`;
}

async function lentByPerson({ site, desk }: Place): Promise<Condition> {
  const text = await readPlainText(join(desk.privateGit, "objects/info/alternates"));
  if (text === alternatesText(site.repository)) return { kind: "intact" };
  const lender = text?.trim() ?? "";
  if ((await found(lender)) === null)
    return { kind: "broken", why: `the repository that ${desk.path} borrows from has moved` };
  return { kind: "foreign", why: `${desk.path} borrows objects from ${lender} instead of ${site.repository.objects}` };
}

/** The files are the work, and its commits are in the person's repository: what is missing around them is laid anew. */
async function mend(place: MadePlace): Promise<string> {
  const { site, desk, note } = place;
  const gitDir = await writeOurs(place);
  const branch = await readPlainRef(desk.privateGit, branchRef(desk));
  const commit =
    branch.kind === "commit" ? branch.commit : (need(await site.repository.readRef(headRef(desk))) ?? note.base);
  if (branch.kind !== "commit") await startRefs(place, commit);
  if ((await found(join(gitDir, "index"))) !== null) return gitDir;
  const index = join(desk.folder, "mended-index");
  await mkdir(desk.folder, { recursive: true, mode: 0o700 });
  need(await site.own.compute("read-tree", [commit], { index, objects: join(desk.privateGit, "objects") }));
  await installIndex(index, gitDir);
  return gitDir;
}
