/**
 * Merges as the project's settings have it. Where they ask for a branch that is not behind (`ff`, `rebase_merge`), the tested commit
 * takes its place for the merge: GitLab then takes it only if the base has not moved.
 */
import * as z from "zod";
import { commitSha, type CommitSha } from "../../../domain/model/ids.ts";
import { forward, findForwarded } from "../../remote/forge/changes/forwarded.ts";
import type { MergeChange, Merged, MergeOrder } from "../../remote/forge/landing/land.ts";
import { formatBasePin, bring, readRemoteTip } from "../../remote/forge/landing/objects.ts";
import { pauseOn } from "../../remote/forge/own-clock.ts";
import type { RemoteClock } from "../../remote/quota/quota-broker.ts";
import { failRemote, type RemoteFailure } from "../../remote/http/remote-result.ts";
import type { GitContext } from "../../shared/git/git-context.ts";
import type { ReadMerge } from "../changes/parse-change.ts";
import type { GitlabChangeParts } from "../changes/parts.ts";
import { findLanded, mergeNow } from "../changes/source.ts";
import { accept } from "./merge.ts";

type Parts = GitlabChangeParts & { readonly clock: RemoteClock };

export const mergeAsProject =
  (parts: Parts): MergeChange =>
  async (order, git) => {
    const tip = await readTip(parts, git, order.base);
    const isBehind = tip !== null && !(await git.isAncestor(tip, order.head));
    if (!isBehind || !(await wantsForward(parts))) return mergeAsItIs(parts, order);
    const { branch, base, head: from } = order;
    const to = await commitFor(parts, order, tip);
    if (to === null) return failRemote("conflict", `${base} has moved, or it collides with it`);
    const moved = await forward(parts, git, { branch, base, from, to, onto: tip });
    return moved.ok ? mergeMoved(parts, order, to) : moved;
  };

/**
 * A pipeline that the project asks for and that still runs is waited for by asking again: each time base and head are compared
 * anew. GitLab's own auto-merge would also merge onto a base that has moved, and that nobody tested.
 */
async function mergeAsItIs(parts: Parts, order: MergeOrder): Promise<Merged> {
  const { number, head, strategy } = order;
  const merged = await accept(parts.client, { ...order, isSquash: strategy === "squash" });
  if (merged.ok || !isRefusal(merged.error)) return merged;
  const now = await mergeNow(parts, number);
  const isRunning = now !== null && isAwaitingPipeline(now, head) && (now.head_pipeline ?? null) !== null;
  return isRunning
    ? failRemote("unavailable", `GitLab merges !${number} when the pipeline of its head has passed`)
    : { ok: false, error: addDetail(merged.error, now) };
}

async function readTip({ client }: Parts, git: GitContext, base: string): Promise<CommitSha | null> {
  const tip = await readRemoteTip(git, client, base);
  if (tip === null) return null;
  await bring(git, client, [{ commit: commitSha(tip), pin: formatBasePin(base) }]);
  return (await git.treeOf(tip)) === null ? null : commitSha(tip);
}

const project = z.object({ merge_method: z.string().nullish() });

async function wantsForward({ client }: Parts): Promise<boolean> {
  const { merge_method: method } = await client.read({ path: "" }, project);
  return method === "ff" || method === "rebase_merge";
}

/** The one that is there already, after an attempt that was cut off. */
async function commitFor({ kept }: Parts, { branch, head, builtOnto }: MergeOrder, tip: CommitSha) {
  const before = findForwarded(kept, branch);
  return before?.onto === tip && before.from === head ? before.to : builtOnto(tip);
}

/** GitLab needs a moment to see what was pushed, and to say whether it merges. */
const LOOKS_MS: readonly number[] = [500, 1_000, 2_000, 4_000];

async function mergeMoved(parts: Parts, order: MergeOrder, head: CommitSha): Promise<Merged> {
  // It is one commit already, with its own words.
  const accepting = { ...order, head, isSquash: false };
  for (const waitMs of LOOKS_MS) {
    const merged = await accept(parts.client, accepting);
    if (merged.ok || !isRefusal(merged.error)) return merged;
    const now = await mergeNow(parts, order.number);
    const landed = now === null ? null : findLanded(now);
    if (landed !== null) return { ok: true, value: { commit: landed.commit } };
    if (now === null || !mayWait(now, head)) return { ok: false, error: addDetail(merged.error, now) };
    if (isAwaitingPipeline(now, head)) return waitForPipeline(parts, order, now);
    await pauseOn(parts.clock, waitMs);
  }
  return failRemote("unavailable", `GitLab does not say yet whether !${order.number} merges at ${head}`);
}

const isRefusal = ({ code }: RemoteFailure): boolean => code === "conflict" || code === "refused";

const COMPUTING = new Set(["unchecked", "checking", "preparing", "approvals_syncing"]);
const ENDED = new Set(["success", "failed", "canceled", "skipped"]);

const mayWait = (merge: ReadMerge, head: CommitSha): boolean =>
  merge.state === "opened" &&
  (merge.sha !== head || COMPUTING.has(merge.detailed_merge_status ?? "") || isAwaitingPipeline(merge, head));

/** GitLab wants one of its own on that commit, and it has not ended. */
const isAwaitingPipeline = ({ sha, detailed_merge_status: said, head_pipeline: pipeline }: ReadMerge, head: string) =>
  sha === head && (said === "ci_still_running" || said === "ci_must_pass") && !ENDED.has(pipeline?.status ?? "");

/** No pipeline has begun for this long: none will. */
const NONE_AFTER_MS = 5 * 60_000;

/** The branch stays where it is: asked again, it is looked at again. */
function waitForPipeline(
  { kept }: Parts,
  { number, branch }: MergeOrder,
  { head_pipeline: pipeline }: ReadMerge,
): Merged {
  const begunMs = findForwarded(kept, branch)?.begunMs ?? 0;
  const isNone = pipeline === null || pipeline === undefined;
  if (!isNone || Math.abs(kept.wallMs() - begunMs) < NONE_AFTER_MS)
    return failRemote("unavailable", `GitLab merges !${number} when the pipeline of its rebased head has passed`);
  const why = `pipelines must succeed here, and none ran when ${branch} was rebased: let one run on each push to a merge request`;
  return failRemote("refused", why, { said: why });
}

/** GitLab says no to all of it with the same words. */
function addDetail(error: RemoteFailure, merge: ReadMerge | null): RemoteFailure {
  const detail = merge?.detailed_merge_status ?? null;
  return detail === null
    ? error
    : { ...error, said: `${error.said || error.message} (${detail.replaceAll("_", " ")})` };
}
