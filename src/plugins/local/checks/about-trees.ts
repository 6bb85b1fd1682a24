/** What the forge knows of a tree and of those who ask for it. */
import { commitSha, type CommitSha, type SessionId, type TreeSha } from "../../../domain/ids.ts";
import type { CheckSubject } from "../../../domain/subject.ts";
import { unreachable } from "../../../domain/unreachable.ts";
import type { ChangeRows } from "../changes/change-rows.ts";
import type { ForgeFile } from "../forge-file.ts";
import type { Ground } from "../../shared/git/ground.ts";
import type { CandidateRows } from "../landing/candidate-rows.ts";
import type { References } from "../../shared/references.ts";
import { mergeBaseOf } from "../../shared/git/merge.ts";
import { need } from "../../shared/git/trouble.ts";

type Parts = {
  readonly file: ForgeFile;
  readonly changes: ChangeRows;
  readonly candidates: CandidateRows;
  readonly references: References;
  readonly defaultBranch: string;
};

export function aboutTrees({ file, changes, candidates, references, defaultBranch }: Parts) {
  const known = file.db
    .prepare<[string, string], CommitSha>(
      'SELECT "commit" FROM candidates WHERE tree = ? UNION ALL SELECT "commit" FROM heads WHERE tree = ? LIMIT 1',
    )
    .pluck();
  const sessionOf = (number: number | null): readonly SessionId[] => {
    const session = number === null ? null : (changes.get(number)?.session ?? null);
    return session === null ? [] : [session];
  };
  return {
    /** A commit with that tree: one that we know, else one made for it. */
    commitOf: async (ground: Ground, tree: TreeSha): Promise<CommitSha> => {
      const base = await ground.headOf(defaultBranch);
      if (base?.tree === tree) return base.commit;
      const commit = known.get(tree, tree);
      return commit !== undefined && (await ground.treeOf(commit)) === tree ? commit : standIn(ground, tree);
    },
    /** The commit of the base that it is compared with; null: nothing is known to compare it with. */
    baseOf: async (ground: Ground, of: CheckSubject): Promise<CommitSha | null> => {
      if (of.kind === "base") return null;
      if (of.kind === "candidate") return toCommit(candidates.get(of.candidate)?.onto);
      const number = references.numberOf(of.change);
      const change = number === null ? null : changes.get(number);
      const head = change?.tree === of.tree ? change.head : known.get(of.tree, of.tree);
      const tip = await ground.tipOf(defaultBranch);
      return tip === null || head === undefined ? null : mergeBaseOf(ground, tip, head);
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

const toCommit = (onto: string | undefined): CommitSha | null => (onto === undefined ? null : commitSha(onto));

const NOBODY = {
  GIT_AUTHOR_NAME: "ao",
  GIT_AUTHOR_EMAIL: "ao@orchestrator.local",
  GIT_AUTHOR_DATE: "@0 +0000",
  GIT_COMMITTER_NAME: "ao",
  GIT_COMMITTER_EMAIL: "ao@orchestrator.local",
  GIT_COMMITTER_DATE: "@0 +0000",
};

async function standIn({ own }: Ground, tree: TreeSha): Promise<CommitSha> {
  const input = "A tree to be checked\n";
  return commitSha(need(await own.compute("commit-tree", [tree], { input, identity: NOBODY })).trim());
}
