/** The two gits under the forge: the person's repository, and our own directory where everything is computed. */
import { join } from "node:path";
import type { HttpHead } from "../../../domain/change/change.ts";
import { commitSha, treeSha, type CommitSha, type TreeSha } from "../../../domain/model/ids.ts";
import { isObjectName, openOwnGit, openRepository, type OwnGit, type Repository } from "../../../lib/git/git.ts";
import { listAgentFolders } from "./agent-folders.ts";
import { createCodeOwners, type OwnersOf } from "./code-owners.ts";
import { GitTrouble, need } from "./trouble.ts";

/** What cannot be asked throws `GitTrouble`. */
export type GitContext = {
  readonly repository: Repository;
  readonly own: OwnGit;
  /** The commit a branch is at; null: it is not there. */
  readonly tipOf: (branch: string) => Promise<CommitSha | null>;
  readonly headOf: (branch: string) => Promise<HttpHead | null>;
  /** Null: there is no such commit. */
  readonly treeOf: (commit: string) => Promise<TreeSha | null>;
  /** Of a commit that was just made: nobody has to ask for its tree. */
  readonly remember: (made: HttpHead) => void;
  /** A tree without files: what a change is compared with that has nothing in common with its base. */
  readonly emptyTree: string;
  readonly ownersOf: OwnersOf;
  readonly isAncestor: (older: CommitSha, newer: CommitSha) => Promise<boolean>;
  /** Where agents work: no checkout of the person's. */
  readonly agentFolders: () => Promise<readonly string[]>;
};

export type GitContextOptions = {
  /** The person's repository: any folder of it. */
  readonly repository: string;
  /** Our own bare git directory of the project; the settings a person accepted are kept in it, too. */
  readonly gitDir: string;
  /** Where commits that are made go: to the person's objects, so that their refs can point to them, or to our own. */
  readonly keepIn?: "theirs" | "own";
  /** Folders of ours, which agents may work in. */
  readonly ownFolders?: readonly string[];
};

/** Opened when first needed, and again after a failure: the repository may have been away for a moment. */
export function createGitContext(options: GitContextOptions): () => Promise<GitContext> {
  let opened: Promise<GitContext> | null = null;
  return async () => {
    opened ??= openGround(options);
    try {
      return await opened;
    } catch (error) {
      opened = null;
      throw error;
    }
  };
}

async function openGround(options: GitContextOptions): Promise<GitContext> {
  const { gitDir, repository: path, keepIn = "theirs", ownFolders = [] } = options;
  const guard = { acceptedFile: join(gitDir, "accepted.json"), howToAccept: `ao start ${path}` };
  const theirs = need(await openRepository({ path, ...guard }));
  const own = need(await openOwnGit(gitDir, theirs));
  const repository = keepIn === "theirs" ? theirs : { ...theirs, objects: join(gitDir, "objects") };
  const { treeOf, remember } = createTreeMemory(own);
  const tipOf: GitContext["tipOf"] = async (branch) => {
    const tip = need(await repository.readRef(`refs/heads/${branch}`));
    return tip === null ? null : commitSha(tip);
  };
  return {
    repository,
    own,
    treeOf,
    remember,
    tipOf,
    agentFolders: () => listAgentFolders(gitDir, ownFolders),
    ownersOf: createCodeOwners(own),
    emptyTree: EMPTY_TREES[repository.objectFormat],
    headOf: async (branch) => {
      const commit = await tipOf(branch);
      const tree = commit === null ? null : await treeOf(commit);
      return commit === null || tree === null ? null : { commit, tree };
    },
    isAncestor: async (older, newer) => {
      const asked = await own.compute("merge-base", ["--is-ancestor", older, newer]);
      if (!asked.ok && asked.error.exitCode !== 1) throw new GitTrouble(asked.error);
      return asked.ok;
    },
  };
}

const EMPTY_TREES = {
  sha1: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  sha256: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
} as const;

/** A commit's tree never changes, and the base is asked for at every look. */
const TREES_KEPT = 200;

function createTreeMemory(own: OwnGit): Pick<GitContext, "treeOf" | "remember"> {
  const kept = new Map<string, TreeSha>();
  const remember: GitContext["remember"] = ({ commit, tree }) => {
    if (kept.size >= TREES_KEPT) kept.clear();
    kept.set(commit, tree);
  };
  const treeOf: GitContext["treeOf"] = async (commit) => {
    const tree = kept.get(commit);
    if (tree !== undefined) return tree;
    if (!isObjectName(commit)) return null;
    const asked = await own.compute("rev-parse", ["--verify", "--quiet", `${commit}^{tree}`]);
    if (!asked.ok && asked.error.kind === "failed") return null;
    const found = treeSha(need(asked).trim());
    remember({ commit: commitSha(commit), tree: found });
    return found;
  };
  return { treeOf, remember };
}
