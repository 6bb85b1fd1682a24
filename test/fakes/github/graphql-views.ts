/** Objects as the schema's types want them; what needs git is a function, called when asked for. */
import type { CheckRun, Comment, Issue, Pull, Review, Status, Thread } from "./state.ts";
import type { World } from "./world.ts";

export type Page = {
  readonly first?: number | null;
  readonly last?: number | null;
  readonly after?: string | null;
  readonly before?: string | null;
};

/** Cursors are places: the first node that is not shown any more, and the first that is. */
export const connection = <T>(all: readonly T[], { first, last, after, before }: Page) => {
  const [from, to] = [Number(after ?? 0), Number(before ?? all.length)];
  const start = last === undefined || last === null ? from : Math.max(from, to - last);
  const end = last === undefined || last === null ? Math.min(to, from + (first ?? 100)) : to;
  return {
    nodes: all.slice(start, end),
    totalCount: all.length,
    pageInfo: {
      ...{ hasNextPage: end < all.length, endCursor: String(end) },
      ...{ hasPreviousPage: start > 0, startCursor: String(start) },
    },
  };
};

export function repositoryOf(world: World, user: string) {
  return {
    ref: async ({ qualifiedName }: { readonly qualifiedName: string }) => {
      const oid = await world.bare.tipOf(qualifiedName.replace(/^refs\/heads\//, ""));
      return oid === null ? null : { target: commitOf(world, oid) };
    },
    ...{ id: "R_1", name: world.state.name, owner: actor(world, world.state.owner), hasIssuesEnabled: true },
    mergeQueue: () => (world.state.queue === null ? null : { id: "MQ_1" }),
    issues: (args: Page & { readonly states?: readonly string[] }) => {
      const issues = [...world.state.issues.values()]
        .filter(({ state }) => (args.states ?? [state.toUpperCase()]).includes(state.toUpperCase()))
        .toSorted((one, other) => other.number - one.number);
      return connection(
        issues.map((issue) => issueOf(world, user, issue)),
        args,
      );
    },
    issue: ({ number }: { readonly number: number }) => {
      const issue = world.state.issues.get(number);
      return issue === undefined ? null : issueOf(world, user, issue);
    },
    issueOrPullRequest: ({ number }: { readonly number: number }) => {
      const [issue, pull] = [world.state.issues.get(number), world.state.pulls.get(number)];
      return issue === undefined
        ? pull === undefined
          ? null
          : pullOf(world, user, pull)
        : issueOf(world, user, issue);
    },
    object: ({ oid }: { readonly oid: string }) => commitOf(world, oid),
    pullRequests: (args: Page & { readonly states?: readonly string[] }) => {
      const pulls = [...world.state.pulls.values()]
        .filter((pull) => (args.states ?? [stateOf(pull)]).includes(stateOf(pull)))
        .toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt) || other.number - one.number);
      return connection(
        pulls.map((pull) => pullOf(world, user, pull)),
        args,
      );
    },
    pullRequest: ({ number }: { readonly number: number }) => {
      const pull = world.state.pulls.get(number);
      return pull === undefined ? null : pullOf(world, user, pull);
    },
  };
}

const urlOf = ({ state }: World, kind: "pull" | "issues", number: number): string =>
  `https://github.test/${state.owner}/${state.name}/${kind}/${number}`;

function issueOf(world: World, user: string, issue: Issue) {
  const { number, title, body, createdAt, updatedAt, state, stateReason, labels, assignees, comments } = issue;
  return {
    ...{ __typename: "Issue", id: `I_${number}`, number, title, body, createdAt, updatedAt },
    ...{ state: state.toUpperCase(), stateReason: stateReason?.toUpperCase() ?? null, milestone: null },
    ...{ url: urlOf(world, "issues", number), author: actor(world, issue.author), reactionGroups: [] },
    labels: (page: Page) =>
      connection(
        labels.map((name) => ({ id: `L_${name}`, name, description: "", color: "ededed" })),
        page,
      ),
    assignees: (page: Page) =>
      connection(
        assignees.map((login) => actor(world, login)),
        page,
      ),
    comments: (page: Page) =>
      connection(
        comments.map((one) => commentOf(world, user, one)),
        page,
      ),
    projectCards: none,
  };
}

/** Null: it is not in the queue. */
export function queueEntryOf({ state }: World, number: number) {
  const at = state.queue?.indexOf(number) ?? -1;
  return at < 0 ? null : { id: `MQ_${number}`, state: "QUEUED", position: at + 1 };
}

const none = (page: Page) => connection([], page);

const stateOf = ({ state, merged }: Pull): string =>
  state === "open" ? "OPEN" : merged === null ? "CLOSED" : "MERGED";

