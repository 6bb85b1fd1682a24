/**
 * Files of git-lfs in a check workspace. Those that the person's repository has are laid out whole; what is missing there
 * is a pointer, and is tried again before the next check.
 */
import { lstat, rm } from "node:fs/promises";
import { join } from "node:path";
import { returnNullIfAbsent, readPlainText } from "../../../lib/files/plain-file.ts";
import { replaceFile } from "../../../lib/files/replace-file.ts";
import type { GitContext } from "../../shared/git/git-context.ts";
import { need } from "../../shared/git/trouble.ts";
import type { CheckWorkspace } from "./run/pool.ts";

const listFile = (workspace: CheckWorkspace): string => join(workspace.folder, "lfs-pointers");

/** Git takes a pointer that it has written itself for the whole file, and so it forgets that it has. */
export async function forgetPointers({ own }: GitContext, workspace: CheckWorkspace): Promise<void> {
  const listed = await readPlainText(listFile(workspace));
  if (listed === null) return;
  const place = { workTree: workspace.tree, index: workspace.index, input: `${listed}\0` };
  need(await own.compute("update-index", ["--force-remove", "-z", "--stdin"], place));
  await rm(listFile(workspace), { force: true });
}

/** Larger than any pointer that git-lfs writes. */
const POINTER_BYTES_MAX = 1_024;

/** Those that the tree keeps in git-lfs and that are not there. Nothing has run in the workspace yet. */
export async function notePointers({ own }: GitContext, workspace: CheckWorkspace): Promise<readonly string[]> {
  const place = { workTree: workspace.tree, index: workspace.index };
  const listed = need(await own.compute("ls-files", ["-z", "--", ":(attr:filter=lfs)"], place));
  const pointers: string[] = [];
  for (const path of listed.split("\0").filter((one) => one !== "")) {
    const file = join(workspace.tree, path);
    const found = await lstat(file).catch(returnNullIfAbsent);
    if (found?.isFile() !== true || found.size > POINTER_BYTES_MAX) continue;
    if (/^version https:\/\/git-lfs\.github\.com\//.test((await readPlainText(file)) ?? "")) pointers.push(path);
  }
  if (pointers.length > 0) replaceFile(listFile(workspace), pointers.join("\0"));
  return pointers;
}

const NAMED_MAX = 3;

/** Null: there is none. */
export function describePointers(paths: readonly string[]): string | null {
  if (paths.length === 0) return null;
  const named = paths.slice(0, NAMED_MAX).join(", ");
  const others = paths.length > NAMED_MAX ? ` and ${paths.length - NAMED_MAX} more` : "";
  return `Of git-lfs only the pointers are there for ${named}${others}: your repository does not have the content. Run \`git lfs fetch --all\` in your checkout.`;
}
