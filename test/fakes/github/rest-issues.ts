import type { Issue, IssueElsewhere } from "./state.ts";
import { fullNameOf, isPull } from "./state.ts";
import { found, invalid, notFound, paged, type Call, type Route } from "./rest-answer.ts";
import type { World } from "./world.ts";

const REPO = String.raw`^\/repos\/[^/]+\/[^/]+`;
const route = (rest: string): RegExp => new RegExp(`${REPO}${rest}$`);
const numberOf = ({ params }: Call): number => Number(params[0]);

function on(call: Call, handle: (issue: Issue) => ReturnType<typeof found>) {
  const issue = call.world.find(numberOf(call));
  return issue === undefined ? notFound : handle(issue);
}

export const issueRoutes: readonly Route[] = [
  ["GET", route(String.raw`\/issues`), listed],
  [
    "POST",
    route(String.raw`\/issues`),
    ({ world, user, body }) => {
      const { title, labels, assignees, body: text } = body;
      const lists = { labels: texts(labels), assignees: texts(assignees) };
      const made = world.openIssue({ title: String(title), body: String(text ?? ""), author: user, ...lists });
      return { status: 201, body: issueView(world, made) };
    },
  ],
  ["GET", route(String.raw`\/issues\/(\d+)`), (call) => on(call, (issue) => found(issueView(call.world, issue)))],
  ["PATCH", route(String.raw`\/issues\/(\d+)`), (call) => on(call, (issue) => edited(call, issue))],
  [
    "GET",
    route(String.raw`\/issues\/(\d+)\/comments`),
    (call) =>
      on(call, ({ number, comments }) =>
        paged(call, `issues/${number}/comments`, comments, (one) => commentView(call.world, one)),
      ),
  ],
  [
    "POST",
    route(String.raw`\/issues\/(\d+)\/comments`),
    (call) =>
      on(call, ({ number, isLocked }) => {
        if (isLocked === true)
          return { status: 403, body: { message: "Unable to create comment because issue is locked." } };
        const made = call.world.comment(number, call.user, String(call.body["body"]));
        return { status: 201, body: commentView(call.world, made) };
      }),
  ],
  [
    "POST",
    route(String.raw`\/issues\/(\d+)\/labels`),
    (call) =>
      on(call, (issue) => {
        issue.labels = [...new Set([...issue.labels, ...texts(call.body["labels"])])];
        call.world.touch(issue, "issues", "labeled");
        return found(issue.labels.map(labelView));
      }),
  ],
  [
    "POST",
    route(String.raw`\/issues\/(\d+)\/assignees`),
    (call) =>
      on(call, (issue) => {
        issue.assignees = [...new Set([...issue.assignees, ...texts(call.body["assignees"])])];
        call.world.touch(issue, "issues", "assigned");
        return { status: 201, body: issueView(call.world, issue) };
      }),
  ],
  [
    "DELETE",
    route(String.raw`\/issues\/(\d+)\/labels\/([^/]+)`),
    (call) =>
      on(call, (issue) => {
        if (!issue.labels.includes(call.params[1] ?? "")) return notFound;
        issue.labels = issue.labels.filter((label) => label !== call.params[1]);
        call.world.touch(issue, "issues", "unlabeled");
        return found(issue.labels.map(labelView));
      }),
  ],
  [
    "GET",
    route(String.raw`\/issues\/(\d+)\/dependencies\/blocked_by`),
    (call) =>
      on(call, (issue) => {
        const ours = issue.blockedBy.flatMap((number) => viewsOf(call.world, number));
        const elsewhere = (issue.blockedElsewhere ?? []).map((other) => viewElsewhere(call.world, issue, other));
        return paged(call, `issues/${issue.number}/dependencies/blocked_by`, [...ours, ...elsewhere], (one) => one);
      }),
  ],
  [
    "POST",
    route(String.raw`\/issues\/(\d+)\/dependencies\/blocked_by`),
    (call) =>
      on(call, (issue) => {
        const blocker = Number(call.body["issue_id"]) - 100_000;
        if (issue.blockedBy.includes(blocker)) return invalid("it is blocked by that issue already");
        issue.blockedBy.push(blocker);
        call.world.touch(issue, "issues", "edited");
        return { status: 201, body: issueView(call.world, issue) };
      }),
  ],
  [
    "GET",
    route(String.raw`\/issues\/(\d+)\/sub_issues`),
    (call) =>
      on(call, ({ number, subIssues }) =>
        paged(
          call,
          `issues/${number}/sub_issues`,
          subIssues.flatMap((part) => viewsOf(call.world, part)),
          (one) => one,
        ),
      ),
  ],
];

