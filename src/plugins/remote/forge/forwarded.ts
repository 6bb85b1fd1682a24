/**
 * Where a project only fast-forwards, a branch that is behind its base is moved to the tested commit for its merge, and put back when
 * that is refused. What was moved is written down before, so that whoever comes later, after a crash too, can put it back; until
 * then that commit stands for the head that was judged.
 */
import { commitSha, type CommitSha } from "../../../domain/model/ids.ts";
import type { Ground } from "../../shared/git/ground.ts";
import { GitTrouble, need } from "../../shared/git/trouble.ts";
import { remoteFailure, type RemoteResult } from "../remote-result.ts";
import type { KeptFile } from "./kept-file.ts";
import { basePin, bring, pushBranch, remoteTip } from "./objects.ts";
import type { ForgeParts } from "./parts.ts";
import { whyRefused } from "./why-refused.ts";

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
export const forwardedOf = (kept: KeptFile, branch: string): Forwarded | null =>
  kept.get<Forwarded>(FORWARDED, branch)?.doc ?? null;

/** The head that people judged, whichever commit stands for it now. */
export function judgedHead(kept: KeptFile, branch: string, head: CommitSha): CommitSha {
  const forwarded = forwardedOf(kept, branch);
  return forwarded?.to === head ? forwarded.from : head;
}

/** Puts the branch where it can be merged; a conflict: somebody else has moved it. */
export async function forward(parts: ForgeParts, ground: Ground, move: Forwarding): Promise<RemoteResult<null>> {
  const { kept } = parts;
  const { branch, to } = move;
  const before = forwardedOf(kept, branch);
  if (before !== null && before.to !== to) await putBack(parts, ground, branch);
  const triedMs = kept.wallMs();
  const begunMs = before?.to === to ? before.begunMs : triedMs;
  kept.forgetBefore(FORWARDED, triedMs - KEPT_MS);
  kept.put<Forwarded>(FORWARDED, branch, { ...move, begunMs, triedMs, isOver: false });
  return pushedTo(parts, ground, move);
}

async function pushedTo({ client }: ForgeParts, ground: Ground, move: Forwarding): Promise<RemoteResult<null>> {
  const { branch, from, to } = move;
  const done = { ok: true, value: null } as const;
  const there = await remoteTip(ground, client, branch);
  if (there === to) return done;
  const theirs = remoteFailure("conflict", `somebody else moved ${branch} meanwhile`);
  if (there !== from) return theirs;
  const pushed = await pushBranch(ground, client, { branch, commit: to, from });
  const now = pushed.ok ? to : await remoteTip(ground, client, branch);
  if (pushed.ok || now === to) return done;
  if (now !== from) return theirs;
  const why = whyRefused(pushed.error.stderr);
  if (why === null) throw new GitTrouble(pushed.error);
  const said = `${branch} cannot be rebased: ${why}`;
  return remoteFailure("refused", said, { said });
}

/** Nothing, where it was never moved, has landed, or is somebody else's by now. */
export async function putBack(parts: ForgeParts, ground: Ground, branch: string): Promise<void> {
  const { kept, client } = parts;
  const forwarded = forwardedOf(kept, branch);
  if (forwarded === null || forwarded.isOver) return;
  const { from, to } = forwarded;
  if ((await remoteTip(ground, client, branch)) === to) {
    if (await hasLanded(parts, ground, forwarded)) return noteOver(kept, branch);
    need(await pushBranch(ground, client, { branch, commit: from, from: to }));
  }
  kept.forget(FORWARDED, branch);
}

/** Asked of git itself, which no replica answers. */
async function hasLanded({ client }: ForgeParts, ground: Ground, { base, to }: Forwarded): Promise<boolean> {
  const tip = await remoteTip(ground, client, base);
  if (tip === null) return false;
  await bring(ground, client, [{ commit: commitSha(tip), pin: basePin(base) }]);
  return ground.isAncestor(to, commitSha(tip));
}

/** Landings that nobody tries any more: their branches go back. One that does not is tried again later, and stops nobody's look. */
export async function putBackLeft(parts: ForgeParts, ground: Ground): Promise<void> {
  const { kept } = parts;
  for (const { doc } of kept.all<Forwarded>(FORWARDED)) {
    if (doc.isOver || Math.abs(kept.wallMs() - doc.triedMs) <= LEFT_AFTER_MS) continue;
    try {
      await putBack(parts, ground, doc.branch);
    } catch (error) {
      if (!(error instanceof GitTrouble)) throw error;
      kept.put<Forwarded>(FORWARDED, doc.branch, { ...doc, triedMs: kept.wallMs() });
    }
  }
}

/** It has landed: the commit stands for its head for good. */
export function noteOver(kept: KeptFile, branch: string): void {
  const forwarded = forwardedOf(kept, branch);
  if (forwarded !== null && !forwarded.isOver) kept.put<Forwarded>(FORWARDED, branch, { ...forwarded, isOver: true });
}
