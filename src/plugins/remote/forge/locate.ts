/** The commit on a forge whose checks are meant, pushed there if it is a candidate. */
import { treeSha, type CommitSha } from "../../../domain/model/ids.ts";
import type { CheckSubject } from "../../../domain/core/subject.ts";
import { unreachable } from "../../../domain/model/unreachable.ts";
import type { GitContext } from "../../shared/git/git-context.ts";
import { GitTrouble, need } from "../../shared/git/trouble.ts";
import { getKnownBase } from "./landing/base.ts";
import { getKeptChange } from "./changes/kept-change.ts";
import { pushBranch, readRemoteTip } from "./landing/objects.ts";
import type { ForgeParts } from "./parts.ts";
import { getKeptCandidate } from "./landing/build.ts";
import { formatCandidateBranch } from "./landing/candidate-branch.ts";

/** `isFresh`: it was put there just now, so whatever is said of it is news. */
export type Located = { readonly commit: CommitSha; readonly isFresh: boolean };

/** Null: the forge has no commit with that tree to ask about. */
export async function locate(parts: ForgeParts, git: GitContext, of: CheckSubject): Promise<Located | null> {
  switch (of.kind) {
    case "change": {
      const head = getKeptChange(parts.kept, of.change)?.doc.snapshot.head;
      return head?.tree === of.tree ? { commit: head.commit, isFresh: false } : null;
    }
    case "candidate":
      return locateCandidate(parts, git, of);
    case "base": {
      const base = getKnownBase(parts);
      const tree = base === null ? null : (base.tree ?? (await git.treeOf(base.commit)));
      return base !== null && tree === of.tree ? { commit: base.commit, isFresh: false } : null;
    }
    default:
      return unreachable(of);
  }
}

type OfCandidate = Extract<CheckSubject, { kind: "candidate" }>;

async function locateCandidate(parts: ForgeParts, git: GitContext, of: OfCandidate): Promise<Located | null> {
  const candidate = getKeptCandidate(parts.kept, of.candidate);
  if (candidate?.answer.kind !== "built" || candidate.answer.made.tree !== treeSha(of.tree)) return null;
  // On a base that has not moved a change's own head is the very tree, and its checks have spoken of it.
  const same = candidate.changes
    .map(({ id }) => getKeptChange(parts.kept, id)?.doc.snapshot.head)
    .find((head) => head?.tree === of.tree);
  if (same !== undefined) return { commit: same.commit, isFresh: false };
  const { commit } = candidate.answer.made;
  const branch = formatCandidateBranch(of.candidate);
  const there = await readRemoteTip(git, parts.client, branch);
  if (there === commit) return { commit, isFresh: false };
  need(await pushBranch(git, parts.client, { branch, commit, from: there }));
  await sweep(parts, git, branch);
  return { commit, isFresh: true };
}

const PUSHED = "pushed";
/** Longer than anybody waits for the checks of one. */
const LEFT_AFTER_MS = 24 * 60 * 60_000;

/** A project has one candidate at a time: branches of those before it may go. */
async function sweep(parts: ForgeParts, git: GitContext, branch: string): Promise<void> {
  for (const { id } of parts.kept.all(PUSHED)) if (id !== branch) await remove(parts, git, id);
  parts.kept.put(PUSHED, branch, {});
}

/** Where no other came after it, the branch of a candidate that was given up would stay. One that cannot go stops nobody's look. */
export async function sweepLeft(parts: ForgeParts, git: GitContext): Promise<void> {
  const { kept } = parts;
  for (const { id, atMs } of kept.all(PUSHED)) {
    const triedMs = kept.wallMs();
    if (Math.abs(triedMs - atMs) <= LEFT_AFTER_MS) continue;
    try {
      if (!(await remove(parts, git, id))) kept.put(PUSHED, id, { triedMs });
    } catch (error) {
      if (!(error instanceof GitTrouble)) throw error;
      kept.put(PUSHED, id, { triedMs });
    }
  }
}

/** False: the forge does not let it go. */
async function remove({ kept, client }: ForgeParts, git: GitContext, branch: string): Promise<boolean> {
  const there = await readRemoteTip(git, client, branch);
  const isGone = there === null || (await pushBranch(git, client, { branch, commit: null, from: there })).ok;
  if (isGone) kept.forget(PUSHED, branch);
  return isGone;
}
