/**
 * Lays a tree out in a check workspace: whatever earlier checks left is gone, but for the folders to be kept. Git looks
 * from outside, with our own configuration and index; the `.git` that checks find there is theirs to spoil, and new each
 * time. It has no remotes; its objects are borrowed.
 */
import { copyFile, mkdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CommitSha, TreeSha } from "../../../../domain/model/ids.ts";
import { readLfsSettings } from "../../../../lib/git/settings/lfs-settings.ts";
import type { Setting } from "../../../../lib/git/settings/parse-git-config.ts";
import type { GitContext } from "../../../shared/git/git-context.ts";
import { GitTrouble, need } from "../../../shared/git/trouble.ts";
import { forgetPointers, notePointers } from "../check-lfs.ts";
import { clearOldSubmodules, fillCheckSubmodules, type FilledSubmodules } from "../check-submodules.ts";
import type { CheckWorkspace } from "./pool.ts";
import { removeTree } from "../../../../lib/files/remove-tree.ts";

export type WorkspaceLayout = {
  readonly tree: TreeSha;
  /** A commit with that tree, which `HEAD` names. */
  readonly commit: CommitSha;
  readonly base: { readonly branch: string; readonly commit: CommitSha } | null;
  readonly cache: readonly string[];
};

export type LaidOut = FilledSubmodules & {
  /** Files that git-lfs keeps elsewhere, and that are not there. */
  readonly pointers: readonly string[];
};

export async function layOutWorkspace(
  git: GitContext,
  workspace: CheckWorkspace,
  layout: WorkspaceLayout,
): Promise<LaidOut> {
  await removeTree(join(workspace.tree, ".git"));
  await removeTree(workspace.temporary);
  await mkdir(workspace.temporary, { recursive: true, mode: 0o700 });
  await mkdir(workspace.tree, { recursive: true, mode: 0o700 });
  const submodules = await clearOldSubmodules(git, workspace, layout.tree);
  const settings = await readAcceptedSettings(git);
  const lfs = readLfsSettings({ settings, folder: join(git.own.gitDir, "lfs") }, git.repository.commonDir);
  try {
    await forgetPointers(git, workspace);
    await cleanAndCheckOut(git, workspace, layout, lfs);
  } catch (error) {
    if (!(error instanceof GitTrouble)) throw error;
    // Whatever is in the way (files of another owner, a damaged index): a new workspace has none of it.
    await removeTree(workspace.tree);
    await Promise.all([workspace.index, workspace.setupNote].map((file) => rm(file, { force: true })));
    await mkdir(workspace.tree, { mode: 0o700 });
    await cleanAndCheckOut(git, workspace, layout, lfs);
  }
  await giveGit(git, workspace, layout);
  const filled = await fillCheckSubmodules(git, workspace, { submodules, cache: layout.cache, settings });
  if (filled.hasCleared) await rm(workspace.setupNote, { force: true });
  return { ...filled, pointers: lfs.length === 0 ? [] : await notePointers(git, workspace) };
}

/** None while nobody has accepted what the repository's configuration says. */
async function readAcceptedSettings({ repository }: GitContext): Promise<readonly Setting[]> {
  const settings = await repository.settings();
  return !settings.ok && settings.error.kind === "not_accepted" ? [] : need(settings);
}

/** `settings`: the filters that files go through. */
async function cleanAndCheckOut(
  { own }: GitContext,
  workspace: CheckWorkspace,
  { tree, cache }: WorkspaceLayout,
  settings: readonly Setting[],
): Promise<void> {
  const place = { workTree: workspace.tree, index: workspace.index };
  const kept = cache.flatMap((folder) => ["-e", folder]);
  need(await own.compute("clean", ["-ffdxq", ...kept], place));
  need(await own.compute("read-tree", ["--reset", "-u", tree], { ...place, settings, timeoutMs: CHECKOUT_TIMEOUT_MS }));
}

/** Gigabytes of git-lfs take their time. */
const CHECKOUT_TIMEOUT_MS = 15 * 60_000;

async function giveGit(
  { own, repository }: GitContext,
  workspace: CheckWorkspace,
  { commit, base }: WorkspaceLayout,
): Promise<void> {
  const git = join(workspace.tree, ".git");
  await mkdir(join(git, "objects/info"), { recursive: true });
  await mkdir(join(git, "refs/heads"), { recursive: true });
  const objects = [repository.objects, join(own.gitDir, "objects")];
  const isSha256 = repository.objectFormat === "sha256";
  const config = [
    `[core]\n\trepositoryformatversion = ${isSha256 ? 1 : 0}\n\tbare = false\n`,
    ...(isSha256 ? ["[extensions]\n\tobjectFormat = sha256\n"] : []),
  ];
  await writeFile(join(git, "objects/info/alternates"), objects.map((path) => `${path}\n`).join(""));
  await writeFile(join(git, "config"), config.join(""));
  if (base !== null) await writeFile(join(git, "packed-refs"), `${base.commit} refs/heads/${base.branch}\n`);
  await writeFile(join(git, "HEAD"), `${commit}\n`);
  await copyIndex(workspace.index, join(git, "index"));
}

/** With its times: git takes a file for unchanged that is older than the index it is in. */
async function copyIndex(from: string, to: string): Promise<void> {
  const { atime, mtime } = await stat(from);
  await copyFile(from, to);
  await utimes(to, atime, mtime);
}
