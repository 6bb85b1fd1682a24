import type { Issue } from "./state.ts";
import {
  created,
  found,
  invalid,
  missing,
  userView,
  type Answer,
  type Call,
  type Json,
  type Route,
} from "./rest-answer.ts";

const PROJECT = 7;

function on(call: Call, handle: (issue: Issue) => Answer): Answer {
  const issue = call.world.issues.find(({ iid }) => iid === Number(call.params[0]));
  return issue === undefined ? missing : handle(issue);
}

export const issueRoutes: readonly Route[] = [
  ["GET", /^issues$/, list],
  [
    "POST",
    /^issues$/,
    ({ world, user, body: { title, description, labels } }) => {
      const wish = { title: String(title), description: String(description ?? ""), labels: listed(labels) };
      return created(shown(world.openIssue({ ...wish, author: user.username })));
    },
  ],
  ["GET", /^issues\/(\d+)$/, (call) => on(call, (issue) => found(shown(issue)))],
  ["PUT", /^issues\/(\d+)$/, (call) => on(call, (issue) => edited(call, issue))],
  [
    "GET",
    /^issues\/(\d+)\/notes$/,
    (call) =>
      on(call, ({ notes }) =>
        found(notes.map(({ body, author, created_at: at }) => ({ body, author: userView(author), created_at: at }))),
      ),
  ],
  [
    "POST",
    /^issues\/(\d+)\/notes$/,
    (call) =>
      on(call, (issue) => {
        issue.notes.push({ body: String(call.body["body"]), author: call.user, created_at: call.world.at() });
        call.world.editIssue(issue.iid, {});
        return created({});
      }),
  ],
  ["GET", /^issues\/(\d+)\/links$/, (call) => on(call, (issue) => linksOf(call, issue))],
  ["POST", /^issues\/(\d+)\/links$/, (call) => on(call, (issue) => linked(call, issue))],
  [
    "DELETE",
    /^issues\/(\d+)\/links\/(\d+)$/,
    ({ world, params }) => {
      const at = world.links.findIndex(({ id }) => id === Number(params[1]));
      if (at < 0) return missing;
      world.links.splice(at, 1);
      return found({});
    },
  ],
];

function list({ world, query }: Call): Answer {
  const labels = query.get("labels")?.split(",") ?? [];
  const after = query.get("updated_after");
  const issues = world.issues.filter((issue) => {
    if (query.get("state") === "opened" && issue.state !== "opened") return false;
    if (after !== null && Date.parse(issue.updated_at) < Date.parse(after)) return false;
    return labels.every((label) => issue.labels.includes(label));
  });
  return found(issues.map(shown));
}

function edited({ world, body }: Call, issue: Issue): Answer {
  const { title, description, labels, add_labels: add, remove_labels: remove, state_event: event } = body;
  const ids = body["assignee_ids"];
  const now = labels === undefined ? issue.labels : listed(labels);
  world.editIssue(issue.iid, {
    ...(title === undefined ? {} : { title: String(title) }),
    ...(description === undefined ? {} : { description: String(description) }),
    ...(event === undefined ? {} : { state: event === "close" ? "closed" : "opened" }),
    ...(Array.isArray(ids) ? { assignees: world.users.filter(({ id }) => ids.includes(id)) } : {}),
    labels: [...new Set([...now, ...listed(add)])].filter((label) => !listed(remove).includes(label)),
  });
  return found(shown(issue));
}

function linksOf({ world }: Call, issue: Issue): Answer {
  const own = world.links.filter(({ from }) => from === issue.iid);
  return found(
    own.map((link) => ({
      ...{ iid: link.to, project_id: PROJECT, issue_link_id: link.id, link_type: "is_blocked_by" },
      link_updated_at: link.at,
    })),
  );
}

function linked({ world, body: { target_issue_iid: target } }: Call, issue: Issue): Answer {
  if (world.links.some(({ from, to }) => from === issue.iid && to === target))
    return invalid("Issue(s) already assigned", 409);
  world.links.push({ id: world.id(), from: issue.iid, to: Number(target), at: world.at() });
  return created({});
}

const listed = (labels: unknown): readonly string[] =>
  String(labels ?? "")
    .split(",")
    .filter((label) => label !== "");

const shown = ({ notes: _notes, ...issue }: Issue): Json => ({
  ...issue,
  ...{
    id: 5_000 + issue.iid,
    references: { short: `#${issue.iid}`, relative: `#${issue.iid}`, full: `#${issue.iid}` },
  },
  ...{ project_id: PROJECT, author: userView(issue.author), assignees: issue.assignees.map(userView) },
});
