/**
 * Every GraphQL document that is sent, each validated against GitHub's published schema in a test. The overview costs three
 * points for a hundred changes, whatever their size; details are asked only of those that moved.
 */

export const OVERVIEW_SIZE = 100;
/** Below this GitHub would not be quicker either. */
export const OVERVIEW_SIZE_MIN = 10;
/** GitHub lists no more at once. */
export const LISTED = 100;

/** Lists that begin with the oldest, and those of which the newest come first. */
const onward = "pageInfo { hasNextPage endCursor }";
const back = "pageInfo { hasPreviousPage startCursor }";

/** Where the base is, and of every open change what tells whether anything about it is new. */
export const writeOverviewDocument = (
  size: number,
): string => `query Overview($owner: String!, $name: String!, $base: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    ref(qualifiedName: $base) { target { oid ... on Commit { tree { oid } statusCheckRollup { state } } } }
    pullRequests(states: OPEN, first: ${Math.trunc(size)}, after: $after, orderBy: { field: UPDATED_AT, direction: DESC }) {
      pageInfo { hasNextPage endCursor }
      nodes {
        number updatedAt headRefOid mergeable isDraft
        reviewThreads(first: ${LISTED}) { nodes { isResolved } ${onward} }
        commits(last: 1) { nodes { commit { oid statusCheckRollup { state contexts(first: 1) {
          checkRunCountsByState { state count } statusContextCountsByState { state count }
        } } } } }
      }
    }
  }
  rateLimit { cost }
}`;

export const DETAILS_MAX = 20;

const contexts = `nodes {
  __typename
  ... on CheckRun {
    databaseId name status conclusion title summary detailsUrl
    checkSuite { app { slug } workflowRun { databaseId workflow { name } } }
  }
  ... on StatusContext { context state description targetUrl }
} ${onward}`;

const remarks = `nodes { body createdAt author { __typename login } }`;
const replies = `nodes { body createdAt state author { __typename login } originalCommit { oid } } ${onward}`;
const threads = `nodes { id isResolved path line originalLine comments(first: 20) { ${replies} } } ${onward}`;
const reviews = `nodes { id state body submittedAt author { __typename login } commit { oid } } ${back}`;

const writeDetail = (pull: number): string => `p${pull}: pullRequest(number: ${pull}) {
  id number title body state isDraft createdAt updatedAt url
  headRefName headRefOid baseRefName isCrossRepository mergeable
  author { __typename login }
  mergeCommit { oid tree { oid } }
  labels(first: ${LISTED}) { nodes { name } }
  reviews(last: 60) { ${reviews} }
  reviewThreads(first: 50) { ${threads} }
  comments(last: 50) { ${remarks} ${back} }
  commits(last: 1) { nodes { commit { oid tree { oid } statusCheckRollup { contexts(first: ${LISTED}) { ${contexts} } } } } }
}`;

/** Numbers only: nothing that anybody wrote becomes part of a document. */
export const writeDetailsDocument = (
  pulls: readonly number[],
): string => `query Details($owner: String!, $name: String!, $base: String!) {
  repository(owner: $owner, name: $name) {
    ref(qualifiedName: $base) { target { oid ... on Commit { tree { oid } } } }
    ${pulls.map((pull) => writeDetail(Math.trunc(pull))).join("\n    ")}
  }
  rateLimit { cost }
}`;

/** The checks of any commit, candidates have no pull request; and those that did not fit into the details of one. */
export const commitDocument = `query CommitChecks($owner: String!, $name: String!, $oid: GitObjectID!, $at: String) {
  repository(owner: $owner, name: $name) {
    object(oid: $oid) { ... on Commit {
      oid tree { oid } statusCheckRollup { contexts(first: ${LISTED}, after: $at) { ${contexts} } }
    } }
  }
  rateLimit { cost }
}`;

/** What did not fit into the details of a pull request. */
const writeMore = (
  name: string,
  list: string,
): string => `query ${name}($owner: String!, $name: String!, $number: Int!, $at: String!) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { ${list} } }
  rateLimit { cost }
}`;

export const moreThreadsDocument = writeMore(
  "MoreThreads",
  `page: reviewThreads(first: 50, after: $at) { ${threads} }`,
);
export const moreReviewsDocument = writeMore("MoreReviews", `page: reviews(last: 100, before: $at) { ${reviews} }`);
export const moreCommentsDocument = writeMore(
  "MoreComments",
  `page: comments(last: 100, before: $at) { ${remarks} ${back} }`,
);

export const moreRepliesDocument = `query MoreReplies($thread: ID!, $at: String!) {
  node(id: $thread) { ... on PullRequestReviewThread { page: comments(first: 100, after: $at) { ${replies} } } }
  rateLimit { cost }
}`;

export const replyDocument = `mutation Reply($thread: ID!, $body: String!) {
  addPullRequestReviewThreadReply(input: { pullRequestReviewThreadId: $thread, body: $body }) { comment { id } }
}`;

export const resolveDocument = `mutation Resolve($thread: ID!) {
  resolveReviewThread(input: { threadId: $thread }) { thread { id isResolved } }
}`;

export const unresolveDocument = `mutation Unresolve($thread: ID!) {
  unresolveReviewThread(input: { threadId: $thread }) { thread { id isResolved } }
}`;

export const readyDocument = `mutation Ready($pull: ID!) {
  markPullRequestReadyForReview(input: { pullRequestId: $pull }) { pullRequest { isDraft } }
}`;

export const revertDocument = `mutation Revert($pull: ID!) {
  revertPullRequest(input: { pullRequestId: $pull }) { revertPullRequest { number } }
}`;

/** Null, also where the rules of the branch tell of a queue that we may not see. */
export const branchQueueDocument = `query BranchQueue($owner: String!, $name: String!, $branch: String!) {
  repository(owner: $owner, name: $name) { mergeQueue(branch: $branch) { id } }
  rateLimit { cost }
}`;

/** Asked only where the repository has a merge queue: older servers do not know the words. */
export const queueDocument = `query Queue($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { id mergeQueueEntry { state position } } }
  rateLimit { cost }
}`;

export const enqueueDocument = `mutation Enqueue($pull: ID!, $head: GitObjectID!) {
  enqueuePullRequest(input: { pullRequestId: $pull, expectedHeadOid: $head }) { mergeQueueEntry { state position } }
}`;

export const dequeueDocument = `mutation Dequeue($pull: ID!) {
  dequeuePullRequest(input: { id: $pull }) { mergeQueueEntry { state } }
}`;

export const viewerDocument = `query Viewer { viewer { login } rateLimit { cost } }`;

/** Which open issues a person's own words choose. */
export const chosenDocument = `query Chosen($words: String!, $after: String) {
  search(query: $words, type: ISSUE, first: 100, after: $after) {
    pageInfo { hasNextPage endCursor }
    nodes { ... on Issue { number repository { nameWithOwner } } }
  }
  rateLimit { cost }
}`;
