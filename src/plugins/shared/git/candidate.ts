/**
 * Makes the commit that is checked before it lands. Squash: one commit a change. Merge: one merge commit a change. Rebase:
 * each commit again, every one of them checked. Several changes at once come under one merge commit, so that the branch
 * itself only ever shows tested trees.
 */
import type { ChangeId, TreeSha } from "../../../domain/model/ids.ts";
import type { BuildAnswer, CandidateRequest } from "../../../slots/scm.ts";
import {
  authorOf,
  commitsBetween,
  makeCommit,
  mergeMessage,
  squashMessage,
  type Proposal,
  type ReadCommit,
  type Signed,
} from "./commit.ts";
import type { Ground } from "./ground.ts";
import { mergeBaseOf, otherSide } from "./merge.ts";
import { replay, type Replayed, type Tip } from "./replay.ts";
import { tryMerges } from "./try-merges.ts";

export type Job = Pick<CandidateRequest, "onto" | "strategy"> & {
  readonly tree: TreeSha;
  readonly wanted: readonly { readonly id: ChangeId; readonly row: Proposal }[];
  readonly committer: Signed;
};
export type Built = { readonly answer: BuildAnswer; readonly chain: readonly TreeSha[] };

export async function build(ground: Ground, job: Job): Promise<Built> {
  let tip: Tip = { commit: job.onto, tree: job.tree };
  const chain: TreeSha[] = [];
  for (const { id, row } of job.wanted) {
    const added = await add(ground, job, tip, row);
    if ("conflicts" in added) {
      const from = await mergeBaseOf(ground, tip.commit, row.head);
      const theirs = await otherSide(ground, { from, to: tip.commit, paths: added.conflicts });
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
  return { answer: { kind: "built", made: { commit: await makeCommit(ground, joint), tree: tip.tree } }, chain: [] };
}

type Added = Replayed | { readonly conflicts: readonly string[] };

/** Puts one change on the tip. */
async function add(ground: Ground, job: Job, tip: Tip, row: Proposal): Promise<Added> {
  const [[merged], commits] = await Promise.all([
    tryMerges(ground, [{ onto: tip.commit, head: row.head }], "keep"),
    commitsBetween(ground, tip.commit, row.head),
  ]);
  if (merged === undefined) throw new Error("git merged nothing");
  if (merged.tree === null) return { conflicts: merged.conflicts };
  if (job.strategy === "rebase") {
    const replayed = await replay(ground, tip, commits, job.committer);
    // A branch that cannot be told again commit by commit, or not to the same end, lands as one commit.
    if (replayed?.tip.tree === merged.tree) return replayed;
  }
  return commitOne(ground, job, tip, { row, tree: merged.tree, commits });
}

type Work = { readonly row: Proposal; readonly tree: TreeSha; readonly commits: readonly ReadCommit[] };

async function commitOne(ground: Ground, job: Job, tip: Tip, { row, tree, commits }: Work): Promise<Replayed> {
  const isMerge = job.strategy === "merge";
  const author = isMerge ? job.committer : authorOf(row, commits, job.committer);
  const commit = await makeCommit(ground, {
    tree,
    parents: isMerge ? [tip.commit, row.head] : [tip.commit],
    message: isMerge ? mergeMessage([row]) : squashMessage(row, commits, author),
    author,
    committer: job.committer,
  });
  return { tip: { commit, tree }, trees: [tree] };
}
