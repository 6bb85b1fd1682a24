/** Keeps emulate's objects and refs the same as git's. Its ids are computed as git's are, so a difference is an error. */
import * as z from "zod";
import type { BareGit } from "../fakes/git/bare-git.ts";
import type { EmulatedApi } from "./emulated-api.ts";

export type Mirror = {
  /** What was pushed since, told to emulate; answers the new tips. */
  readonly push: (before: ReadonlyMap<string, string>) => Promise<readonly string[]>;
  /** Whatever emulate did to a branch: it is where git has it. */
  readonly putBack: (branch: string) => Promise<void>;
};

const made = z.object({ sha: z.string() });

export function mirror(bare: BareGit, api: EmulatedApi): Mirror {
  const told = new Set<string>();
  const tell = async (path: string, body: unknown, expected: string): Promise<void> => {
    const { sha } = made.parse(await api.as("acme", "POST", path, body));
    if (sha !== expected) throw new Error(`emulate made ${sha} of ${expected}`);
    told.add(expected);
  };
  const tellCommit = async (commit: string): Promise<void> => {
    const tree = await bare.treeOf(commit);
    const entries = (await bare.git("ls-tree", commit)).split("\n").map(entryOf);
    for (const { sha } of entries) if (!told.has(sha)) await tell("git/blobs", await blobOf(bare, sha), sha);
    if (!told.has(tree)) await tell("git/trees", { tree: entries }, tree);
    await tell("git/commits", await commitOf(bare, commit), commit);
  };
  return {
    push: async (before) => {
      const after = bare.refs();
      const heads = [...new Set([...before.keys(), ...after.keys()])].filter((ref) => ref.startsWith("refs/heads/"));
      const moved = heads.filter((ref) => before.get(ref) !== after.get(ref));
      const tips: string[] = [];
      for (const ref of moved) {
        const tip = after.get(ref);
        for (const commit of tip === undefined ? [] : (await bare.git("rev-list", "--reverse", tip)).split("\n"))
          if (!told.has(commit)) await tellCommit(commit);
        await moveRef(api, ref, tip);
        if (tip !== undefined) tips.push(tip);
      }
      return tips;
    },
    putBack: (branch) => moveRef(api, `refs/heads/${branch}`, bare.refs().get(`refs/heads/${branch}`)),
  };
}

function entryOf(line: string) {
  const [about = "", path = ""] = line.split("\t");
  const [mode = "", type = "", sha = ""] = about.split(" ");
  return { mode, type, sha, path };
}

const blobOf = async (bare: BareGit, sha: string) => ({
  content: (await bare.tryGit(["cat-file", "blob", sha])).stdout,
  encoding: "utf-8",
});

async function commitOf(bare: BareGit, commit: string) {
  const format = "%T%x00%P%x00%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI";
  const [tree = "", parents = "", ...who] = (await bare.git("log", "-1", `--format=${format}`, commit)).split("\0");
  const [name = "", email = "", date = "", otherName = "", otherEmail = "", otherDate = ""] = who;
  const raw = (await bare.tryGit(["cat-file", "commit", commit])).stdout;
  return {
    ...{ tree, parents: parents === "" ? [] : parents.split(" ") },
    message: raw.slice(raw.indexOf("\n\n") + 2),
    author: { name, email, date },
    committer: { name: otherName, email: otherEmail, date: otherDate },
  };
}

async function moveRef(api: EmulatedApi, ref: string, tip: string | undefined): Promise<void> {
  const path = `git/${ref}`;
  if (tip === undefined) return void (await api.as("acme", "DELETE", path));
  try {
    await api.as("acme", "PATCH", path, { sha: tip, force: true });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    await api.as("acme", "POST", "git/refs", { ref, sha: tip });
  }
}
