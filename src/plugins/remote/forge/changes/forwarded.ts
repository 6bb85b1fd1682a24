/**
 * Where a project only fast-forwards, a branch that is behind its base is moved to the tested commit for its merge, and put back when
 * that is refused. What was moved is written down before, so that whoever comes later, after a crash too, can put it back; until
 * then that commit stands for the head that was judged.
 */
import { commitSha, type CommitSha } from "../../../../domain/model/ids.ts";
import type { GitContext } from "../../../shared/git/git-context.ts";
import { GitTrouble, need } from "../../../shared/git/trouble.ts";
import { failRemote, type RemoteResult } from "../../http/remote-result.ts";
import type { KeptFile } from "../kept-file.ts";
import { formatBasePin, bring, pushBranch, readRemoteTip } from "../landing/objects.ts";
import type { ForgeParts } from "../parts.ts";
import { findRefusalReason } from "../landing/why-refused.ts";

export type Forwarding = {
  readonly branch: string;
  readonly base: string;
  readonly from: CommitSha;
  readonly to: CommitSha;
  /** Where the base was. */
  readonly onto: CommitSha;
};

type Forwarded = Forwarding & { readonly begunMs: number; readonly triedMs: number; readonly isOver: boolean };

const FORWARDED = "forwarded";
const KEPT_MS = 14 * 24 * 60 * 60 * 1_000;
/** Longer than a landing waits between two attempts. */
const LEFT_AFTER_MS = 20 * 60_000;

/** Null: the branch is where its author put it. */
export const findForwarded = (kept: KeptFile, branch: string): Forwarded | null =>
  kept.get<Forwarded>(FORWARDED, branch)?.doc ?? null;

/** The head that people judged, whichever commit stands for it now. */
export function findJudgedHead(kept: KeptFile, branch: string, head: CommitSha): CommitSha {
  const forwarded = findForwarded(kept, branch);
  return forwarded?.to === head ? forwarded.from : head;
}

/** Puts the branch where it can be merged; a conflict: somebody else has moved it. */
export async function forward(parts: ForgeParts, git: GitContext, move: Forwarding): Promise<RemoteResult<null>> {
  const { kept } = parts;
  const { branch, to } = move;
  const before = findForwarded(kept, branch);
  if (before !== null && before.to !== to) await putBranchBack(parts, git, branch);
  const triedMs = kept.wallMs();
  const begunMs = before?.to === to ? before.begunMs : triedMs;
  kept.forgetBefore(FORWARDED, triedMs - KEPT_MS);
  kept.put<Forwarded>(FORWARDED, branch, { ...move, begunMs, triedMs, isOver: false });
  return pushForward(parts, git, move);
}

async function pushForward({ client }: ForgeParts, git: GitContext, move: Forwarding): Promise<RemoteResult<null>> {
  const { branch, from, to } = move;
  const done = { ok: true, value: null } as const;
  const there = await readRemoteTip(git, client, branch);
  if (there === to) return done;
  const theirs = failRemote("conflict", `somebody else moved ${branch} meanwhile`);
  if (there !== from) return theirs;
  const pushed = await pushBranch(git, client, { branch, commit: to, from });
  const now = pushed.ok ? to : await readRemoteTip(git, client, branch);
  if (pushed.ok || now === to) return done;
  if (now !== from) return theirs;
  const why = findRefusalReason(pushed.error.stderr);
  if (why === null) throw new GitTrouble(pushed.error);
  const said = `${branch} cannot be rebased: ${why}`;
  return failRemote("refused", said, { said });
}

/** Nothing, where it was never moved, has landed, or is somebody else's by now. */
export async function putBranchBack(parts: ForgeParts, git: GitContext, branch: string): Promise<void> {
  const { kept, client } = parts;
  const forwarded = findForwarded(kept, branch);
  if (forwarded === null || forwarded.isOver) return;
  const { from, to } = forwarded;
  if ((await readRemoteTip(git, client, branch)) === to) {
    if (await hasLanded(parts, git, forwarded)) return noteOver(kept, branch);
    need(await pushBranch(git, client, { branch, commit: from, from: to }));
  }
  kept.forget(FORWARDED, branch);
}

/** Asked of git itself, which no replica answers. */
async function hasLanded({ client }: ForgeParts, git: GitContext, { base, to }: Forwarded): Promise<boolean> {
  const tip = await readRemoteTip(git, client, base);
  if (tip === null) return false;
  await bring(git, client, [{ commit: commitSha(tip), pin: formatBasePin(base) }]);
  return git.isAncestor(to, commitSha(tip));
}

/** Landings that nobody tries any more: their branches go back. One that does not is tried again later, and stops nobody's look. */
export async function putBackLeft(parts: ForgeParts, git: GitContext): Promise<void> {
  const { kept } = parts;
  for (const { doc } of kept.all<Forwarded>(FORWARDED)) {
    if (doc.isOver || Math.abs(kept.wallMs() - doc.triedMs) <= LEFT_AFTER_MS) continue;
    try {
      await putBranchBack(parts, git, doc.branch);
    } catch (error) {
      if (!(error instanceof GitTrouble)) throw error;
      kept.put<Forwarded>(FORWARDED, doc.branch, { ...doc, triedMs: kept.wallMs() });
    }
  }
}

/** It has landed: the commit stands for its head for good. */
export function noteOver(kept: KeptFile, branch: string): void {
  const forwarded = findForwarded(kept, branch);
  if (forwarded !== null && !forwarded.isOver) kept.put<Forwarded>(FORWARDED, branch, { ...forwarded, isOver: true });
}
