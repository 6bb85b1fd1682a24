/**
 * Merge requests as GitLab shows them. Three requests tell of all that are open whether anything moved: their list, the
 * pipelines that changed, and where the base is; each answers "unchanged" while nothing happens. Details are asked of those
 * that moved.
 */
import { commitSha, type CommitSha } from "../../../domain/model/ids.ts";
import type {
  BaseTip,
  ChangeSource,
  ChangeSummary,
  ReportedMergeability,
  SeenChange,
} from "../../remote/forge/changes/change-source.ts";
import { findJudgedHead } from "../../remote/forge/changes/forwarded.ts";
import { takeIfExists, RemoteTrouble } from "../../remote/forge/trouble.ts";
import { failRemote } from "../../remote/http/remote-result.ts";
import type { GitContext } from "../../shared/git/git-context.ts";
import { listGitlabChecks } from "../checks/ci.ts";
import { parsed } from "../client.ts";
import { unescapeLines } from "../quick-actions.ts";
import { branch, discussion, isFromFork, mergeRequest, type ReadMerge } from "./parse-change.ts";
import type { GitlabChangeParts } from "./parts.ts";
import { listGitlabReviews, listSaidReviews, readWordsOn } from "./reviews.ts";
import { collectTalk } from "./talk.ts";

export function createGitlabChangeSource(parts: GitlabChangeParts): ChangeSource {
  /** Where the overview found it. */
  let seenBase: BaseTip = null;
  return {
    detailsMax: DETAILS_MAX,
    overview: async () => {
      const query = { state: "opened", scope: "all", order_by: "updated_at", sort: "desc" };
      const listed = await parts.client.list({ path: "merge_requests", query }, mergeRequest);
      await parts.pipelines.refresh();
      seenBase = await readTip(parts);
      return { base: seenBase, open: listed.map((merge) => summarizeChange(parts, merge)) };
    },
    details: async (git, numbers, isListed) => {
      const base = isListed ? seenBase : await readTip(parts);
      const seen: SeenChange[] = [];
      for (const number of numbers) {
        const merge = await mergeNow(parts, number);
        if (merge !== null) seen.push(toSeenChange(parts, git, merge));
      }
      return { base, seen };
    },
  };
}

const DETAILS_MAX = 20;

/** Null: there is none of that number. */
export async function mergeNow({ client }: GitlabChangeParts, number: number): Promise<ReadMerge | null> {
  const answer = takeIfExists(await client.ask({ path: `merge_requests/${number}` }));
  return answer === null ? null : parsed(mergeRequest, answer.body);
}

async function readTip({ client, defaultBranch }: GitlabChangeParts): Promise<BaseTip> {
  const path = `repository/branches/${encodeURIComponent(defaultBranch)}`;
  const answer = takeIfExists(await client.ask({ path }));
  return answer === null ? null : { commit: commitSha(parsed(branch, answer.body).commit.id), tree: null };
}

function summarizeChange({ pipelines }: GitlabChangeParts, merge: ReadMerge): ChangeSummary {
  const detailsFingerprint = fingerprintDetails(merge);
  const fingerprint = JSON.stringify([detailsFingerprint, pipelines.stateOf(merge)]);
  return { number: merge.iid, fingerprint, detailsFingerprint, merges: parseMergeable(merge) };
}

/** All that overview and details both tell. */
function fingerprintDetails(merge: ReadMerge): string {
  const { updated_at: at, sha, draft, blocking_discussions_resolved: isSettled, user_notes_count: notes } = merge;
  return JSON.stringify([at, sha, draft, isSettled, notes]);
}

/** All that it tells by itself of what further questions are about. */
function formatRevision(merge: ReadMerge): string {
  const { title, labels, state, head_pipeline: pipeline } = merge;
  return JSON.stringify([
    fingerprintDetails(merge),
    title,
    labels,
    state,
    pipeline?.id,
    pipeline?.status,
    pipeline?.updated_at,
  ]);
}

function parseMergeable({
  has_conflicts: collides,
  detailed_merge_status: detail,
  merge_status: said,
}: ReadMerge): ReportedMergeability {
  if (collides === true || detail === "conflict") return "no";
  return said === "can_be_merged" ? "yes" : "unknown";
}

function toSeenChange(parts: GitlabChangeParts, git: GitContext, merge: ReadMerge): SeenChange {
  const { iid, title, description, web_url: url, created_at: createdAt, updated_at: updatedAt, labels } = merge;
  const head = findJudgedHead(parts.kept, merge.source_branch, findHead(merge));
  return {
    ...{
      number: iid,
      title: removeDraftPrefix(title),
      body: unescapeLines(description),
      url,
      createdAt,
      updatedAt,
      labels,
      head,
    },
    ...{
      branch: merge.source_branch,
      base: merge.target_branch,
      tree: null,
      detailsFingerprint: fingerprintDetails(merge),
    },
    isFromFork: isFromFork(merge),
    revision: formatRevision(merge),
    state: toChangeState(merge),
    landed: findLanded(merge),
    merges: parseMergeable(merge),
    about: expectShown(iid, async (at, base) => {
      const isOpen = merge.state === "opened";
      const words = isOpen ? await readWordsOn(parts, merge) : { words: [], versions: [] };
      const { items: discussions, isCut } = await readDiscussions(parts, merge, words.words.length > 0);
      const { threads, said } = await collectTalk(
        parts.people,
        { id: parts.references.change(iid), head },
        discussions,
      );
      return {
        author: await parts.people.authorOf(merge.author, description),
        reviews: await listGitlabReviews(parts.people, words, discussions),
        threads,
        said: { reviews: await listSaidReviews(parts.people, head, words, discussions), threads: said },
        ...(isCut ? { unsettled: "GitLab has more discussions of it than are read here" } : {}),
        checks: await listGitlabChecks(parts, merge, at, { ground: git, base: base?.commit ?? null }),
      };
    }),
  };
}

/** What lies below a merge request that was just shown is there, too: whoever says that it is not lags behind. */
const expectShown =
  (number: number, about: SeenChange["about"]): SeenChange["about"] =>
  async (head, base) => {
    try {
      return await about(head, base);
    } catch (error) {
      if (!(error instanceof RemoteTrouble) || error.failure.code !== "gone") throw error;
      throw new RemoteTrouble(failRemote("unavailable", `GitLab does not show all of !${number} yet`).error);
    }
  };

/** Where nothing was said there is nothing to ask for. */
async function readDiscussions({ client }: GitlabChangeParts, merge: ReadMerge, isReviewed: boolean) {
  if (merge.user_notes_count === 0 && !isReviewed) return { items: [], isCut: false };
  return client.part({ path: `merge_requests/${merge.iid}/discussions` }, discussion);
}

const findHead = ({ sha, diff_refs: refs }: ReadMerge): CommitSha => commitSha(refs?.head_sha ?? sha ?? "");

/** A draft is one by its title. */
export const removeDraftPrefix = (title: string): string => title.replace(/^(?:\[draft\]|draft:|\(draft\))\s*/i, "");

function toChangeState({ state, draft }: ReadMerge): SeenChange["state"] {
  if (state === "merged") return "landed";
  if (state === "closed") return "closed";
  return draft ? "draft" : "open";
}

/** A merge commit, a squashed one, or the head itself, as the project's settings have it. */
export function findLanded(merge: ReadMerge): SeenChange["landed"] {
  if (merge.state !== "merged") return null;
  const { merge_commit_sha: merged, squash_commit_sha: squashed } = merge;
  return { commit: commitSha(merged ?? squashed ?? findHead(merge)), tree: null };
}
