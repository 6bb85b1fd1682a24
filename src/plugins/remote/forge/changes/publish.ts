/**
 * Puts a head on a forge and sees to its change. The branch is moved by git itself, and only from where it was just seen:
 * whatever somebody else puts there meanwhile stays.
 */
import type { ChangeSnapshot } from "../../../../domain/change/change.ts";
import { commitSha, type CommitSha } from "../../../../domain/model/ids.ts";
import { failed, ok, type SlotResult } from "../../../../slots/result.ts";
import type { PublishAnswer, PublishRequest } from "../../../../slots/scm.ts";
import type { GitContext } from "../../../shared/git/git-context.ts";
import { GitTrouble } from "../../../shared/git/trouble.ts";
import { putBranchBack } from "./forwarded.ts";
import { keepBranch } from "./kept-change.ts";
import { bring, pushBranch, readRemoteTip } from "../landing/objects.ts";
import { ownClock, pauseOn } from "../own-clock.ts";
import type { ChangeParts } from "../parts.ts";
import { readDetails } from "./read-changes.ts";
import { findRefusalReason } from "../landing/why-refused.ts";

/** The number of the branch's change, which is opened if there is none. */
export type OpenChange = (request: PublishRequest) => Promise<SlotResult<number>>;

export async function publishToForge(
  parts: ChangeParts,
  git: GitContext,
  request: PublishRequest,
  openChange: OpenChange,
): Promise<SlotResult<PublishAnswer>> {
  const { branch, head, session, trailers = [] } = request;
  if ((await git.treeOf(head)) === null) return failed("refused", `Nothing was published: there is no commit ${head}.`);
  await putBranchBack(parts, git, branch);
  const moved = await moveBranch(parts, git, request);
  if (!moved.ok) return moved;
  if (moved.value !== null) return ok({ kind: "refused", theirs: moved.value });
  keepBranch(parts.kept, branch, { session, head, trailers });
  const number = await openChange(request);
  if (!number.ok) return number;
  const change = await readPublished(parts, git, number.value, head);
  return change === null
    ? failed("unavailable", `${parts.client.title} does not show ${head} on ${branch} yet; it is looked at again.`)
    : ok({ kind: "published", change });
}

/** Answers whose commit is in the way, or null. */
async function moveBranch(
  { client }: ChangeParts,
  git: GitContext,
  { branch, head, replaces }: PublishRequest,
): Promise<SlotResult<CommitSha | null>> {
  const there = await readRemoteTip(git, client, branch);
  if (there === head) return ok(null);
  if (there !== null && !(await mayReplace(client, git, { there, head, replaces }))) return ok(commitSha(there));
  const pushed = await pushBranch(git, client, { branch, commit: head, from: there });
  if (pushed.ok) return ok(null);
  const now = await readRemoteTip(git, client, branch);
  if (now === head) return ok(null);
  if (now !== there && now !== null) return ok(commitSha(now));
  const why = findRefusalReason(pushed.error.stderr);
  if (why === null) throw new GitTrouble(pushed.error);
  return failed("refused", `${branch} was not pushed: ${why}`);
}

type Replacing = Pick<PublishRequest, "head" | "replaces"> & { readonly there: string };

async function mayReplace(client: ChangeParts["client"], git: GitContext, { there, head, replaces }: Replacing) {
  if (replaces.kind === "exactly") return replaces.commit === there;
  const theirs = commitSha(there);
  await bring(git, client, [{ commit: theirs, pin: `refs/ao/remote/theirs/${there}` }]);
  return (await git.treeOf(theirs)) !== null && git.isAncestor(theirs, head);
}

/** A forge needs a moment to see what was pushed. */
const LOOKS_MS: readonly number[] = [0, 200, 500, 1_000, 2_000];

async function readPublished(
  parts: ChangeParts,
  git: GitContext,
  number: number,
  head: CommitSha,
): Promise<ChangeSnapshot | null> {
  for (const waitMs of LOOKS_MS) {
    if (waitMs > 0) await pauseOn(parts.clock ?? ownClock, waitMs);
    const [change] = (await readDetails(parts, git, [number])).changes;
    if (change?.head.commit === head) return change;
  }
  return null;
}
