/** The inverse of a landed change, as a commit on the base of now. */
import { treeSha, type CommitSha } from "../../../domain/model/ids.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { ChangeRow } from "../changes/change-rows.ts";
import { tryMerges } from "../../shared/git/try-merges.ts";
import type { GitContext } from "../../shared/git/git-context.ts";
import { need } from "../../shared/git/trouble.ts";
import type { Workshop } from "./build-candidate.ts";
import { makeCommit } from "../../shared/git/commit.ts";

export type Revert = { readonly head: CommitSha; readonly branch: string; readonly title: string };

export async function buildRevert(
  shop: Workshop,
  git: GitContext,
  row: ChangeRow,
): Promise<SlotResult<Revert, "conflict">> {
  const tip = await git.tipOf(row.base);
  if (row.landed === null || tip === null || !(await git.isAncestor(row.landed, tip))) {
    return failed("refused", `Nothing was proposed: #${row.number} has not landed on ${row.base}.`);
  }
  const { own } = git;
  const asked = await own.compute("rev-parse", ["--verify", "--quiet", `${row.landed}^1^{tree}`]);
  const before = treeSha(need(asked).trim());
  const date = `${Math.trunc(shop.file.wallMs() / 1_000)} +0000`;
  const signed = { author: { ...shop.committer, date }, committer: { ...shop.committer, date } };
  // The files of before, told as a step after the landing: merged into the base of now they take back only that.
  const undone = { tree: before, parents: [row.landed], message: "", ...signed };
  const theirs = await makeCommit(git, undone);
  const [merged] = await tryMerges(git, [{ onto: tip, head: theirs }], "keep");
  const tree = merged?.tree ?? null;
  if (tree === null) {
    const paths = merged?.conflicts.join(", ") ?? "";
    return failed("conflict", `Nothing was proposed: later work on ${row.base} builds on #${row.number} (${paths}).`);
  }
  const title = `Revert "${row.title}"`;
  const message = `${title}\n\nThis takes back #${row.number}, which landed as ${row.landed}.\n`;
  const head = await makeCommit(git, { tree, parents: [tip], message, ...signed });
  return ok({ head, branch: `revert-${row.number}`, title });
}
