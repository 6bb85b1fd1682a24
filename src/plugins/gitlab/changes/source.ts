/**
 * Merge requests as GitLab shows them. Three requests tell of all that are open whether anything moved: their list, the
 * pipelines that changed, and where the base is; each answers "unchanged" while nothing happens. Details are asked of those
 * that moved.
 */
import { commitSha, type CommitSha } from "../../../domain/model/ids.ts";
import type { BaseTip, ChangeSource, Glance, SaidToMerge, SeenChange } from "../../remote/forge/change-source.ts";
import { judgedHead } from "../../remote/forge/forwarded.ts";
import { ifThere, RemoteTrouble } from "../../remote/forge/trouble.ts";
import { remoteFailure } from "../../remote/remote-result.ts";
import type { Ground } from "../../shared/git/ground.ts";
import { checksOf } from "../checks/ci.ts";
import { parsed } from "../client.ts";
import { asWritten } from "../quick-actions.ts";
import { branch, discussion, isFromFork, mergeRequest, type ReadMerge } from "./parse-change.ts";
import type { GitlabChangeParts } from "./parts.ts";
import { reviewsOf, saidReviews, wordsOn } from "./reviews.ts";
import { talkIn } from "./talk.ts";

export function gitlabSource(parts: GitlabChangeParts): ChangeSource {
  /** Where the overview found it. */
  let seenBase: BaseTip = null;
  return {
    detailsMax: DETAILS_MAX,
    overview: async () => {
      const query = { state: "opened", scope: "all", order_by: "updated_at", sort: "desc" };
      const listed = await parts.client.list({ path: "merge_requests", query }, mergeRequest);
      await parts.pipelines.refresh();
      seenBase = await tipOf(parts);
      return { base: seenBase, open: listed.map((merge) => glanceOf(parts, merge)) };
    },
    details: async (ground, numbers, isListed) => {
      const base = isListed ? seenBase : await tipOf(parts);
      const seen: SeenChange[] = [];
      for (const number of numbers) {
        const merge = await mergeNow(parts, number);
        if (merge !== null) seen.push(seenOf(parts, ground, merge));
      }
      return { base, seen };
    },
  };
}

const DETAILS_MAX = 20;

/** Null: there is none of that number. */
export async function mergeNow({ client }: GitlabChangeParts, number: number): Promise<ReadMerge | null> {
  const answer = ifThere(await client.ask({ path: `merge_requests/${number}` }));
  return answer === null ? null : parsed(mergeRequest, answer.body);
}

async function tipOf({ client, defaultBranch }: GitlabChangeParts): Promise<BaseTip> {
  const path = `repository/branches/${encodeURIComponent(defaultBranch)}`;
  const answer = ifThere(await client.ask({ path }));
  return answer === null ? null : { commit: commitSha(parsed(branch, answer.body).commit.id), tree: null };
}

function glanceOf({ pipelines }: GitlabChangeParts, merge: ReadMerge): Glance {
  const sign = signOf(merge);
  const light = JSON.stringify([sign, pipelines.stateOf(merge)]);
  return { number: merge.iid, light, sign, merges: mergesOf(merge) };
}

/** All that overview and details both tell. */
function signOf(merge: ReadMerge): string {
  const { updated_at: at, sha, draft, blocking_discussions_resolved: isSettled, user_notes_count: notes } = merge;
  return JSON.stringify([at, sha, draft, isSettled, notes]);
}

/** All that it tells by itself of what further questions are about. */
function wholeOf(merge: ReadMerge): string {
  const { title, labels, state, head_pipeline: pipeline } = merge;
  return JSON.stringify([signOf(merge), title, labels, state, pipeline?.id, pipeline?.status, pipeline?.updated_at]);
}

function mergesOf({
  has_conflicts: collides,
  detailed_merge_status: detail,
  merge_status: said,
}: ReadMerge): SaidToMerge {
  if (collides === true || detail === "conflict") return "no";
  return said === "can_be_merged" ? "yes" : "unknown";
}

function seenOf(parts: GitlabChangeParts, ground: Ground, merge: ReadMerge): SeenChange {
  const { iid, title, description, web_url: url, created_at: createdAt, updated_at: updatedAt, labels } = merge;
  const head = judgedHead(parts.kept, merge.source_branch, headOf(merge));
  return {
    ...{
      number: iid,
      title: withoutDraft(title),
      body: asWritten(description),
      url,
      createdAt,
      updatedAt,
      labels,
      head,
    },
    ...{ branch: merge.source_branch, base: merge.target_branch, tree: null, sign: signOf(merge) },
    isFromFork: isFromFork(merge),
    whole: wholeOf(merge),
    state: stateOf(merge),
    landed: landedOf(merge),
    merges: mergesOf(merge),
    about: asShown(iid, async (at, base) => {
      const isOpen = merge.state === "opened";
      const words = isOpen ? await wordsOn(parts, merge) : { words: [], versions: [] };
      const { items: discussions, isCut } = await discussionsOf(parts, merge, words.words.length > 0);
      const { threads, said } = await talkIn(parts.people, { id: parts.references.change(iid), head }, discussions);
      return {
        author: await parts.people.authorOf(merge.author, description),
        reviews: await reviewsOf(parts.people, words, discussions),
        threads,
        said: { reviews: await saidReviews(parts.people, head, words, discussions), threads: said },
        ...(isCut ? { unsettled: "GitLab has more discussions of it than are read here" } : {}),
        checks: await checksOf(parts, merge, at, { ground, base: base?.commit ?? null }),
      };
    }),
  };
}

/** What lies below a merge request that was just shown is there, too: whoever says that it is not lags behind. */
const asShown =
  (number: number, about: SeenChange["about"]): SeenChange["about"] =>
  async (head, base) => {
    try {
      return await about(head, base);
    } catch (error) {
      if (!(error instanceof RemoteTrouble) || error.failure.code !== "gone") throw error;
      throw new RemoteTrouble(remoteFailure("unavailable", `GitLab does not show all of !${number} yet`).error);
    }
  };

/** Where nothing was said there is nothing to ask for. */
async function discussionsOf({ client }: GitlabChangeParts, merge: ReadMerge, isReviewed: boolean) {
  if (merge.user_notes_count === 0 && !isReviewed) return { items: [], isCut: false };
  return client.part({ path: `merge_requests/${merge.iid}/discussions` }, discussion);
}

const headOf = ({ sha, diff_refs: refs }: ReadMerge): CommitSha => commitSha(refs?.head_sha ?? sha ?? "");

/** A draft is one by its title. */
export const withoutDraft = (title: string): string => title.replace(/^(?:\[draft\]|draft:|\(draft\))\s*/i, "");

function stateOf({ state, draft }: ReadMerge): SeenChange["state"] {
  if (state === "merged") return "landed";
  if (state === "closed") return "closed";
  return draft ? "draft" : "open";
}

/** A merge commit, a squashed one, or the head itself, as the project's settings have it. */
export function landedOf(merge: ReadMerge): SeenChange["landed"] {
  if (merge.state !== "merged") return null;
  const { merge_commit_sha: merged, squash_commit_sha: squashed } = merge;
  return { commit: commitSha(merged ?? squashed ?? headOf(merge)), tree: null };
}
