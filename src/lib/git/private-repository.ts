/**
 * A session's own repository: a git directory of ours that borrows the person's objects, with the workspace as its one
 * linked worktree. Refs, `HEAD`, index and new objects belong to the agent. Everything that decides what git does there
 * (configuration, hooks, `info`, alternates, the links between the two folders) is written by us and read-only in the
 * sandbox, so that the person's own git can be run in the workspace as well. No git of ours ever uses it.
 */
import { lstatSync, mkdirSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { basename, isAbsolute, join, resolve } from "node:path";
import { isAboutFiles, isExecCapable, isFilter, formatSettingLine, type Setting } from "./settings/parse-git-config.ts";
import type { GitAnswer } from "./git-run.ts";
import type { Repository } from "./repository.ts";
import { readPlainText } from "../files/plain-file.ts";
import { replaceFile, replaceFileTidily } from "../files/replace-file.ts";

export type PrivateRepository = {
  /** The git directory, out of the workspace. */
  readonly dir: string;
  readonly lender: Repository;
  readonly workspace: string;
};

/** Where `HEAD` and the index of the workspace lie. */
export function formatPrivateWorktree({ dir, workspace }: Pick<PrivateRepository, "dir" | "workspace">): string {
  return join(dir, "worktrees", basename(workspace));
}

export const formatAlternates = ({ objects }: Pick<Repository, "objects">): string => `${objects}\n`;

/** Writes all that is ours, whatever lies there. Refs, objects, index and files of the agent's stay as they are. */
export async function writePrivateRepository(
  place: PrivateRepository,
  { branch, defaultBranch }: { readonly branch: string; readonly defaultBranch: string },
): Promise<GitAnswer<null>> {
  const { dir, lender, workspace } = place;
  const settings = await lender.settings();
  if (!settings.ok) return settings;
  const worktree = formatPrivateWorktree(place);
  const folders = ["objects/info", "objects/pack", "refs/heads", "logs", "packed", "info", "lfs"].map((name) =>
    join(dir, name),
  );
  for (const folder of [...folders, worktree, workspace]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  put(join(dir, "config"), formatConfig(lender, settings.value));
  put(join(dir, "HEAD"), `ref: refs/heads/${defaultBranch}\n`);
  put(join(dir, "objects/info/alternates"), formatAlternates(lender));
  for (const name of ["info/exclude", "info/attributes", "shallow"])
    put(join(dir, name), await readPlainText(join(lender.commonDir, name)));
  // The person's own hooks run for the agent's commits, too, as they do in a worktree; there it can only read them.
  linkPath(join(dir, "hooks"), join(lender.commonDir, "hooks"));
  // Git replaces it by renaming, and the folder around it is not the agent's: so it lies in one that is.
  linkPath(join(dir, "packed-refs"), "packed/packed-refs");
  put(join(worktree, "commondir"), COMMON_DIR);
  put(join(worktree, "gitdir"), `${join(workspace, ".git")}\n`);
  // Git reads it only where the configuration says so, and ours never does. An empty one cannot be made by others.
  put(join(worktree, "config.worktree"), "");
  if ((await readPlainText(join(worktree, "HEAD"))) === null)
    put(join(worktree, "HEAD"), `ref: refs/heads/${branch}\n`);
  put(join(workspace, ".git"), `gitdir: ${worktree}\n`, replaceFileTidily);
  return { ok: true, value: null };
}

export const COMMON_DIR = "../..\n";

function put(path: string, text: string | null, replace = replaceFile): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true) rmSync(path, { recursive: true });
  if (text === null) rmSync(path, { force: true });
  else replace(path, text);
}

function linkPath(path: string, target: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() === true && readlinkSync(path) === target) return;
  if (found !== undefined) rmSync(path, { recursive: true });
  symlinkSync(target, path);
}

function formatConfig(lender: Repository, settings: readonly Setting[]): string {
  const core = settings.filter((setting) => isAboutFiles(setting) || isTheirHooks(setting));
  const isSha256 = lender.objectFormat === "sha256";
  const partial = settings.findLast(({ key }) => key === "extensions.partialclone")?.value;
  return [
    "[core]\n",
    formatSettingLine("repositoryFormatVersion", isSha256 || partial !== undefined ? "1" : "0"),
    ...core.map(({ key, value }) => formatSettingLine(key.slice("core.".length), value)),
    "\tbare = true\n\tlogAllRefUpdates = true\n",
    ...(isSha256 || partial !== undefined ? ["[extensions]\n"] : []),
    ...(isSha256 ? [formatSettingLine("objectFormat", "sha256")] : []),
    ...(partial === undefined ? [] : [formatSettingLine("partialClone", partial)]),
    "[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n",
    ...settings.filter(isFilter).map((setting) => formatSection("filter", setting)),
    ...formatRemotes(lender, settings),
    ...formatSubmodules(settings, lender.checkout ?? lender.commonDir),
  ].join("");
}

/** Not the one by which we switch hooks off whenever we ask git something. */
const isTheirHooks = ({ key, value }: Setting): boolean => key === "core.hookspath" && value !== "/dev/null";

/** `section.name.field` as a section of its own; names may hold dots and quotes. */
export function formatSection(section: string, { key, value }: Setting): string {
  const [name, field] = [key.slice(section.length + 1, key.lastIndexOf(".")), key.slice(key.lastIndexOf(".") + 1)];
  return `[${section} "${name.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"]\n${formatSettingLine(field, value)}`;
}

/** The person's remotes, without the passwords in their addresses; where there is none, they are the origin. */
function formatRemotes(lender: Repository, settings: readonly Setting[]): readonly string[] {
  const place = lender.checkout ?? lender.commonDir;
  const known = settings.filter(
    (setting) => /^remote\..*\.(url|fetch|promisor|partialclonefilter)$/s.test(setting.key) && !isExecCapable(setting),
  );
  const taken = known.some(({ key }) => key === "remote.origin.url")
    ? known
    : [
        ...known.filter(({ key }) => !key.startsWith("remote.origin.")),
        { key: "remote.origin.url", value: place },
        { key: "remote.origin.fetch", value: "+refs/heads/*:refs/remotes/origin/*" },
      ];
  return taken.map((setting) => formatSection("remote", removePassword(setting, place)));
}

/** Which submodules the person has initialized: `git submodule update` asks for that. */
export function formatSubmodules(settings: readonly Setting[], place: string): readonly string[] {
  const known = settings.filter(
    (setting) => /^submodule\..+\.(url|active)$/s.test(setting.key) && !isExecCapable(setting),
  );
  return known.map((setting) => formatSection("submodule", removePassword(setting, place)));
}

/** An address as anybody may read it; a relative one leads from `place`. */
export function removePassword({ key, value }: Setting, place: string): Setting {
  return { key, value: key.endsWith(".url") ? toPublicAddress(value, place) : value };
}

function toPublicAddress(url: string, from: string): string {
  if (/^[a-z0-9+.-]+:\/\//i.test(url))
    return url.replace(/^(https?:\/\/)[^/@]*@/i, "$1").replace(/^(\w+:\/\/[^/@:]*):[^/@]*@/, "$1@");
  const isOfHost = /^[^/]*:/.test(url);
  return isOfHost || isAbsolute(url) || url.startsWith("~") ? url : resolve(from, url);
}
