/**
 * Our own git directory for a project: bare, with its own configuration and the person's objects as alternates. Here
 * everything that reads or makes content is computed. `.gitattributes` of a tree may name any filter, merge driver or
 * text conversion; what they would run stands in settings, and here there are none.
 */
import { mkdir, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { buildOwnEnvironment, buildPersonEnvironment } from "./environment.ts";
import type { RepositoryPlace } from "./place.ts";
import { callGit, type GitAnswer } from "./git-run.ts";
import { isAboutFiles, parseGitSettings, formatSettingLine, type Setting } from "./settings/parse-git-config.ts";
import { returnNullIfAbsent } from "../files/plain-file.ts";
import type { RunFiles } from "../run.ts";
import { replaceFile } from "../files/replace-file.ts";

/** None of these talks to another host or changes the person's refs or checkout. */
export type Computing =
  | "archive"
  | "cat-file"
  | "check-attr"
  | "check-ref-format"
  | "checkout-index"
  | "clean"
  | "commit-tree"
  | "config"
  | "diff"
  | "diff-index"
  | "diff-tree"
  | "for-each-ref"
  | "hash-object"
  | "index-pack"
  | "log"
  | "ls-files"
  | "ls-tree"
  | "merge-base"
  | "merge-recursive"
  | "merge-tree"
  | "mktree"
  | "pack-objects"
  | "prune"
  | "read-tree"
  | "rev-list"
  | "rev-parse"
  | "show"
  | "status"
  | "update-index"
  | "update-ref"
  | "write-tree";

export type ComputeOptions = {
  readonly input?: string | Uint8Array;
  /** The folder whose files are compared, snapshot or written. */
  readonly workTree?: string;
  /** The git directory of a view of ours (`HEAD`, `index`); left out: the bare one. */
  readonly view?: string;
  readonly index?: string;
  /**
   * The folder new objects go to; left out: ours, good for what is only looked at. What a ref of another repository will
   * point to belongs into that one's folder. Ours is not read then, so that nothing made there is missing here.
   */
  readonly objects?: string;
  /** More folders of objects to read from: those of a clone. */
  readonly alsoFrom?: readonly string[];
  /** Settings of the person's that they have accepted, for this call: their filters. */
  readonly settings?: readonly Setting[];
  /** Identity and dates of a commit, by `GIT_AUTHOR_*` and `GIT_COMMITTER_*`. */
  readonly identity?: Readonly<Record<string, string>>;
  readonly files?: RunFiles;
  /** What it may ask of memory at once; beyond that it gives up. */
  readonly memoryBytes?: number;
  readonly timeoutMs?: number;
  readonly maxOutputBytes?: number;
  readonly signal?: AbortSignal;
};

export type OwnGit = {
  readonly gitDir: string;
  /** Answers what git printed. */
  compute(verb: Computing, args: readonly string[], options?: ComputeOptions): Promise<GitAnswer>;
};

/** Makes the directory, or brings it up to date. Costs one process. */
export async function openOwnGit(gitDir: string, repository: RepositoryPlace): Promise<GitAnswer<OwnGit>> {
  const { commonDir } = repository;
  const listing = ["--git-dir", commonDir, "config", "--list", "-z"];
  const listed = await callGit({ args: listing, cwd: commonDir, env: buildPersonEnvironment() });
  if (!listed.ok) return listed;
  for (const folder of ["objects/info", "objects/pack", "refs/heads", "info"]) {
    await mkdir(join(gitDir, folder), { recursive: true, mode: 0o700 });
  }
  await put(join(gitDir, "objects/info/alternates"), `${repository.objects}\n`);
  await put(join(gitDir, "config"), formatConfig(repository, parseGitSettings(listed.value)));
  // With a folder of files git would obey the drivers that a tree names, without one it does not: it never should.
  await put(join(gitDir, "info/attributes"), "* merge\n");
  await put(join(gitDir, "HEAD"), "ref: refs/heads/none\n");
  if (repository.isShallow) await put(join(gitDir, "shallow"), await readTextOrEmpty(join(commonDir, "shallow")));
  return { ok: true, value: { gitDir, compute: (...call) => compute(gitDir, ...call) } };
}

/** Verbs that look at a submodule would start git in it, with the settings that lie there, unless told not to. */
const mayEnterSubmodules: ReadonlySet<Computing> = new Set(["diff", "diff-index", "status"]);

function compute(
  gitDir: string,
  verb: Computing,
  args: readonly string[],
  options: ComputeOptions = {},
): Promise<GitAnswer> {
  const { view = gitDir, workTree, index, alsoFrom = [], identity = {}, settings = [], ...more } = options;
  const { objects, memoryBytes, ...rest } = more;
  const said = {
    GIT_WORK_TREE: workTree,
    GIT_INDEX_FILE: index,
    GIT_OBJECT_DIRECTORY: objects,
    GIT_ALLOC_LIMIT: memoryBytes?.toString(),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: alsoFrom.length === 0 ? undefined : alsoFrom.map(quotePath).join(":"),
  };
  const env = { ...buildOwnEnvironment(gitDir), ...identity, GIT_DIR: view, ...keepOnlyGiven(said) };
  const careful = mayEnterSubmodules.has(verb) ? ["--ignore-submodules=dirty"] : [];
  return callGit({
    ...rest,
    args: [...settings.flatMap(({ key, value }) => ["-c", `${key}=${value}`]), verb, ...careful, ...args],
    cwd: workTree ?? gitDir,
    env,
  });
}

function keepOnlyGiven(variables: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined));
}

/** A path in a list that git splits at colons, whatever the path holds. */
function quotePath(path: string): string {
  return `"${path.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

function formatConfig(place: RepositoryPlace, settings: readonly Setting[]): string {
  // The last of several counts.
  const aboutFiles = new Map(settings.filter(isAboutFiles).map(({ key, value }) => [key.slice("core.".length), value]));
  const isSha256 = place.objectFormat === "sha256";
  return [
    "[core]\n",
    formatSettingLine("repositoryFormatVersion", isSha256 ? "1" : "0"),
    ...[...aboutFiles].map(([name, value]) => formatSettingLine(name, value.replace(/^~(?=\/)/, homedir()))),
    ...(aboutFiles.has("excludesfile") ? [] : [formatSettingLine("excludesFile", findDefaultExcludes())]),
    "\tbare = true\n\tlogAllRefUpdates = false\n\thooksPath = /dev/null\n\tattributesFile = /dev/null\n",
    "\tfsmonitor =\n\tuntrackedCache = false\n\tsplitIndex = false\n\tsafecrlf = false\n",
    "[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n[submodule]\n\trecurse = false\n[advice]\n\tdetachedHead = false\n",
    ...(isSha256 ? ["[extensions]\n", formatSettingLine("objectFormat", "sha256")] : []),
  ].join("");
}

/** Where git looks for the files a person never wants to see, when they said nothing else. */
function findDefaultExcludes(): string {
  return join(process.env["XDG_CONFIG_HOME"] ?? join(homedir(), ".config"), "git/ignore");
}

/** Writes only what differs. */
async function put(path: string, text: string): Promise<void> {
  if ((await readTextOrEmpty(path)) === text) return;
  replaceFile(path, text);
}

async function readTextOrEmpty(path: string): Promise<string> {
  return (await readFile(path, "utf8").catch(returnNullIfAbsent)) ?? "";
}
