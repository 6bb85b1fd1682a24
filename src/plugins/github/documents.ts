/**
 * Every GraphQL document that is sent, each validated against GitHub's published schema in a test. The overview costs three
 * points for a hundred changes, whatever their size; details are asked only of those that moved.
 */

export const OVERVIEW_SIZE = 100;

/** Where the base is, and of every open change what tells whether anything about it is new. */
export const overviewDocument = `query Overview($owner: String!, $name: String!, $base: String!, $after: String) {
  repository(owner: $owner, name: $name) {
    ref(qualifiedName: $base) { target { oid ... on Commit { tree { oid } statusCheckRollup { state } } } }
    pullRequests(states: OPEN, first: ${OVERVIEW_SIZE}, after: $after, orderBy: { field: UPDATED_AT, direction: DESC }) {
      pageInfo { hasNextPage endCursor }
      nodes {
        number updatedAt headRefOid mergeable isDraft
        reviewThreads(first: 50) { nodes { isResolved } }
        commits(last: 1) { nodes { commit { oid statusCheckRollup { state contexts(first: 1) {
          checkRunCountsByState { state count } statusContextCountsByState { state count }
        } } } } }
      }
    }
  }
  rateLimit { cost }
}`;

export const DETAILS_MAX = 20;

const contexts = (pull: number): string => `contexts(first: 100) { nodes {
  __typename
  ... on CheckRun {
    databaseId name status conclusion title summary detailsUrl isRequired(pullRequestNumber: ${pull})
    checkSuite { app { slug } workflowRun { databaseId workflow { name } } }
  }
  ... on StatusContext { context state description targetUrl isRequired(pullRequestNumber: ${pull}) }
} }`;

const detail = (pull: number): string => `p${pull}: pullRequest(number: ${pull}) {
  id number title body state isDraft createdAt updatedAt url
  headRefName headRefOid baseRefName isCrossRepository mergeable
  author { __typename login }
  mergeCommit { oid tree { oid } }
  labels(first: 50) { nodes { name } }
  reviews(last: 60) { nodes { id state body submittedAt author { __typename login } commit { oid } } }
  reviewThreads(first: 50) { nodes {
    id isResolved path line originalLine
    comments(first: 20) { nodes { body createdAt author { __typename login } } }
  } }
  comments(last: 50) { nodes { body createdAt author { __typename login } } }
  commits(last: 1) { nodes { commit { oid tree { oid } statusCheckRollup { ${contexts(pull)} } } } }
}`;

/** Numbers only: nothing that anybody wrote becomes part of a document. */
export const detailsDocument = (
  pulls: readonly number[],
): string => `query Details($owner: String!, $name: String!, $base: String!) {
  repository(owner: $owner, name: $name) {
    ref(qualifiedName: $base) { target { oid ... on Commit { tree { oid } } } }
    ${pulls.map((pull) => detail(Math.trunc(pull))).join("\n    ")}
  }
  rateLimit { cost }
}`;

/** The checks of any commit: candidates have no pull request. */
export const commitDocument = `query CommitChecks($owner: String!, $name: String!, $oid: GitObjectID!) {
  repository(owner: $owner, name: $name) {
    object(oid: $oid) { ... on Commit { oid tree { oid } statusCheckRollup { contexts(first: 100) { nodes {
      __typename
      ... on CheckRun {
        databaseId name status conclusion title summary detailsUrl
        checkSuite { app { slug } workflowRun { databaseId workflow { name } } }
      }
      ... on StatusContext { context state description targetUrl }
    } } } } }
  }
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

export const revertDocument = `mutation Revert($pull: ID!) {
  revertPullRequest(input: { pullRequestId: $pull }) { revertPullRequest { number } }
}`;

/** Asked only where the repository has a merge queue: older servers do not know the words. */
export const queueDocument = `query Queue($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) { id mergeQueueEntry { state position } } }
  rateLimit { cost }
}`;

export const enqueueDocument = `mutation Enqueue($pull: ID!, $head: GitObjectID!) {
  enqueuePullRequest(input: { pullRequestId: $pull, expectedHeadOid: $head }) { mergeQueueEntry { state position } }
}`;

export const viewerDocument = `query Viewer { viewer { login } rateLimit { cost } }`;
