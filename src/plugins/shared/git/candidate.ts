/**
 * Makes the commit that is checked before it lands. Squash: one commit a change. Merge: one merge commit a change. Rebase:
 * each commit again, every one of them checked. Several changes at once come under one merge commit, so that the branch
 * itself only ever shows tested trees.
 */
import type { ChangeId, TreeSha } from "../../../domain/model/ids.ts";
import type { BuildAnswer, CandidateRequest } from "../../../slots/scm.ts";
import {
  chooseAuthor,
  listCommitsBetween,
  makeCommit,
  mergeMessage,
  squashMessage,
  type Proposal,
  type ReadCommit,
  type Signed,
} from "./commit.ts";
import type { GitContext } from "./git-context.ts";
import { findMergeBase, diffOtherSide } from "./merge.ts";
import { replay, type Replayed, type Tip } from "./replay.ts";
import { tryMerges } from "./try-merges.ts";

export type Job = Pick<CandidateRequest, "onto" | "strategy"> & {
  readonly tree: TreeSha;
  readonly wanted: readonly { readonly id: ChangeId; readonly row: Proposal }[];
  readonly committer: Signed;
};
export type Built = { readonly answer: BuildAnswer; readonly chain: readonly TreeSha[] };

export async function buildMerge(git: GitContext, job: Job): Promise<Built> {
  let tip: Tip = { commit: job.onto, tree: job.tree };
  const chain: TreeSha[] = [];
  for (const { id, row } of job.wanted) {
    const added = await add(git, job, tip, row);
    if ("conflicts" in added) {
      const from = await findMergeBase(git, tip.commit, row.head);
      const theirs = await diffOtherSide(git, { from, to: tip.commit, paths: added.conflicts });
      return { answer: { kind: "conflict", change: id, paths: added.conflicts, theirs }, chain: [] };
    }
    tip = added.tip;
    chain.push(...added.trees);
  }
  if (job.strategy === "rebase") return { answer: { kind: "built", made: tip }, chain: chain.slice(0, -1) };
  if (job.wanted.length === 1) return { answer: { kind: "built", made: tip }, chain: [] };
  const message = mergeMessage(job.wanted.map(({ row }) => row));
  const { committer } = job;
  const joint = { tree: tip.tree, parents: [job.onto, tip.commit], message, author: committer, committer };
  return { answer: { kind: "built", made: { commit: await makeCommit(git, joint), tree: tip.tree } }, chain: [] };
}

type Added = Replayed | { readonly conflicts: readonly string[] };

/** Puts one change on the tip. */
async function add(git: GitContext, job: Job, tip: Tip, row: Proposal): Promise<Added> {
  const [[merged], commits] = await Promise.all([
    tryMerges(git, [{ onto: tip.commit, head: row.head }], "keep"),
    listCommitsBetween(git, tip.commit, row.head),
  ]);
  if (merged === undefined) throw new Error("git merged nothing");
  if (merged.tree === null) return { conflicts: merged.conflicts };
  if (job.strategy === "rebase") {
    const replayed = await replay(git, tip, commits, job.committer);
    // A branch that cannot be told again commit by commit, or not to the same end, lands as one commit.
    if (replayed?.tip.tree === merged.tree) return replayed;
  }
  return commitOne(git, job, tip, { row, tree: merged.tree, commits });
}

type Work = { readonly row: Proposal; readonly tree: TreeSha; readonly commits: readonly ReadCommit[] };

async function commitOne(git: GitContext, job: Job, tip: Tip, { row, tree, commits }: Work): Promise<Replayed> {
  const isMerge = job.strategy === "merge";
  const author = isMerge ? job.committer : chooseAuthor(row, commits, job.committer);
  const commit = await makeCommit(git, {
    tree,
    parents: isMerge ? [tip.commit, row.head] : [tip.commit],
    message: isMerge ? mergeMessage([row]) : squashMessage(row, commits, author),
    author,
    committer: job.committer,
  });
  return { tip: { commit, tree }, trees: [tree] };
}