function pullOf(world: World, user: string, pull: Pull) {
  const { number, title, body, isDraft, head, base, headOid, createdAt, updatedAt, merged } = pull;
  return {
    ...{ id: `PR_${number}`, number, title, body, isDraft, createdAt, updatedAt, state: stateOf(pull) },
    ...{ __typename: "PullRequest", url: urlOf(world, "pull", number), maintainerCanModify: false, milestone: null },
    ...{ mergedAt: merged === null ? null : updatedAt, closedAt: null, additions: 1, deletions: 0, changedFiles: 1 },
    ...{ reactionGroups: [], projectCards: none, reviewRequests: none, assignees: none, closingIssuesReferences: none },
    ...{ headRepository: { id: "R_1", name: world.state.name }, headRepositoryOwner: actor(world, world.state.owner) },
    ...{ mergeStateStatus: "UNKNOWN", reviewDecision: null, autoMergeRequest: null, mergedBy: null },
    ...{ headRefName: head, baseRefName: base, headRefOid: headOid, isCrossRepository: pull.isFromFork },
    author: actor(world, pull.author),
    mergeQueueEntry: queueEntryOf(world, number),
    mergeable: async () =>
      ({ true: "MERGEABLE", false: "CONFLICTING", null: "UNKNOWN" })[`${await world.mergeable(pull)}`],
    mergeCommit: merged === null ? null : commitOf(world, merged.commit),
    labels: (page: Page) =>
      connection(
        pull.labels.map((name) => ({ id: `L_${name}`, name, description: "", color: "ededed" })),
        page,
      ),
    latestReviews: none,
    reviews: (page: Page) =>
      connection(
        pull.reviews.filter((one) => one.state !== "PENDING" || one.author === user).map((one) => reviewOf(world, one)),
        page,
      ),
    reviewThreads: (page: Page) =>
      connection(
        pull.threads.filter((one) => seenIn(one, user).length > 0).map((one) => threadOf(world, user, one)),
        page,
      ),
    comments: (page: Page) =>
      connection(
        pull.comments.map((one) => commentOf(world, user, one)),
        page,
      ),
    commits: (page: Page) => connection([{ commit: commitOf(world, headOid) }], page),
    headRefExists: true,
  };
}

const actor = (world: World, login: string) => ({
  __typename: world.state.users.get(login)?.isBot === true ? "Bot" : "User",
  id: `U_${login}`,
  name: null,
  login,
});

const reviewOf = (world: World, { nodeId, state, body, submittedAt, author, commit }: Review) => ({
  ...{ id: nodeId, state, body, submittedAt, author: actor(world, author) },
  ...{ commit: commitOf(world, commit), authorAssociation: "MEMBER", includesCreatedEdit: false, reactionGroups: [] },
  url: "https://github.test/review",
});

export const commentOf = (
  world: World,
  user: string,
  { nodeId, body, createdAt, author, commit, isDraft = false }: Comment,
) => ({
  state: isDraft ? "PENDING" : "SUBMITTED",
  originalCommit: commit === undefined ? null : { oid: commit },
  ...{ id: nodeId, body, createdAt, author: actor(world, author), viewerDidAuthor: author === user },
  ...{ authorAssociation: "MEMBER", includesCreatedEdit: false, isMinimized: false, minimizedReason: null },
  ...{ reactionGroups: [], url: "https://github.test/comment" },
});

const seenIn = ({ comments }: Thread, user: string): readonly Comment[] =>
  comments.filter(({ isDraft, author }) => isDraft !== true || author === user);

export const threadOf = (world: World, user: string, thread: Thread) => ({
  ...plainThread(thread),
  comments: (page: Page) =>
    connection(
      seenIn(thread, user).map((one) => commentOf(world, user, one)),
      page,
    ),
});

const plainThread = ({ id, isResolved, path, line }: Thread) => ({
  ...{ id, isResolved, path, line, originalLine: line, isOutdated: false },
});

function commitOf(world: World, oid: string) {
  const checks = world.checksOf(oid);
  const statuses = world.state.statuses.filter(({ commit }) => commit === oid);
  return {
    __typename: "Commit",
    oid,
    tree: async () => ({ oid: await world.bare.treeOf(oid) }),
    statusCheckRollup: checks.length + statuses.length === 0 ? null : rollup(world, checks, statuses),
  };
}

/** What a fine-grained token gets to see of a check run: null, and why. */
const forbidden = () => new Error("Resource not accessible by personal access token");

function rollup(world: World, checks: readonly CheckRun[], statuses: readonly Status[]) {
  const isRed = ({ conclusion }: CheckRun): boolean => !["success", "neutral", "skipped", null].includes(conclusion);
  const isOpen = checks.some(({ status }) => status !== "completed") || statuses.some((one) => one.state === "pending");
  const hasFailed = checks.some(isRed) || statuses.some((one) => one.state === "failure" || one.state === "error");
  const counts = (names: readonly string[]) =>
    [...new Set(names)].map((state) => ({ state, count: names.filter((name) => name === state).length }));
  const contexts = [
    ...checks.map((one) => (world.state.hidesCheckRuns ? forbidden() : checkOf(world, one))),
    ...statuses.map((one) => statusOf(world, one)),
  ];
  return {
    state: hasFailed ? "FAILURE" : isOpen ? "PENDING" : "SUCCESS",
    contexts: (page: Page) => ({
      ...connection(contexts, page),
      checkRunCount: checks.length,
      checkRunCountsByState: counts(checks.map((one) => (one.conclusion ?? one.status).toUpperCase())),
      statusContextCount: statuses.length,
      statusContextCountsByState: counts(statuses.map(({ state }) => state.toUpperCase())),
    }),
  };
}

const checkOf = (world: World, { id, name, status, conclusion, run, output }: CheckRun) => ({
  ...{ __typename: "CheckRun", id: `CR_${id}`, databaseId: id, name },
  status: status.toUpperCase(),
  conclusion: conclusion?.toUpperCase() ?? null,
  detailsUrl: `https://github.test/runs/${id}`,
  ...{ startedAt: world.at(), completedAt: status === "completed" ? world.at() : null },
  title: output?.title ?? null,
  summary: output?.summary ?? null,
  isRequired: () => world.state.required.includes(name),
  checkSuite: {
    app: { slug: run === null ? "another-app" : "github-actions" },
    workflowRun: run === null ? null : { databaseId: run.id, workflow: { name: run.workflow } },
  },
});

const statusOf = (world: World, { context, state, description }: Status) => ({
  ...{ __typename: "StatusContext", id: `SC_${context}`, context, description, targetUrl: null },
  state: state.toUpperCase(),
  isRequired: () => world.state.required.includes(context),
});
