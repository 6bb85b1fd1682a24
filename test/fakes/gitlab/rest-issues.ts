import { executed, obeyOnIssue } from "./quick-actions.ts";
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
    (call) => {
      const { title, description, labels } = call.body;
      const said = String(description ?? "");
      const wish = { title: String(title), description: executed(said).text, labels: listed(labels) };
      const made = call.world.openIssue({ ...wish, author: call.user.username });
      made.assignees = assigned(call) ?? [];
      obeyOnIssue(call, made, said);
      return created(shown(made));
    },
  ],
  ["GET", /^issues\/(\d+)$/, (call) => on(call, (issue) => found(shown(issue)))],
  ["PUT", /^issues\/(\d+)$/, (call) => on(call, (issue) => edited(call, issue))],
  [
    "GET",
    /^issues\/(\d+)\/notes$/,
    (call) =>
      on(call, ({ notes }) =>
        found(
          notes.map(({ body, author, created_at: at, isSystem: system }) => {
            return { body, author: userView(author), created_at: at, system };
          }),
        ),
      ),
  ],
  [
    "POST",
    /^issues\/(\d+)\/notes$/,
    (call) =>
      on(call, (issue) => {
        const body = obeyOnIssue(call, issue, String(call.body["body"]));
        if (body !== "") issue.notes.push({ body, author: call.user, created_at: call.world.at(), isSystem: false });
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

/** Null: it is left as it is. */
function assigned({ world, body: { assignee_ids: ids } }: Call): Issue["assignees"] | null {
  return Array.isArray(ids) ? world.users.filter(({ id }) => ids.includes(id)) : null;
}

function edited(call: Call, issue: Issue): Answer {
  const { world, body } = call;
  const { title, description, labels, add_labels: add, remove_labels: remove, state_event: event } = body;
  const assignees = assigned(call);
  const now = labels === undefined ? issue.labels : listed(labels);
  const patch: Partial<Issue> = {
    ...(title === undefined ? {} : { title: String(title) }),
    ...(description === undefined ? {} : { description: obeyOnIssue(call, issue, String(description)) }),
    ...(event === undefined ? {} : { state: event === "close" ? "closed" : "opened" }),
    ...(assignees === null ? {} : { assignees }),
    labels: [...new Set([...now, ...listed(add)])].filter((label) => !listed(remove).includes(label)),
  };
  world.editIssue(issue.iid, patch, call.user.username);
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
