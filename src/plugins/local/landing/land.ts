/**
 * Moves the base to the candidate that was tested, if base and changes are as they were judged. A branch that nobody has
 * checked out is moved by its ref; a checked out one by git's own guarded fast-forward, which leaves every file of the
 * person's alone. What has landed already is seen by ancestry, so a lost answer costs nothing.
 */
import { commitSha, type CommitSha } from "../../../domain/model/ids.ts";
import { findBranchUse, type GitFailure } from "../../../lib/git/git.ts";
import { unreachable } from "../../../domain/model/unreachable.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { LandAnswer, LandRequest } from "../../../slots/scm.ts";
import { isOpenRow, type ChangeRow } from "../changes/change-rows.ts";
import type { GitContext } from "../../shared/git/git-context.ts";
import { GitTrouble, need } from "../../shared/git/trouble.ts";
import type { Workshop } from "./build-candidate.ts";
import { formatCandidateRef, encodeRefPart } from "../../shared/git/ref-part.ts";

/** Called one at a time, and together with every other write to changes: nothing is said of them meanwhile. */
export async function landLocally(
  shop: Workshop,
  git: GitContext,
  request: LandRequest,
): Promise<SlotResult<LandAnswer>> {
  const { made, base, onto } = request;
  if ((await git.treeOf(made.commit)) !== made.tree) {
    return failed("refused", `Nothing landed: there is no commit ${made.commit} with the tree that was tested.`);
  }
  const tip = await git.tipOf(base);
  if (tip === null) return ok({ kind: "refused", why: "base_moved" });
  if (tip !== onto) {
    const isThere = await git.isAncestor(made.commit, tip);
    return ok(isThere ? await recordLanding(shop, git, request) : { kind: "refused", why: "base_moved" });
  }
  if (!request.changes.every((expected) => isAsJudged(shop, expected))) {
    return ok({ kind: "refused", why: "change_moved" });
  }
  const moved = await moveBase(git, request);
  if (moved.kind === "landed") return ok(await recordLanding(shop, git, request));
  return ok(moved.kind === "blocked" ? await offerByHand(git, request, moved) : moved);
}

function isAsJudged(shop: Workshop, expected: LandRequest["changes"][number]): boolean {
  const row = findRow(shop, expected.id);
  return row !== null && isOpenRow(row) && row.head === expected.head && row.version === expected.version;
}

async function moveBase(git: GitContext, request: LandRequest): Promise<LandAnswer> {
  const { repository } = git;
  const { base, made, onto } = request;
  const use = need(await findBranchUse(repository, base, await git.agentFolders()));
  switch (use.kind) {
    case "held":
      return { kind: "blocked", paths: use.by };
    case "free": {
      const moved = await repository.updateRefs([{ ref: `refs/heads/${base}`, to: made.commit, from: onto }]);
      return judgeOutcome(git, request, moved.ok ? null : moved.error, () => []);
    }
    case "checked_out": {
      const { checkout } = use;
      const moved = await repository.fastForward({ checkout, commit: made.commit });
      return judgeOutcome(git, request, moved.ok ? null : moved.error, (error) => listPathsInTheWay(error, checkout));
    }
    default:
      return unreachable(use);
  }
}

/** Whatever git said, the branch tells: it moved to our commit, to another one, or it stayed. */
async function judgeOutcome(
  git: GitContext,
  { base, made, onto }: LandRequest,
  error: GitFailure | null,
  inTheWay: (error: GitFailure) => readonly string[],
): Promise<LandAnswer> {
  const tip = await git.tipOf(base);
  if (tip === made.commit) return { kind: "landed" };
  if (tip !== onto) return { kind: "refused", why: "base_moved" };
  if (error === null) throw new Error(`git moved ${base}, and yet it stayed where it was`);
  const paths = error.kind === "failed" ? inTheWay(error) : [];
  if (paths.length === 0) throw new GitTrouble(error);
  return { kind: "blocked", paths };
}

/** Git lists files in the way below its error, each after a tab. */
function listPathsInTheWay({ stderr, message }: GitFailure, checkout: string): readonly string[] {
  const listed = stderr.split("\n").filter((line) => line.startsWith("\t"));
  return listed.length > 0 ? listed.map((line) => line.slice(1)) : [`${checkout} (${message})`];
}

/** All of them at once. One that moved on after the landing stays open with what is new. */
async function recordLanding(shop: Workshop, { repository }: GitContext, request: LandRequest): Promise<LandAnswer> {
  const { made, changes, candidate, base } = request;
  const rows = changes.flatMap(({ id, head }) => {
    const row = findRow(shop, id);
    return row !== null && isOpenRow(row) && row.head === head ? [row] : [];
  });
  shop.file.transaction(() => rows.forEach((row) => shop.changes.put(markLanded(shop, row, made.commit))));
  need(
    await repository.updateRefs(
      [formatCandidateRef(candidate), formatLandingRef(base)].map((ref) => ({ ref, to: null })),
    ),
  );
  return { kind: "landed" };
}

function markLanded({ file }: Workshop, row: ChangeRow, commit: CommitSha): ChangeRow {
  return { ...row, state: "landed", landed: commit, version: file.nextVersion(), changedMs: Math.trunc(file.wallMs()) };
}

/** Kept where the person can take it from by hand: `git merge --ff-only refs/ao/landing/<branch>`. The first stays. */
async function offerByHand(
  git: GitContext,
  { base, made, onto }: LandRequest,
  answer: LandAnswer,
): Promise<LandAnswer> {
  const { repository } = git;
  const ref = formatLandingRef(base);
  const kept = need(await repository.readRef(ref));
  const isTakeable = kept !== null && (kept === made.commit || (await git.isAncestor(onto, commitSha(kept))));
  if (!isTakeable) need(await repository.updateRefs([{ ref, to: made.commit }]));
  return answer;
}

export function formatLandingRef(branch: string): string {
  return `refs/ao/landing/${branch.split("/").map(encodeRefPart).join("/")}`;
}

function findRow({ changes, references }: Workshop, id: LandRequest["changes"][number]["id"]): ChangeRow | null {
  const number = references.numberOf(id);
  return number === null ? null : changes.get(number);
}
