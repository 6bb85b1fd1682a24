/**
 * Makes the commit that is checked and then landed as it is. Built once: asked again, the same commit is answered.
 * Squash: one commit a change. Merge: one merge commit a change. Rebase: each commit again, every one of them checked.
 * Several changes at once come under one merge commit, so that the branch itself only ever shows tested trees.
 */
import type { ChangeId, TreeSha } from "../../../domain/ids.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { BuildAnswer, CandidateRequest } from "../../../slots/scm.ts";
import type { ChangeRow, ChangeRows } from "../changes/change-rows.ts";
import { mergeBaseOf, otherSide, tryMerges } from "../changes/merge.ts";
import type { ForgeFile } from "../forge-file.ts";
import type { Ground } from "../ground.ts";
import type { References } from "../references.ts";
import { need } from "../trouble.ts";
import { candidateRef, type CandidateRow, type CandidateRows } from "./candidate-rows.ts";
import {
  authorOf,
  commitsBetween,
  makeCommit,
  mergeMessage,
  squashMessage,
  type Person,
  type ReadCommit,
  type Signed,
} from "./commit.ts";
import { replay, type Replayed, type Tip } from "./replay.ts";

export type Workshop = {
  readonly file: ForgeFile;
  readonly changes: ChangeRows;
  readonly candidates: CandidateRows;
  readonly references: References;
  readonly committer: Person;
};

/** A landing that a person's checkout blocks may wait long; its commit is then kept by another ref. */
const KEPT_MS = 14 * 24 * 60 * 60 * 1_000;

/** Called one at a time. */
export async function buildCandidate(
  shop: Workshop,
  ground: Ground,
  request: CandidateRequest,
): Promise<SlotResult<BuildAnswer>> {
  const known = shop.candidates.get(request.candidate);
  if (known !== null) return ok(known.answer);
  const rows = request.changes.map(({ id, head }) => ({ id, row: rowOf(shop, id), head }));
  const wanted = rows.flatMap(({ id, row, head }) => (row === null ? [] : [{ id, row: { ...row, head } }]));
  const unknown = rows.find(({ row }) => row === null);
  if (unknown !== undefined) return failed("refused", `Nothing was built: there is no change ${unknown.id}.`);
  const tree = await ground.treeOf(request.onto);
  if (tree === null) return failed("refused", `Nothing was built: there is no commit ${request.onto}.`);
  const createdMs = Math.trunc(shop.file.wallMs());
  const committer = { ...shop.committer, date: `${Math.trunc(createdMs / 1_000)} +0000` };
  const { answer, chain } = await build(ground, { ...request, tree, wanted, committer });
  const numbers = wanted.map(({ row }) => row.number);
  const { candidate: id, onto } = request;
  return ok(await keep(shop, ground, { id, createdMs, onto, chain, changes: numbers, answer }));
}

type Job = Pick<CandidateRequest, "onto" | "strategy"> & {
  readonly tree: TreeSha;
  readonly wanted: readonly { readonly id: ChangeId; readonly row: ChangeRow }[];
  readonly committer: Signed;
};
type Built = { readonly answer: BuildAnswer; readonly chain: readonly TreeSha[] };

async function build(ground: Ground, job: Job): Promise<Built> {
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
async function add(ground: Ground, job: Job, tip: Tip, row: ChangeRow): Promise<Added> {
  const [[merged], commits] = await Promise.all([
    tryMerges(ground, [{ onto: tip.commit, head: row.head }], "keep"),
    commitsBetween(ground, tip.commit, row.head),
  ]);
  if (merged === undefined) throw new Error("git merged nothing");
  if (merged.conflicts.length > 0) return { conflicts: merged.conflicts };
  if (job.strategy === "rebase") {
    const replayed = await replay(ground, tip, commits, job.committer);
    // A branch that cannot be told again commit by commit, or not to the same end, lands as one commit.
    if (replayed?.tip.tree === merged.tree) return replayed;
  }
  return commitOne(ground, job, tip, { row, tree: merged.tree, commits });
}

type Work = { readonly row: ChangeRow; readonly tree: TreeSha; readonly commits: readonly ReadCommit[] };

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

/** Pinned in the person's repository, then written down. What was built long ago and never landed is let go. */
async function keep(shop: Workshop, ground: Ground, row: CandidateRow): Promise<BuildAnswer> {
  const old = shop.candidates.olderThan(row.createdMs - KEPT_MS);
  const pins = [
    ...old.map((id) => ({ ref: candidateRef(id), to: null })),
    ...(row.answer.kind === "built" ? [{ ref: candidateRef(row.id), to: row.answer.made.commit }] : []),
  ];
  need(await ground.repository.updateRefs(pins));
  shop.file.transaction(() => {
    old.forEach(shop.candidates.forget);
    shop.candidates.save(row);
  });
  return row.answer;
}

function rowOf({ changes, references }: Workshop, id: ChangeId): ChangeRow | null {
  const number = references.numberOf(id);
  return number === null ? null : changes.get(number);
}
