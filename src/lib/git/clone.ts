/**
 * A clone that borrows the person's objects, written file by file: one process, the checkout, instead of five. It is
 * the agent's own from then on. What the agent commits there is carried over by its content, never by asking a git that
 * would read the clone's configuration.
 */
import { mkdir, open, readdir, readFile, realpath, rename, rm, writeFile } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { hardening, personsEnvironment } from "./environment.ts";
import type { OwnGit } from "./own.ts";
import { readRef } from "./refs.ts";
import type { Repository } from "./repository.ts";
import { callGit, failure, type GitAnswer } from "./git-run.ts";
import { isAboutFiles, isFilter, settingLine, type Setting } from "./parse-git-config.ts";
import { readPlainText } from "../plain-file.ts";

export type CloneRequest = {
  readonly repository: Repository;
  /** A folder that does not exist yet, or is empty. */
  readonly path: string;
  readonly branch: string;
  readonly commit: string;
  /** Shown as a branch of `origin`, at `commit`. */
  readonly defaultBranch: string;
  readonly onStart: (pid: number) => void;
};

const CHECKOUT_TIMEOUT_MS = 15 * 60_000;

export async function makeClone(request: CloneRequest): Promise<GitAnswer<null>> {
  const written = await writeCloneFolder(request);
  if (!written.ok) return written;
  const { path, onStart } = request;
  const checkedOut = await callGit({
    args: [`--git-dir=${join(path, ".git")}`, `--work-tree=${path}`, ...hardening, "reset", "--hard", "--quiet"],
    cwd: path,
    env: personsEnvironment(),
    timeoutMs: CHECKOUT_TIMEOUT_MS,
    onStart,
  });
  return checkedOut.ok ? { ok: true, value: null } : checkedOut;
}

/** The git directory alone, with the branch at the commit; what lies there already stays. */
export async function writeCloneFolder(
  request: Pick<CloneRequest, "repository" | "path" | "branch" | "commit" | "defaultBranch">,
): Promise<GitAnswer<null>> {
  const { repository, path, branch, commit, defaultBranch } = request;
  const settings = await repository.settings();
  if (!settings.ok) return settings;
  const shallow = repository.isShallow ? await readPlainText(join(repository.commonDir, "shallow")) : null;
  const files = {
    "objects/info/alternates": `${repository.objects}\n`,
    config: configText(repository, settings.value),
    "info/exclude": (await readPlainText(join(repository.commonDir, "info/exclude"))) ?? "",
    ...(shallow === null ? {} : { shallow }),
    [`refs/remotes/origin/${defaultBranch}`]: `${commit}\n`,
    [`refs/heads/${branch}`]: `${commit}\n`,
    HEAD: `ref: refs/heads/${branch}\n`,
  };
  await mkdir(join(path, ".git/objects/pack"), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const file = join(path, ".git", name);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return { ok: true, value: null };
}

function configText(repository: Repository, settings: readonly Setting[]): string {
  const core = settings.filter((setting) => isAboutFiles(setting) || isHooksInTree(setting));
  const isSha256 = repository.objectFormat === "sha256";
  return [
    "[core]\n",
    settingLine("repositoryFormatVersion", isSha256 ? "1" : "0"),
    ...core.map(({ key, value }) => settingLine(key.slice("core.".length), value)),
    "\tbare = false\n\tlogAllRefUpdates = true\n",
    ...(isSha256 ? ["[extensions]\n", settingLine("objectFormat", "sha256")] : []),
    "[gc]\n\tauto = 0\n",
    ...settings.filter(isFilter).map(filterText),
    '[remote "origin"]\n',
    settingLine("url", repository.checkout ?? repository.commonDir),
    settingLine("fetch", "+refs/heads/*:refs/remotes/origin/*"),
  ].join("");
}

function filterText({ key, value }: Setting): string {
  const [, name = "", field = ""] = /^filter\.(.*)\.(.*)$/s.exec(key) ?? [];
  return `[filter "${name.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"]\n${settingLine(field, value)}`;
}

/** Hooks that the repository brings along (husky) hold in a clone, too. */
const isHooksInTree = ({ key, value }: Setting): boolean => key === "core.hookspath" && !isAbsolute(value);

/**
 * Brings a commit and what it needs from the clone's objects to the repository's. Each object is named anew by its
 * content, so that nothing false gets in under a name that is trusted, and every link of it must lead somewhere.
 */
export async function carryOver(
  own: OwnGit,
  request: {
    readonly repository: Repository;
    readonly objects: string;
    readonly commit: string;
    /** Commits that the repository has for sure. */
    readonly known: readonly string[];
  },
): Promise<GitAnswer<null>> {
  const { repository, objects, commit, known } = request;
  const incoming = join(own.gitDir, "incoming", commit);
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  try {
    const packing = ["--revs", "--non-empty", "--quiet", join(incoming, "pack")];
    const input = [commit, ...known.map((one) => `^${one}`), ""].join("\n");
    const packed = await own.compute("pack-objects", packing, { objects, input, timeoutMs: CHECKOUT_TIMEOUT_MS });
    if (!packed.ok) return packed;
    const pack = (await readdir(incoming)).find((name) => name.endsWith(".pack"));
    if (pack === undefined) return { ok: true, value: null };
    const taken = await own.compute("index-pack", ["--strict", "--stdin"], {
      objects: repository.objects,
      input: await readFile(join(incoming, pack)),
      timeoutMs: CHECKOUT_TIMEOUT_MS,
    });
    return taken.ok ? { ok: true, value: null } : taken;
  } finally {
    await rm(incoming, { recursive: true });
  }
}

/** Moves a branch of a clone, as git itself would: through its lock file, and only from where it is expected to be. */
export async function moveCloneBranch(
  gitDir: string,
  { ref, from, to }: { readonly ref: string; readonly from: string; readonly to: string },
): Promise<GitAnswer<null>> {
  const file = join(gitDir, ref);
  const folder = await realpath(dirname(file));
  if (folder !== dirname(file)) return failure("failed", `${ref} was not moved: its folder leads to ${folder}.`);
  const lock = await open(`${file}.lock`, "wx").catch(nullIfTaken);
  if (lock === null) return failure("busy", `${ref} was not moved: another git holds ${file}.lock.`);
  try {
    const found = await readRef(ref, { commonDir: gitDir });
    if (found !== from) return failure("failed", `${ref} was not moved: it is no longer at ${from}.`);
    await lock.writeFile(`${to}\n`);
    await rename(`${file}.lock`, file);
    return { ok: true, value: null };
  } finally {
    await lock.close();
    await rm(`${file}.lock`, { force: true });
  }
}

function nullIfTaken(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "EEXIST") return null;
  throw error;
}
