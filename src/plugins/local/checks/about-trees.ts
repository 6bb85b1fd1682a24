/** What the forge knows of a tree and of those who ask for it. */
import { commitSha, type CommitSha, type SessionId, type TreeSha } from "../../../domain/model/ids.ts";
import type { CheckSubject } from "../../../domain/core/subject.ts";
import { unreachable } from "../../../domain/model/unreachable.ts";
import type { ChangeRows } from "../changes/change-rows.ts";
import type { ForgeFile } from "../forge-file.ts";
import type { GitContext } from "../../shared/git/git-context.ts";
import type { CandidateRows } from "../landing/candidate-rows.ts";
import type { References } from "../../shared/references.ts";
import { findMergeBase } from "../../shared/git/merge.ts";
import { need } from "../../shared/git/trouble.ts";

type Parts = {
  readonly file: ForgeFile;
  readonly changes: ChangeRows;
  readonly candidates: CandidateRows;
  readonly references: References;
  readonly defaultBranch: string;
};

/** Of those with one tree; more would be looked at one by one. */
const KNOWN_MAX = 20;

/** `isCompared`: the check sees the commit; else it is only the one that the branch is at. */
export type Below = { readonly commit: CommitSha | null; readonly isCompared: boolean };

export function createTreeQueries({ file, changes, candidates, references, defaultBranch }: Parts) {
  const known = file.db
    .prepare<[string, string], CommitSha>(
      `SELECT "commit" FROM candidates WHERE tree = ? UNION ALL SELECT "commit" FROM heads WHERE tree = ? LIMIT ${KNOWN_MAX}`,
    )
    .pluck();
  const sessionOf = (number: number | null): readonly SessionId[] => {
    const session = number === null ? null : (changes.get(number)?.session ?? null);
    return session === null ? [] : [session];
  };
  return {
    /**
     * A commit with that tree: one that we know, else one made for it. Of several it is one above the base: another has
     * another history, in which what has landed since may be taken back without being a change.
     */
    commitOf: async (git: GitContext, tree: TreeSha, below: Below): Promise<CommitSha> => {
      const tip = await git.headOf(defaultBranch);
      const all = [...(tip?.tree === tree ? [tip.commit] : []), ...known.all(tree, tree)];
      const there: CommitSha[] = [];
      for (const commit of new Set(all)) if ((await git.treeOf(commit)) === tree) there.push(commit);
      return (await chooseAbove(git, there, below)) ?? createStandIn(git, tree, below.isCompared ? below.commit : null);
    },
    /** The commit of the base that it is compared with; null: nothing is known to compare it with. */
    baseOf: async (git: GitContext, of: CheckSubject): Promise<CommitSha | null> => {
      if (of.kind === "base") return null;
      if (of.kind === "candidate") return toCommit(candidates.get(of.candidate)?.onto);
      const number = references.numberOf(of.change);
      const change = number === null ? null : changes.get(number);
      const head = change?.tree === of.tree ? change.head : known.all(of.tree, of.tree)[0];
      const tip = await git.tipOf(defaultBranch);
      return tip === null || head === undefined ? null : findMergeBase(git, tip, head);
    },
    treesBefore: (of: CheckSubject): readonly TreeSha[] =>
      of.kind === "candidate" ? (candidates.get(of.candidate)?.chain ?? []) : [],
    sessionsOf: (of: CheckSubject): readonly SessionId[] => {
      switch (of.kind) {
        case "base":
          return [];
        case "change":
          return sessionOf(references.numberOf(of.change));
        case "candidate":
          return (candidates.get(of.candidate)?.changes ?? []).flatMap(sessionOf);
        default:
          return unreachable(of);
      }
    },
  };
}

/** Null: none of them will do. */
async function chooseAbove(
  git: GitContext,
  commits: readonly CommitSha[],
  { commit: base, isCompared }: Below,
): Promise<CommitSha | null> {
  const [first = null, ...others] = commits;
  if (base === null || (!isCompared && others.length === 0)) return first;
  for (const commit of commits) if (await git.isAncestor(base, commit)) return commit;
  return isCompared ? null : first;
}

const toCommit = (onto: string | undefined): CommitSha | null => (onto === undefined ? null : commitSha(onto));

const NOBODY = {
  GIT_AUTHOR_NAME: "ao",
  GIT_AUTHOR_EMAIL: "ao@orchestrator.local",
  GIT_AUTHOR_DATE: "@0 +0000",
  GIT_COMMITTER_NAME: "ao",
  GIT_COMMITTER_EMAIL: "ao@orchestrator.local",
  GIT_COMMITTER_DATE: "@0 +0000",
};

async function createStandIn({ own }: GitContext, tree: TreeSha, parent: CommitSha | null): Promise<CommitSha> {
  const input = "A tree to be checked\n";
  const args = [tree, ...(parent === null ? [] : ["-p", parent])];
  return commitSha(need(await own.compute("commit-tree", args, { input, identity: NOBODY })).trim());
}
