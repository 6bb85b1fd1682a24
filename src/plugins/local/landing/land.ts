/**
 * Moves the base to the candidate that was tested, if base and changes are as they were judged. A branch that nobody has
 * checked out is moved by its ref; a checked out one by git's own guarded fast-forward, which leaves every file of the
 * person's alone. What has landed already is seen by ancestry, so a lost answer costs nothing.
 */
import { commitSha, type CommitSha } from "../../../domain/model/ids.ts";
import { branchUse, type GitFailure } from "../../../lib/git/git.ts";
import { unreachable } from "../../../domain/model/unreachable.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { LandAnswer, LandRequest } from "../../../slots/scm.ts";
import { isOpen, type ChangeRow } from "../changes/change-rows.ts";
import type { Ground } from "../../shared/git/ground.ts";
import { GitTrouble, need } from "../../shared/git/trouble.ts";
import type { Workshop } from "./build-candidate.ts";
import { candidateRef, refPart } from "../../shared/git/ref-part.ts";

/** Called one at a time, and together with every other write to changes: nothing is said of them meanwhile. */
export async function landCandidate(
  shop: Workshop,
  ground: Ground,
  request: LandRequest,
): Promise<SlotResult<LandAnswer>> {
  const { made, base, onto } = request;
  if ((await ground.treeOf(made.commit)) !== made.tree) {
    return failed("refused", `Nothing landed: there is no commit ${made.commit} with the tree that was tested.`);
  }
  const tip = await ground.tipOf(base);
  if (tip === null) return ok({ kind: "refused", why: "base_moved" });
  if (tip !== onto) {
    const isThere = await ground.isAncestor(made.commit, tip);
    return ok(isThere ? await landed(shop, ground, request) : { kind: "refused", why: "base_moved" });
  }
  if (!request.changes.every((expected) => isAsJudged(shop, expected))) {
    return ok({ kind: "refused", why: "change_moved" });
  }
  const moved = await moveBase(ground, request);
  if (moved.kind === "landed") return ok(await landed(shop, ground, request));
  return ok(moved.kind === "blocked" ? await blocked(ground, request, moved) : moved);
}

function isAsJudged(shop: Workshop, expected: LandRequest["changes"][number]): boolean {
  const row = rowOf(shop, expected.id);
  return row !== null && isOpen(row) && row.head === expected.head && row.version === expected.version;
}

async function moveBase(ground: Ground, request: LandRequest): Promise<LandAnswer> {
  const { repository } = ground;
  const { base, made, onto } = request;
  const use = need(await branchUse(repository, base, await ground.agentFolders()));
  switch (use.kind) {
    case "held":
      return { kind: "blocked", paths: use.by };
    case "free": {
      const moved = await repository.updateRefs([{ ref: `refs/heads/${base}`, to: made.commit, from: onto }]);
      return outcome(ground, request, moved.ok ? null : moved.error, () => []);
    }
    case "checked_out": {
      const { checkout } = use;
      const moved = await repository.fastForward({ checkout, commit: made.commit });
      return outcome(ground, request, moved.ok ? null : moved.error, (error) => pathsInTheWay(error, checkout));
    }
    default:
      return unreachable(use);
  }
}

/** Whatever git said, the branch tells: it moved to our commit, to another one, or it stayed. */
async function outcome(
  ground: Ground,
  { base, made, onto }: LandRequest,
  error: GitFailure | null,
  inTheWay: (error: GitFailure) => readonly string[],
): Promise<LandAnswer> {
  const tip = await ground.tipOf(base);
  if (tip === made.commit) return { kind: "landed" };
  if (tip !== onto) return { kind: "refused", why: "base_moved" };
  if (error === null) throw new Error(`git moved ${base}, and yet it stayed where it was`);
  const paths = error.kind === "failed" ? inTheWay(error) : [];
  if (paths.length === 0) throw new GitTrouble(error);
  return { kind: "blocked", paths };
}

/** Git lists files in the way below its error, each after a tab. */
function pathsInTheWay({ stderr, message }: GitFailure, checkout: string): readonly string[] {
  const listed = stderr.split("\n").filter((line) => line.startsWith("\t"));
  return listed.length > 0 ? listed.map((line) => line.slice(1)) : [`${checkout} (${message})`];
}

/** All of them at once. One that moved on after the landing stays open with what is new. */
async function landed(shop: Workshop, { repository }: Ground, request: LandRequest): Promise<LandAnswer> {
  const { made, changes, candidate, base } = request;
  const rows = changes.flatMap(({ id, head }) => {
    const row = rowOf(shop, id);
    return row !== null && isOpen(row) && row.head === head ? [row] : [];
  });
  shop.file.transaction(() => rows.forEach((row) => shop.changes.put(asLanded(shop, row, made.commit))));
  need(await repository.updateRefs([candidateRef(candidate), landingRef(base)].map((ref) => ({ ref, to: null }))));
  return { kind: "landed" };
}

function asLanded({ file }: Workshop, row: ChangeRow, commit: CommitSha): ChangeRow {
  return { ...row, state: "landed", landed: commit, version: file.nextVersion(), changedMs: Math.trunc(file.wallMs()) };
}

/** Kept where the person can take it from by hand: `git merge --ff-only refs/ao/landing/<branch>`. The first stays. */
async function blocked(ground: Ground, { base, made, onto }: LandRequest, answer: LandAnswer): Promise<LandAnswer> {
  const { repository } = ground;
  const ref = landingRef(base);
  const kept = need(await repository.readRef(ref));
  const isTakeable = kept !== null && (kept === made.commit || (await ground.isAncestor(onto, commitSha(kept))));
  if (!isTakeable) need(await repository.updateRefs([{ ref, to: made.commit }]));
  return answer;
}

export function landingRef(branch: string): string {
  return `refs/ao/landing/${branch.split("/").map(refPart).join("/")}`;
}

function rowOf({ changes, references }: Workshop, id: LandRequest["changes"][number]["id"]): ChangeRow | null {
  const number = references.numberOf(id);
  return number === null ? null : changes.get(number);
}
