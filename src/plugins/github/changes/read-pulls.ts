/**
 * Pull requests with all that belongs to them. Most fit into one answer; of the others the further pages are read, as far as
 * `PAGES_MAX`. What is still missing then, or was not shown, is never taken for green or settled.
 */
import type { Gap } from "../../remote/http/graphql.ts";
import type { GithubClient } from "../client.ts";
import {
  writeDetailsDocument,
  moreCommentsDocument,
  moreRepliesDocument,
  moreReviewsDocument,
  moreThreadsDocument,
} from "../documents.ts";
import { readAllContexts } from "../checks/all-contexts.ts";
import {
  parseDetails,
  parseMoreRemarks,
  parseMoreReviews,
  parseMoreThreads,
  type BaseTarget,
  type CommitPage,
  type PullPage,
  type ReadContext,
  type ReadRemark,
  type ReadReview,
  type ThreadPage,
} from "./parse-change.ts";
import { needWhole } from "../need-whole.ts";
import { parsePartly } from "../parse-answer.ts";
import type { GithubParts } from "./parts.ts";
import { GraphqlPages, type CompleteList } from "./pages.ts";

export type ReadThread = Omit<ThreadPage, "comments"> & { readonly comments: readonly ReadRemark[] };

export type ReadPull = Omit<PullPage, "reviews" | "reviewThreads" | "comments" | "commits"> & {
  readonly reviews: readonly ReadReview[];
  readonly reviewThreads: readonly ReadThread[];
  readonly comments: readonly ReadRemark[];
  /** The last commit. */
  readonly last: (Omit<CommitPage, "statusCheckRollup"> & { readonly contexts: readonly ReadContext[] }) | null;
  /** Our account has begun a review there and has not sent it: what it writes now would be part of that. */
  readonly hasDraftReview: boolean;
  /** Not all that was said could be read: why. Null: it was. */
  readonly unsettled: string | null;
  /** Something was missing in the answer that may be there the next time. */
  readonly isPartial: boolean;
};

/** By number; those that are not there are left out. */
export async function readPulls(
  { client, defaultBranch }: Pick<GithubParts, "client" | "defaultBranch">,
  numbers: readonly number[],
): Promise<{ readonly base: BaseTarget; readonly pulls: ReadonlyMap<number, ReadPull> }> {
  const variables = { base: `refs/heads/${defaultBranch}` };
  const answer = needWhole(
    await client.queryPartly(writeDetailsDocument(numbers), variables, { cost: numbers.length }),
  );
  const { base, pulls } = parsePartly(answer, parseDetails);
  const { gaps } = answer;
  const whole = new Map<number, ReadPull>();
  for (const [number, pull] of pulls) {
    const own = gaps.filter(({ path }) => path.includes(`p${number}`));
    whole.set(number, await readWholePull({ client, pages: new GraphqlPages() }, pull, own));
  }
  return { base, pulls: whole };
}

type Reading = { readonly client: GithubClient; readonly pages: GraphqlPages };

async function readWholePull(reading: Reading, pull: PullPage, gaps: readonly Gap[]): Promise<ReadPull> {
  const { client, pages } = reading;
  const { number } = pull;
  const last = pull.commits.at(-1)?.commit ?? null;
  const checks = last === null ? null : await readAllContexts(client, pages, last, gaps);
  const threads = await pages.onward(pull.reviewThreads, async (at) =>
    parseMoreThreads(await client.query(moreThreadsDocument, { number, at })),
  );
  const reviews = await pages.back(pull.reviews, async (at) =>
    parseMoreReviews(await client.query(moreReviewsDocument, { number, at })),
  );
  const said = await Promise.all(threads.items.map(async (thread) => readWholeThread(reading, thread)));
  const lists = [threads, reviews, ...said.map(({ comments }) => comments)];
  return {
    ...pull,
    reviews: reviews.items,
    // Comments that were not sent yet are shown to whoever wrote them, and to nobody else.
    reviewThreads: said.map(({ thread, comments }) => ({ ...thread, comments: comments.items.filter(isSent) })),
    hasDraftReview:
      reviews.items.some(({ state }) => state === "PENDING") ||
      said.some(({ comments }) => !comments.items.every(isSent)),
    comments: await readComments(reading, pull, reviews.items),
    last: last === null || checks === null ? null : { oid: last.oid, tree: last.tree, contexts: checks.contexts },
    unsettled: explainUnsettled(lists),
    isPartial: checks?.isPartial === true || lists.some(({ hasGaps }) => hasGaps),
  };
}

const isSent = ({ state }: ReadRemark): boolean => state !== "PENDING";

async function readWholeThread({ client, pages }: Reading, thread: ThreadPage) {
  const comments = await pages.onward(thread.comments, async (at) =>
    parseMoreRemarks(await client.query(moreRepliesDocument, { thread: thread.id, at })),
  );
  return { thread, comments };
}

/** They only tell whether the text of a review was answered. */
async function readComments(
  { client, pages }: Reading,
  { number, comments }: PullPage,
  reviews: readonly ReadReview[],
): Promise<readonly ReadRemark[]> {
  if (!reviews.some(isOwnText)) return comments.items;
  const all = await pages.back(comments, async (at) =>
    parseMoreRemarks(await client.query(moreCommentsDocument, { number, at })),
  );
  return all.items;
}

/** A review's own text counts as a thread, unless it approves. */
export const isOwnText = ({ body, state }: Pick<ReadReview, "body" | "state">): boolean =>
  body !== "" && ["CHANGES_REQUESTED", "COMMENTED"].includes(state);

function explainUnsettled(lists: readonly CompleteList<unknown>[]): string | null {
  if (lists.some(({ isCut }) => isCut)) return "GitHub has more threads and reviews of it than are read here";
  const hasGaps = lists.some((list) => list.hasGaps);
  return hasGaps ? "GitHub did not show all of its threads and reviews" : null;
}