function listed(call: Call) {
  const { world, query } = call;
  const { state, since, labels, assignee, creator } = Object.fromEntries(query);
  const all = [...world.state.issues.values(), ...world.state.pulls.values()]
    .filter((issue) => state === "all" || issue.state === (state ?? "open"))
    .filter((issue) => since === undefined || issue.updatedAt >= since)
    .filter((issue) => (labels ?? "").split(",").every((label) => label === "" || issue.labels.includes(label)))
    .filter((issue) => creator === undefined || issue.author === creator)
    .filter((issue) => assignee === undefined || issue.assignees.includes(assignee))
    .toSorted((one, other) => one.updatedAt.localeCompare(other.updatedAt) || one.number - other.number);
  const rows = query.get("direction") === "asc" ? all : all.toReversed();
  return paged(call, "issues", rows, (issue) => issueView(world, issue));
}

function edited({ world, body }: Call, issue: Issue) {
  const { title, body: text, state, state_reason: reason, labels, assignees } = body;
  if (typeof title === "string") issue.title = title;
  if (typeof text === "string") issue.body = text;
  if (Array.isArray(labels)) issue.labels = texts(labels);
  if (Array.isArray(assignees)) issue.assignees = texts(assignees);
  if (state === "closed" || state === "open") {
    issue.state = state;
    issue.stateReason = state === "open" ? "reopened" : reason === "not_planned" ? "not_planned" : "completed";
  }
  world.touch(issue, "issues", state === undefined ? "edited" : String(state));
  return found(issueView(world, issue));
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

export const userView = (world: World, login: string) => ({
  login,
  type: world.state.users.get(login)?.isBot === true ? "Bot" : "User",
});

export const commentView = (world: World, one: Issue["comments"][number]) => ({
  ...{ id: one.id, node_id: one.nodeId, body: one.body, created_at: one.createdAt },
  user: userView(world, one.author),
});

const viewsOf = (world: World, number: number) => {
  const issue = world.find(number);
  return issue === undefined ? [] : [issueView(world, issue)];
};

const repositoryUrl = (name: string): string => `https://github.test/api/v3/repos/${name}`;

function viewElsewhere(world: World, issue: Issue, { repository, number, state }: IssueElsewhere) {
  return { ...issueView(world, issue), number, state, repository_url: repositoryUrl(repository) };
}

export const transferredView = (world: World, { repository, ...issue }: Issue & { readonly repository: string }) => ({
  ...issueView(world, issue),
  repository_url: repositoryUrl(repository),
});

export function issueView(world: World, issue: Issue) {
  const { number, title, body, state, labels, assignees, blockedBy, subIssues } = issue;
  const blockers = blockedBy.length + (issue.blockedElsewhere?.length ?? 0);
  return {
    ...{ id: 100_000 + number, number, title, body, state, state_reason: issue.stateReason },
    repository_url: repositoryUrl(fullNameOf(world.state)),
    user: userView(world, issue.author),
    labels: labels.map(labelView),
    assignees: assignees.map((login) => userView(world, login)),
    comments: issue.comments.length,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    issue_dependencies_summary: { blocked_by: blockers, total_blocked_by: blockers },
    sub_issues_summary: { total: subIssues.length },
    ...(isPull(issue) ? { pull_request: {} } : {}),
  };
}

const labelView = (name: string) => ({ name });
