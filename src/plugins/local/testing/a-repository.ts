/** A real repository of a person's, in memory where the system has such a folder, and deeds of the person in it. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { commitSha, treeSha, type CommitSha, type TreeSha } from "../../../domain/model/ids.ts";
import { runProgram } from "../../../lib/run.ts";
import { makeFolderInMemory, findKeptByTests } from "./kept-folder.ts";

export type ARepository = {
  /** A folder for everything of one test. */
  readonly folder: string;
  /** The person's checkout. */
  readonly path: string;
  /** Runs git there as the person would; answers what it printed. */
  readonly git: (...args: readonly string[]) => Promise<string>;
  readonly write: (path: string, content: string) => void;
  /** A commit of these files on top of others, without touching the checkout. */
  readonly commit: (request: NewTestCommit) => Promise<CommitSha>;
  readonly tree: (commit: string) => Promise<TreeSha>;
  readonly remove: () => void;
};

export type NewTestCommit = {
  readonly files: Readonly<Record<string, string | null>>;
  /** The base branch when there are none; other files are those of the last one. */
  readonly parents?: readonly string[];
  readonly message?: string;
};

const IDENTITY = {
  GIT_AUTHOR_NAME: "Ann",
  GIT_AUTHOR_EMAIL: "ann@example.com",
  GIT_COMMITTER_NAME: "Ann",
  GIT_COMMITTER_EMAIL: "ann@example.com",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
};

/** A folder of its own, with a space in its name. */
export function aFolder(root = makeFolderInMemory()): string {
  return mkdtempSync(join(root, "ao forge "));
}

/** Copied from the first one with the same files: making one costs four processes, copying it none. */
const templates = new Map<string, Promise<string>>();

export async function aRepository(
  files: Readonly<Record<string, string>> = { "README.md": "A project.\n" },
  root?: string,
): Promise<ARepository> {
  const key = JSON.stringify(files);
  const template = templates.get(key) ?? makeTemplate(files);
  templates.set(key, template);
  const folder = aFolder(root);
  const path = join(folder, "their repository");
  cpSync(await template, path, { recursive: true, preserveTimestamps: true });
  return openRepositoryAt(folder, path);
}

async function makeTemplate(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = makeKeptFolder();
  const path = join(folder, "template");
  mkdirSync(path);
  const repository = openRepositoryAt(folder, path);
  await repository.git("init", "--quiet", "--template=");
  await repository.git("symbolic-ref", "HEAD", "refs/heads/main");
  for (const [name, content] of Object.entries(files)) repository.write(name, content);
  await repository.git("add", "--all");
  await repository.git("commit", "--quiet", "--allow-empty", "--message=Begin");
  return path;
}

/** Gone when the tests are over; benchmarks are none, and nobody but their process tells when they are. */
function makeKeptFolder(): string {
  const kept = findKeptByTests();
  if (kept !== null) return aFolder(kept);
  const folder = aFolder();
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function openRepositoryAt(folder: string, path: string): ARepository {
  const call = async (args: readonly string[], input = "") => {
    const env = { ...process.env, ...IDENTITY };
    const ended = await runProgram({ program: "git", args, cwd: path, env, input, timeoutMs: 30_000 });
    if (!ended.ok || ended.code !== 0) throw new Error(`git ${args.join(" ")}: ${ended.stderr}`);
    return ended.stdout.trim();
  };
  const tree = async (commit: string) => treeSha(await call(["rev-parse", `${commit}^{tree}`]));
  return {
    folder,
    path,
    tree,
    git: (...args) => call(args),
    write: (name, content) => {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), content);
    },
    commit: async (request) => {
      const made = await call(["fast-import", "--quiet", "--force"], formatImport(request));
      return commitSha(made);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** One process for a whole commit; the branch it needs is gone again at its end. */
function formatImport({ files, parents = ["main"], message = "Work" }: NewTestCommit): string {
  const [from = "main", ...merged] = parents.toReversed();
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const quoted = (path: string): string => JSON.stringify(path).replaceAll(/[^\0-\u007f]+/g, toOctal);
  return [
    `commit refs/tests/new\nmark :1\ncommitter Ann <ann@example.com> ${Math.trunc(Date.now() / 1_000)} +0000\n`,
    data(message),
    `from ${from}^0\n`,
    ...merged.map((parent) => `merge ${parent}^0\n`),
    ...Object.entries(files).map(([path, content]) =>
      content === null ? `D ${quoted(path)}\n` : `M 100644 inline ${quoted(path)}\n${data(content)}`,
    ),
    `\nget-mark :1\nreset refs/tests/new\nfrom ${"0".repeat(40)}\n\n`,
  ].join("");
}

function toOctal(text: string): string {
  return [...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
