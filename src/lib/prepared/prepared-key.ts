/** Names what set-up makes by everything that it is made from: two workspaces with one key may share the result. */
import { createHash } from "node:crypto";
import { lstatSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { findProgram } from "../process/find-program.ts";
import type { OwnGit, Repository } from "../git/git.ts";
import { hasCode } from "../files/if-there.ts";

export type Argv = readonly [string, ...string[]];

/** What a project's settings say of set-up. */
export type SetupSettings = {
  readonly commands: readonly Argv[];
  /** Files whose change makes set-up run again. */
  readonly keyFiles: readonly string[];
  /** Folders that set-up fills, as `.gitignore` would name them. */
  readonly cache: readonly string[];
  /** Paths of the person's checkout that lie beside the tree. */
  readonly copy: readonly string[];
  readonly symlinks: readonly string[];
};

export type KeyParts = {
  readonly own: OwnGit;
  readonly repository: Pick<Repository, "checkout">;
  readonly settings: SetupSettings;
  readonly environment: Readonly<Record<string, string>>;
  /** Sandbox and network, in words. */
  readonly surroundings: string;
};

/** `tree`: of a commit or of files. Throws when git cannot read it. */
export async function readPreparedKey(
  { own, repository, settings, environment, surroundings }: KeyParts,
  tree: string,
): Promise<string> {
  const files = [...new Set([...settings.keyFiles, ...READ_BY_TOOLS])];
  const listed = await own.compute("ls-tree", ["-r", "-z", "--full-tree", tree, "--", ...files]);
  if (!listed.ok) throw new Error(listed.error.message);
  const { commands, cache, copy, symlinks } = settings;
  const { checkout } = repository;
  const brought = checkout === null ? [] : copy.map((path) => describeFile(join(checkout, path)));
  const path = environment["PATH"] ?? "";
  const variables = Object.entries(environment).toSorted(([left], [right]) => (left < right ? -1 : 1));
  const machine = [process.platform, process.arch, surroundings, variables, listPrograms(commands, path)];
  return hash([LAYOUT_VERSION, commands, cache, copy, symlinks, brought, listed.value, machine]);
}

/** Raised when what lies in an entry changes, so that no earlier one is taken for one of now. */
const LAYOUT_VERSION = 1;

/** Beside the lockfiles: settings that package managers and version managers read from the top of a repository. */
const READ_BY_TOOLS: readonly string[] = [
  ".npmrc",
  ".yarnrc",
  ".yarnrc.yml",
  ".pnpmfile.cjs",
  "pnpm-workspace.yaml",
  "bunfig.toml",
  "patches",
  "uv.toml",
  "setup.py",
  "setup.cfg",
  "poetry.toml",
  "gradle",
  "rust-toolchain",
  "rust-toolchain.toml",
  ".node-version",
  ".nvmrc",
  ".python-version",
  ".ruby-version",
  ".java-version",
  ".tool-versions",
  "mise.toml",
];

/** Modules are compiled for the interpreter that is there: another one makes another key. */
const INTERPRETERS: readonly string[] = [
  "node",
  "python3",
  "ruby",
  "go",
  "cargo",
  "rustc",
  "java",
  "php",
  "deno",
  "bun",
];

function listPrograms(commands: readonly Argv[], path: string): readonly string[] {
  const names = [...new Set([...commands.map(([program]) => program), ...INTERPRETERS])];
  return names.map((name) => {
    const found = name.includes("/") ? null : findProgram(name, path);
    return found === null ? name : describeFile(realpathSync(found));
  });
}

/** Its size and age; an upgrade changes both. */
function describeFile(path: string): string {
  try {
    const isLink = lstatSync(path).isSymbolicLink();
    const { size, mtimeMs } = statSync(path);
    return `${path} ${isLink} ${size} ${mtimeMs}`;
  } catch (error) {
    if (!hasCode(error, "ENOENT", "ENOTDIR", "EACCES", "ELOOP")) throw error;
    return `${path} is not there`;
  }
}

function hash(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 32);
}
