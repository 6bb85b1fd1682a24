/**
 * Submodules in a check workspace, laid out from the person's repository before each check as all else. The one before may
 * have put anything in their places; git by itself leaves such folders alone.
 */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { CommitSha, TreeSha } from "../../../domain/model/ids.ts";
import { readLfsSettings } from "../../../lib/git/settings/lfs-settings.ts";
import type { Setting } from "../../../lib/git/settings/parse-git-config.ts";
import { clearFolder, layOutSubmodules, type EmptySubmodule } from "../../../lib/git/submodules/lay-out-submodules.ts";
import { createPersonSubmoduleKeeper } from "../../../lib/git/submodules/persons-submodules.ts";
import { listTreeSubmodules, type TreeSubmodule } from "../../../lib/git/submodules/tree-submodules.ts";
import { readPlainText } from "../../../lib/files/plain-file.ts";
import { replaceFile } from "../../../lib/files/replace-file.ts";
import type { GitContext } from "../../shared/git/git-context.ts";
import { need } from "../../shared/git/trouble.ts";
import type { CheckWorkspace } from "./run/pool.ts";

export type FilledSubmodules = {
  /** Object folders that the `.git` of a submodule borrows from. */
  readonly readable: readonly string[];
  readonly empty: readonly EmptySubmodule[];
  /** Set-up has to run again: what it had put there is gone. */
  readonly hasCleared: boolean;
};

const formatRecords = (workspace: CheckWorkspace): string => join(workspace.folder, "submodules");
const listFile = (workspace: CheckWorkspace): string => join(formatRecords(workspace), "paths");

/** Before the tree is laid out: what an earlier tree had elsewhere goes. Answers the submodules of this one. */
export async function clearOldSubmodules(
  { own }: GitContext,
  workspace: CheckWorkspace,
  tree: TreeSha,
): Promise<readonly TreeSubmodule[]> {
  const submodules = need(await listTreeSubmodules(own, tree));
  const present = new Set(submodules.map(({ path }) => path));
  const place = { workTree: workspace.tree, records: formatRecords(workspace) };
  const before = ((await readPlainText(listFile(workspace))) ?? "").split("\0").filter((path) => path !== "");
  for (const path of before) if (!present.has(path)) await clearFolder(place, path);
  if (submodules.length > 0) replaceFile(listFile(workspace), [...present].join("\0"));
  else if (before.length > 0) await rm(formatRecords(workspace), { recursive: true, force: true });
  return submodules;
}

type Filling = {
  readonly submodules: readonly TreeSubmodule[];
  readonly cache: readonly string[];
  readonly settings: readonly Setting[];
};

/** After it: those that the person has. */
export async function fillCheckSubmodules(
  { own, repository }: GitContext,
  workspace: CheckWorkspace,
  { submodules, cache, settings }: Filling,
): Promise<FilledSubmodules> {
  if (submodules.length === 0) return { readable: [], empty: [], hasCleared: false };
  await mkdir(formatRecords(workspace), { recursive: true, mode: 0o700 });
  const { laid, empty, hasCleared } = await layOutSubmodules({
    ...{ own, submodules, workTree: workspace.tree, records: formatRecords(workspace), kept: cache },
    keeper: await createPersonSubmoduleKeeper(own, repository, settings),
    isSha256: repository.objectFormat === "sha256",
    filters: (store) => readLfsSettings({ settings, folder: join(own.gitDir, "lfs") }, store),
    configFor: async () => "",
  });
  return { readable: laid.flatMap(({ readable }) => readable), empty, hasCleared };
}

/** Are they as empty on the base? Then the tree is not to blame. */
export async function isEmptyOnBase(
  { own }: GitContext,
  empty: readonly EmptySubmodule[],
  base: CommitSha | null,
): Promise<boolean> {
  const lacking = empty.filter(({ why }) => why === "no_commit");
  if (base === null || lacking.length === 0) return false;
  const onBase = need(await listTreeSubmodules(own, base));
  return lacking.every(({ path, commit }) => onBase.some((one) => one.path === path && one.commit === commit));
}
