/**
 * A candidate is built once: asked again, the same commit is answered, and landed as it is.
 */
import type { ChangeId } from "../../../domain/model/ids.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { BuildAnswer, CandidateRequest } from "../../../slots/scm.ts";
import { buildMerge } from "../../shared/git/candidate.ts";
import type { GitIdentity } from "../../shared/git/commit.ts";
import type { GitContext } from "../../shared/git/git-context.ts";
import { formatCandidateRef } from "../../shared/git/ref-part.ts";
import { need } from "../../shared/git/trouble.ts";
import type { References } from "../../shared/references.ts";
import type { ChangeRow, ChangeRows } from "../changes/change-rows.ts";
import type { ForgeFile } from "../forge-file.ts";
import type { CandidateRow, CandidateRows } from "./candidate-rows.ts";

export type Workshop = {
  readonly file: ForgeFile;
  readonly changes: ChangeRows;
  readonly candidates: CandidateRows;
  readonly references: References;
  readonly committer: GitIdentity;
};

/** A landing that a person's checkout blocks may wait long; its commit is then kept by another ref. */
const KEPT_MS = 14 * 24 * 60 * 60 * 1_000;

/** Called one at a time. */
export async function buildLocalCandidate(
  shop: Workshop,
  git: GitContext,
  request: CandidateRequest,
): Promise<SlotResult<BuildAnswer>> {
  const known = shop.candidates.get(request.candidate);
  if (known !== null) return ok(known.answer);
  const rows = request.changes.map(({ id, head }) => ({ id, row: findRow(shop, id), head }));
  const wanted = rows.flatMap(({ id, row, head }) => (row === null ? [] : [{ id, row: { ...row, head } }]));
  const unknown = rows.find(({ row }) => row === null);
  if (unknown !== undefined) return failed("refused", `Nothing was built: there is no change ${unknown.id}.`);
  const tree = await git.treeOf(request.onto);
  if (tree === null) return failed("refused", `Nothing was built: there is no commit ${request.onto}.`);
  const createdMs = Math.trunc(shop.file.wallMs());
  const committer = { ...shop.committer, date: `${Math.trunc(createdMs / 1_000)} +0000` };
  const { answer, chain } = await buildMerge(git, { ...request, tree, wanted, committer });
  const numbers = wanted.map(({ row }) => row.number);
  const { candidate: id, onto } = request;
  return ok(await keep(shop, git, { id, createdMs, onto, chain, changes: numbers, answer }));
}

/** Pinned in the person's repository, then written down. What was built long ago and never landed is let go. */
async function keep(shop: Workshop, git: GitContext, row: CandidateRow): Promise<BuildAnswer> {
  const old = shop.candidates.olderThan(row.createdMs - KEPT_MS);
  const pins = [
    ...old.map((id) => ({ ref: formatCandidateRef(id), to: null })),
    ...(row.answer.kind === "built" ? [{ ref: formatCandidateRef(row.id), to: row.answer.made.commit }] : []),
  ];
  need(await git.repository.updateRefs(pins));
  shop.file.transaction(() => {
    old.forEach(shop.candidates.forget);
    shop.candidates.save(row);
  });
  return row.answer;
}

function findRow({ changes, references }: Workshop, id: ChangeId): ChangeRow | null {
  const number = references.numberOf(id);
  return number === null ? null : changes.get(number);
}
