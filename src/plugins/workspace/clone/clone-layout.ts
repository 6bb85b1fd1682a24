/**
 * A repository of the agent's own that borrows the person's objects: refs, stash and configuration are shared with
 * nobody. The branch lives in the clone; `refs/ao/heads/<branch>` in the person's repository follows it, so that its
 * commits are there whatever becomes of the directory.
 */
import type { Stats } from "node:fs";
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { carryOver, makeClone, moveCloneBranch, writeCloneFolder } from "../../../lib/git/clone.ts";
import { readRef } from "../../../lib/git/git.ts";
import { nullIfAbsent, readPlainText } from "../../../lib/plain-file.ts";
import { replaceFile } from "../../../lib/replace-file.ts";
import type { Desk } from "../shared/desk.ts";
import { installIndex } from "../shared/index-file.ts";
import type { Condition, Layout, MadePlace, Place } from "../shared/layout.ts";
import { need } from "../shared/trouble.ts";

export const cloneLayout: Layout = {
  name: "clone",
  sharesRefs: false,
  headRef,
  lay: async ({ site, desk }, { commit, onStart }) => {
    const { path, branch } = desk;
    const { repository, options } = site;
    const { defaultBranch } = options;
    need(await makeClone({ repository, path, branch, commit, defaultBranch, onStart }));
    return gitDirOf(desk);
  },
  condition,
  mend,
  forget: async () => {},
  companions: async () => [],
  refuseIfElsewhere: async () => {},
  commonDir: ({ desk }) => gitDirOf(desk),
  objects: ({ desk }) => join(gitDirOf(desk), "objects"),
  carryOver: bringOver,
  head: async (place) => {
    const { site, desk } = place;
    const head = await readRef(branchRef(desk), { commonDir: gitDirOf(desk) });
    const followed = need(await site.repository.readRef(headRef(desk)));
    if (head === null || head === followed) return head;
    await bringOver(place, head);
    need(await site.repository.updateRefs([{ ref: headRef(desk), to: head, from: followed }]));
    return head;
  },
  moveHead: async ({ desk }, { from, to }) => {
    need(await moveCloneBranch(gitDirOf(desk), { ref: branchRef(desk), from, to }));
  },
};

const gitDirOf = (desk: Desk): string => join(desk.path, ".git");
const branchRef = (desk: Desk): string => `refs/heads/${desk.branch}`;

function headRef(desk: Desk): string {
  return `refs/ao/heads/${desk.branch}`;
}

async function bringOver({ site, desk, note }: MadePlace, commit: string): Promise<void> {
  const { repository, own } = site;
  const followed = need(await repository.readRef(headRef(desk)));
  const known = [note.base, ...(followed === null ? [] : [followed])];
  need(await carryOver(own, { repository, objects: join(gitDirOf(desk), "objects"), commit, known }));
}

async function condition({ site, desk }: Place): Promise<Condition> {
  const { path } = desk;
  const gitDir = gitDirOf(desk);
  const directory = await found(path);
  if (directory === null) return { kind: "absent" };
  if (!directory.isDirectory()) return { kind: "foreign", why: `${path} is no folder` };
  const git = await found(gitDir);
  if (git === null) return { kind: "broken", why: `the git directory of ${path} is gone` };
  const objects = await found(join(gitDir, "objects"));
  const isElsewhere = (await found(join(gitDir, "commondir"))) !== null;
  if (!git.isDirectory() || objects?.isDirectory() !== true || isElsewhere) {
    return { kind: "foreign", why: `the git directory of ${path} leads somewhere else` };
  }
  const lender = (await readPlainText(join(gitDir, "objects/info/alternates")))?.trim() ?? "";
  if (lender === site.repository.objects) return { kind: "intact" };
  if ((await found(lender)) === null) {
    return { kind: "broken", why: `the repository that ${path} borrows from has moved` };
  }
  return { kind: "foreign", why: `${path} borrows objects from ${lender} instead of ${site.repository.objects}` };
}

const found = (path: string): Promise<Stats | null> => lstat(path).catch(nullIfAbsent);

/** The files are the work, and its commits are in the person's repository: a new git directory is laid under them. */
async function mend(place: MadePlace): Promise<string> {
  const { site, desk, note } = place;
  const { repository, options, own } = site;
  const gitDir = gitDirOf(desk);
  if ((await found(gitDir)) !== null) {
    replaceFile(join(gitDir, "objects/info/alternates"), `${repository.objects}\n`);
    return gitDir;
  }
  const commit = need(await repository.readRef(headRef(desk))) ?? note.base;
  const { path, branch } = desk;
  need(await writeCloneFolder({ repository, path, branch, commit, defaultBranch: options.defaultBranch }));
  const index = join(desk.folder, "mended-index");
  need(await own.compute("read-tree", [commit], { index }));
  await installIndex(index, gitDir);
  return gitDir;
}
