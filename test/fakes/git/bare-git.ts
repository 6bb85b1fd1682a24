/** The repository behind the fake: a real bare one, merged by real git. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../../src/lib/run.ts";

export type BareGit = {
  readonly path: string;
  readonly git: (...args: readonly string[]) => Promise<string>;
  readonly tryGit: (
    args: readonly string[],
    input?: string,
  ) => Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>;
  readonly refs: () => Promise<ReadonlyMap<string, string>>;
  readonly treeOf: (commit: string) => Promise<string>;
  readonly tipOf: (branch: string) => Promise<string | null>;
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
    const ended = await run({ program: "git", args, cwd: path, env, timeoutMs: 30_000, ...options });
    if (!ended.ok) throw new Error(`git ${args.join(" ")}: ${ended.reason}`);
    return ended;
  };
  const git: BareGit["git"] = async (...args) => {
    const { code, stdout, stderr } = await tryGit(args);
    if (code !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
    return stdout.trim();
  };
  await git("init", "--quiet", "--bare", "--initial-branch=main", "--template=", ".");
  for (const setting of ["http.receivepack", "uploadpack.allowAnySHA1InWant"]) await git("config", setting, "true");
  return {
    ...{ path, git, tryGit },
    refs: async () => {
      const lines = (await git("for-each-ref", "--format=%(refname) %(objectname)")).split("\n");
      return new Map(lines.flatMap((line) => (line === "" ? [] : [pairOf(line)])));
    },
    treeOf: (commit) => git("rev-parse", `${commit}^{tree}`),
    tipOf: async (branch) => {
      const { code, stdout } = await tryGit(["rev-parse", "--verify", "--quiet", `refs/heads/${branch}`]);
      return code === 0 ? stdout.trim() : null;
    },
  };
}

function pairOf(line: string): readonly [string, string] {
  const [ref = "", oid = ""] = line.split(" ");
  return [ref, oid];
}

/** What a merge of two commits gives: its tree, or null when they collide. */
export async function mergedTree({ tryGit }: BareGit, onto: string, head: string): Promise<string | null> {
  const { code, stdout } = await tryGit(["merge-tree", "--write-tree", "--allow-unrelated-histories", onto, head]);
  return code === 0 ? (stdout.split("\n")[0] ?? "") : null;
}

export async function commitTree(
  { tryGit }: BareGit,
  tree: string,
  parents: readonly string[],
  message: string,
): Promise<string> {
  const args = ["commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent])];
  const { stdout } = await tryGit(args, message);
  return stdout.trim();
}

/** Each commit of `head` again on top of `onto`, as "rebase and merge" does; null: one of them collides. */
export async function rebased(bare: BareGit, onto: string, head: string): Promise<string | null> {
  const commits = (await bare.git("rev-list", "--reverse", "--no-merges", `${onto}..${head}`)).split("\n");
  let tip = onto;
  for (const commit of commits.filter((one) => one !== "")) {
    const parent = await bare.git("rev-parse", `${commit}^`);
    const standIn = await commitTree(bare, await bare.treeOf(tip), [parent], "stand-in");
    const tree = await mergedTree(bare, standIn, commit);
    if (tree === null) return null;
    tip = await commitTree(bare, tree, [tip], await bare.git("log", "-1", "--format=%B", commit));
  }
  return tip;
}

/** One file of a branch changed, as a commit on top of it. */
export async function editedCommit(bare: BareGit, branch: string, path: string, content: string): Promise<string> {
  const tip = (await bare.tipOf(branch)) ?? "";
  const blob = (await bare.tryGit(["hash-object", "-w", "--stdin"], content)).stdout.trim();
  const others = (await bare.git("ls-tree", tip))
    .split("\n")
    .filter((line) => line !== "" && !line.endsWith(`\t${path}`));
  const listing = [...others, `100644 blob ${blob}\t${path}`, ""].join("\n");
  const tree = (await bare.tryGit(["mktree"], listing)).stdout.trim();
  return commitTree(bare, tree, [tip], `Change ${path}`);
}
