/** The repository behind the fake: a real bare one, merged by real git. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { runProgram } from "../../../src/lib/run.ts";
import { LooseObjects } from "./loose-objects.ts";

export type BareGit = {
  readonly path: string;
  readonly git: (...args: readonly string[]) => Promise<string>;
  readonly tryGit: (
    args: readonly string[],
    input?: string,
  ) => Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>;
  /** Read from the files, as they are at this very moment: no process. */
  readonly refs: () => ReadonlyMap<string, string>;
  readonly treeOf: (commit: string) => Promise<string>;
  readonly tipOf: (branch: string) => Promise<string | null>;
  readonly objects: LooseObjects;
  /** What merges of two commits gave. */
  readonly merges: Map<string, Promise<string | null>>;
};

const env = {
  PATH: process.env["PATH"],
  HOME: "/nonexistent",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "Forge",
  GIT_AUTHOR_EMAIL: "noreply@forge.test",
  GIT_COMMITTER_NAME: "Forge",
  GIT_COMMITTER_EMAIL: "noreply@forge.test",
};

export async function bareGit(root: string, owner: string, name: string): Promise<BareGit> {
  const path = join(root, owner, `${name}.git`);
  mkdirSync(path, { recursive: true });
  const tryGit: BareGit["tryGit"] = async (args, input) => {
    const options = input === undefined ? {} : { input };
    const ended = await runProgram({ program: "git", args, cwd: path, env, timeoutMs: 30_000, ...options });
    if (!ended.ok) throw new Error(`git ${args.join(" ")}: ${ended.reason}`);
    return ended;
  };
  const git: BareGit["git"] = async (...args) => {
    const { code, stdout, stderr } = await tryGit(args);
    if (code !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
    return stdout.trim();
  };
  await git("init", "--quiet", "--bare", "--template=", ".");
  await git("symbolic-ref", "HEAD", "refs/heads/main");
  appendFileSync(join(path, "config"), SETTINGS);
  const trees = new Map<string, string>();
  const objects = new LooseObjects(join(path, "objects"));
  return {
    ...{ path, git, tryGit, objects, merges: new Map() },
    refs: () => refsIn(path),
    treeOf: async (commit) => {
      const tree = trees.get(commit) ?? objects.treeOf(commit) ?? (await git("rev-parse", `${commit}^{tree}`));
      if (/^[0-9a-f]{40}$/.test(commit)) trees.set(commit, tree);
      return tree;
    },
    tipOf: async (branch) => refsIn(path).get(`refs/heads/${branch}`) ?? null,
  };
}

/** It takes pushes, gives out any commit, and never tidies up behind somebody's back. */
const SETTINGS = `[http]
	receivepack = true
[uploadpack]
	allowAnySHA1InWant = true
[receive]
	autogc = false
[gc]
	auto = 0
`;

/** A push may take a file away while it is being read: then all of them are read again. */
function refsIn(path: string): ReadonlyMap<string, string> {
  const root = join(path, "refs");
  while (existsSync(root)) {
    try {
      return readRefs(root);
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    }
  }
  return new Map();
}

function readRefs(root: string): ReadonlyMap<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true });
  const loose = files
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".lock"))
    .map((entry): readonly [string, string] => {
      const file = join(entry.parentPath, entry.name);
      return [`refs/${relative(root, file)}`, readFileSync(file, "utf8").trim()];
    });
  return new Map(loose);
}

/** Puts a ref at a commit; null: it goes. */
export function writeRef(gitDir: string, ref: string, commit: string | null): void {
  const file = join(gitDir, ref);
  if (commit === null) return rmSync(file, { force: true });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.lock`, `${commit}\n`);
  renameSync(`${file}.lock`, file);
}

/** What a file of a commit holds; null: it is not there. */
export async function fileIn({ objects, tryGit }: BareGit, commit: string, path: string): Promise<string | null> {
  const blob = objects.entriesOf(objects.treeOf(commit) ?? "")?.find(({ name }) => name === path)?.oid;
  if (blob !== undefined) return objects.read(blob)?.toString() ?? null;
  const { code, stdout } = await tryGit(["show", `${commit}:${path}`]);
  return code === 0 ? stdout : null;
}

/** What a merge of two commits gives: its tree, or null when they collide. */
export function mergedTree(bare: BareGit, onto: string, head: string): Promise<string | null> {
  const key = `${onto} ${head}`;
  const merged = bare.merges.get(key) ?? tryMerge(bare, onto, head);
  bare.merges.set(key, merged);
  return merged;
}

async function tryMerge({ tryGit }: BareGit, onto: string, head: string): Promise<string | null> {
  const { code, stdout } = await tryGit(["merge-tree", "--write-tree", "--allow-unrelated-histories", onto, head]);
  return code === 0 ? (stdout.split("\n")[0] ?? "") : null;
}

const WHO = "Forge <noreply@forge.test>";

export function commitTree({ objects }: BareGit, tree: string, parents: readonly string[], message: string): string {
  const atSeconds = Math.trunc(Date.now() / 1_000);
  return objects.commit({ tree, parents, message: message.trimEnd(), who: WHO, atSeconds });
}

/** Each commit of `head` again on top of `onto`, as "rebase and merge" does; null: one of them collides. */
export async function rebased(bare: BareGit, onto: string, head: string): Promise<string | null> {
  const commits = (await bare.git("rev-list", "--reverse", "--no-merges", `${onto}..${head}`)).split("\n");
  let tip = onto;
  for (const commit of commits.filter((one) => one !== "")) {
    const parent = await bare.git("rev-parse", `${commit}^`);
    const standIn = commitTree(bare, await bare.treeOf(tip), [parent], "stand-in");
    const tree = await mergedTree(bare, standIn, commit);
    if (tree === null) return null;
    tip = commitTree(bare, tree, [tip], await bare.git("log", "-1", "--format=%B", commit));
  }
  return tip;
}

/** One file of a branch changed, as a commit on top of it. */
export async function editedCommit(bare: BareGit, branch: string, path: string, content: string): Promise<string> {
  const tip = (await bare.tipOf(branch)) ?? "";
  const before = await bare.treeOf(tip);
  if (bare.objects.entriesOf(before) !== null)
    return commitTree(bare, bare.objects.withFiles(before, { [path]: content }), [tip], `Change ${path}`);
  const blob = (await bare.tryGit(["hash-object", "-w", "--stdin"], content)).stdout.trim();
  const others = (await bare.git("ls-tree", tip))
    .split("\n")
    .filter((line) => line !== "" && !line.endsWith(`\t${path}`));
  const listing = [...others, `100644 blob ${blob}\t${path}`, ""].join("\n");
  const tree = (await bare.tryGit(["mktree"], listing)).stdout.trim();
  return commitTree(bare, tree, [tip], `Change ${path}`);
}
