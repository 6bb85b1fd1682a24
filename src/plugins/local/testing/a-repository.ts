/** A real repository of a person's, in memory where the system has such a folder, and deeds of the person in it. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { commitSha, treeSha, type CommitSha, type TreeSha } from "../../../domain/ids.ts";
import { run } from "../../../lib/run.ts";

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
export function aFolder(): string {
  return mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "ao forge "));
}

export async function aRepository(files: Readonly<Record<string, string>> = { "README.md": "A project.\n" }) {
  const folder = aFolder();
  const path = join(folder, "their repository");
  mkdirSync(path);
  const repository = repositoryAt(folder, path);
  await repository.git("init", "--quiet", "--initial-branch=main");
  for (const [name, content] of Object.entries(files)) repository.write(name, content);
  await repository.git("add", "--all");
  await repository.git("commit", "--quiet", "--allow-empty", "--message=Begin");
  return repository;
}

function repositoryAt(folder: string, path: string): ARepository {
  const call = async (args: readonly string[], more: { readonly input?: string; readonly index?: string } = {}) => {
    const { input = "", index } = more;
    const env = { ...process.env, ...IDENTITY, ...(index === undefined ? {} : { GIT_INDEX_FILE: index }) };
    const ended = await run({ program: "git", args, cwd: path, env, input, timeoutMs: 30_000 });
    if (!ended.ok || ended.code !== 0) throw new Error(`git ${args.join(" ")}: ${ended.stderr}`);
    return ended.stdout.trim();
  };
  const tree = async (commit: string) => treeSha(await call(["rev-parse", `${commit}^{tree}`]));
  let indexes = 0;
  return {
    folder,
    path,
    tree,
    git: (...args) => call(args),
    write: (name, content) => {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), content);
    },
    commit: async ({ files, parents = ["main"], message = "Work" }) => {
      const index = join(folder, `index-${(indexes += 1)}`);
      await call(["read-tree", ...parents.slice(-1)], { index });
      for (const [name, content] of Object.entries(files)) {
        if (content === null) {
          await call(["rm", "--cached", "--quiet", "--", name], { index });
          continue;
        }
        const blob = await call(["hash-object", "-w", "--stdin"], { input: content });
        const line = `100644 ${blob}\t${name}\0`;
        await call(["update-index", "--add", "-z", "--index-info"], { input: line, index });
      }
      const written = await call(["write-tree"], { index });
      const onto = parents.flatMap((parent) => ["-p", parent]);
      return commitSha(await call(["commit-tree", written, ...onto], { input: message }));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
