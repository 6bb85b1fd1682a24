/** What people do with issues of GitLab through us. It is written in the name of the token's account. */
import type { IssueId } from "../../../domain/model/ids.ts";
import type {
  IssueAction,
  IssueEditor,
  IssueDetail,
  IssueEdit,
  IssueGoal,
  IssueWritten,
  ListedIssue,
} from "../../../slots/issue-editor.ts";
import { failed, ok } from "../../../slots/result.ts";
import { listFailed, failOne } from "../../remote/as-slot.ts";
import { cleanText } from "../../remote/text/clean-text.ts";
import { replacePriority } from "../../remote/issue-labels.ts";
import { formatPersonMark } from "../../remote/text/own-mark.ts";
import { failRemote, type RemoteResult } from "../../remote/http/remote-result.ts";
import { writeNoteOnce, put } from "./deeds.ts";
import { parseAnything, parseIssue, parseUsers, type GitlabIssue } from "../parse-gitlab.ts";
import { isBlocker, NOT_PLANNED, toGitlabSnapshot, toGitlabIssueState, type GitlabParts } from "./snapshot.ts";

export function createGitlabIssueEditor(parts: GitlabParts): IssueEditor {
  const { gitlab, people } = parts;
  const detail = async (issue: GitlabIssue): Promise<IssueDetail> => ({
    ...(await toGitlabSnapshot(parts, issue)),
    assignee: issue.assignees?.[0]?.username ?? null,
    changedMs: Date.parse(issue.updated_at),
    comments: [],
    ...(issue.web_url === undefined ? {} : { webUrl: issue.web_url }),
  });
  return {
    list: async ({ all }) => {
      const found = await gitlab.issues({ order_by: "created_at", sort: "asc", ...(all ? {} : OPENED) }, "person");
      if (!found.ok) return listFailed(found.error);
      const shown: IssueDetail[] = [];
      for (const issue of found.value) shown.push(await detail(issue));
      return ok(all ? shown : shown.sort((one, other) => one.priority - other.priority));
    },
    show: async (name) => {
      const read = await findIssue(parts, name);
      if (!read.ok) return failOne(read.error);
      const notes = await gitlab.notes(read.value.iid, "person");
      if (!notes.ok) return failOne(notes.error);
      const comments = [];
      for (const { body, author, created_at: at } of notes.value.filter(({ system }) => system !== true))
        comments.push({ author: await people.authorOf(author, body), text: cleanText(body), atMs: Date.parse(at) });
      return ok({ ...(await detail(read.value)), comments });
    },
    create: async (issues, { key }) => {
      const made: GitlabIssue[] = [];
      for (const [at, issue] of issues.entries()) {
        const created = await create(parts, issue, { made, key: `${key}:${at}` });
        if (!created.ok) return failOne(created.error);
        made.push(created.value);
      }
      return ok(made.map(({ iid }) => parts.references.id(String(iid))));
    },
    edit: (name, edit) => changeOneIssue(parts, name, (issue) => updateIssue(parts, issue, edit)),
    comment: (name, { text, key }) =>
      changeOneIssue(parts, name, ({ iid }) =>
        writeNoteOnce(gitlab, { iid, text, signed: formatPersonMark(key), by: "person" }),
      ),
    setState: (name, { as, text, key }) =>
      changeOneIssue(parts, name, (issue) =>
        writeNoteOnce(gitlab, { iid: issue.iid, text, signed: formatPersonMark(key), by: "person" }, () =>
          setState(parts, issue, as),
        ),
      ),
  };
}

const OPENED = { state: "opened" } as const;

async function findIssue({ gitlab, references }: GitlabParts, name: string): Promise<RemoteResult<GitlabIssue>> {
  const key = references.key(name);
  if (/^[1-9]\d{0,9}$/.test(key)) return gitlab.issue(Number(key), "person");
  return { ok: false, error: { ...failed("gone", `There is no issue ${name}.`).error, status: null, said: "" } };
}

async function changeOneIssue(
  parts: GitlabParts,
  name: string,
  work: (issue: GitlabIssue) => Promise<RemoteResult<object>>,
): Promise<IssueWritten<IssueId>> {
  const read = await findIssue(parts, name);
  if (!read.ok) return failOne(read.error);
  const done = await work(read.value);
  return done.ok ? ok(parts.references.id(String(read.value.iid))) : failOne(done.error);
}

type Creating = { readonly made: readonly GitlabIssue[]; readonly key: string };

async function create(
  parts: GitlabParts,
  issue: ListedIssue,
  { made, key }: Creating,
): Promise<RemoteResult<GitlabIssue>> {
  const { gitlab } = parts;
  const signed = formatPersonMark(key);
  const before = await findMadeBefore(parts, signed);
  if (!before.ok) return before;
  const assigned = await resolveAssignee(parts, issue.assignee);
  if (!assigned.ok) return assigned;
  const body = {
    ...assigned.value,
    title: issue.title,
    description: `${issue.body ?? ""}\n\n${signed}`,
    labels: replacePriority(issue.labels ?? [], issue.priority).join(","),
  };
  const [there] = before.value;
  const created: RemoteResult<GitlabIssue> =
    there === undefined
      ? await gitlab.ask({ method: "POST", path: "issues", body, by: "person" }, parseIssue)
      : { ok: true, value: there };
  if (!created.ok) return created;
  const after = (issue.after ?? []).flatMap((at) => made[at]?.iid ?? []);
  const blocked = await addBlockers(parts, created.value, [...listNumbers(parts, issue.blockedBy ?? []), ...after]);
  return blocked.ok ? created : blocked;
}

/** Asked for once more after a lost answer: among the newest of our account the mark tells. */
async function findMadeBefore({ gitlab }: GitlabParts, signed: string): Promise<RemoteResult<readonly GitlabIssue[]>> {
  const me = await gitlab.me();
  if (!me.ok) return me;
  const query = { author_id: me.value.id, order_by: "created_at", sort: "desc" };
  const found = await gitlab.issues(query, "person");
  if (!found.ok) return found;
  return { ok: true, value: found.value.filter(({ description }) => (description ?? "").includes(signed)) };
}

const listNumbers = ({ references }: GitlabParts, names: readonly string[]): readonly number[] =>
  names.map((name) => Number(references.key(name))).filter((iid) => Number.isInteger(iid) && iid > 0);

async function addBlockers(
  { gitlab }: GitlabParts,
  issue: GitlabIssue,
  blockers: readonly number[],
): Promise<RemoteResult<object>> {
  for (const iid of blockers) {
    const body = { target_project_id: issue.project_id, target_issue_iid: iid, link_type: "is_blocked_by" };
    const path = `issues/${issue.iid}/links`;
    const linked = await gitlab.ask({ method: "POST", path, body, by: "person" }, parseAnything);
    // It waits for that one already.
    if (!linked.ok && linked.error.code !== "conflict") return linked;
  }
  return { ok: true, value: {} };
}

/** A new text is signed anew: it is a person's, as the one before was. */
async function updateIssue(
  parts: GitlabParts,
  issue: GitlabIssue,
  edit: IssueEdit & IssueAction,
): Promise<RemoteResult<object>> {
  const { title, body, priority, addLabels = [], removeLabels = [] } = edit;
  const assigned = await resolveAssignee(parts, edit.assignee);
  if (!assigned.ok) return assigned;
  const labels = [...new Set([...(edit.labels ?? issue.labels), ...addLabels])].filter(
    (label) => !removeLabels.includes(label),
  );
  const request = {
    ...assigned.value,
    ...(title === undefined ? {} : { title }),
    ...(body === undefined ? {} : { description: `${body}\n\n${formatPersonMark(edit.key)}` }),
    labels: replacePriority(labels, priority).join(","),
  };
  const edited = await put(parts.gitlab, issue.iid, request, "person");
  if (!edited.ok || edit.blockedBy === undefined) return edited;
  return replaceBlockers(parts, issue, listNumbers(parts, edit.blockedBy));
}

type Assigning = { readonly assignee_ids?: readonly number[] };

/** GitLab wants numbers where people write names. */
async function resolveAssignee(
  { gitlab }: GitlabParts,
  assignee: string | null | undefined,
): Promise<RemoteResult<Assigning>> {
  if (assignee === undefined) return { ok: true, value: {} };
  if (assignee === null) return { ok: true, value: { assignee_ids: [] } };
  const username = assignee.replace(/^@/, "");
  const found = await gitlab.askRoot({ path: "users", query: { username }, by: "person" }, parseUsers);
  if (!found.ok) return found;
  const [user] = found.value;
  if (user !== undefined) return { ok: true, value: { assignee_ids: [user.id] } };
  return failRemote("refused", `GitLab knows no account ${username}.`);
}

async function replaceBlockers(
  parts: GitlabParts,
  issue: GitlabIssue,
  wanted: readonly number[],
): Promise<RemoteResult<object>> {
  const links = await parts.gitlab.links(issue.iid, "person");
  if (!links.ok) return links;
  const now = links.value.filter((link) => isBlocker(link, issue));
  for (const { issue_link_id: id } of now.filter(({ iid }) => !wanted.includes(iid))) {
    const path = `issues/${issue.iid}/links/${id}`;
    const gone = await parts.gitlab.ask({ method: "DELETE", path, by: "person" }, parseAnything);
    if (!gone.ok && gone.error.code !== "gone") return gone;
  }
  return addBlockers(
    parts,
    issue,
    wanted.filter((iid) => !now.some((link) => link.iid === iid)),
  );
}

async function setState({ gitlab }: GitlabParts, issue: GitlabIssue, as: IssueGoal): Promise<RemoteResult<object>> {
  const state = toGitlabIssueState(issue);
  if ((state.kind === "open" ? "open" : state.as) === as) return { ok: true, value: {} };
  const label = as === "not_planned" ? { add_labels: NOT_PLANNED } : { remove_labels: NOT_PLANNED };
  const event = as === "open" ? "reopen" : "close";
  const isThere = (state.kind === "open") === (as === "open");
  return put(gitlab, issue.iid, { ...(isThere ? {} : { state_event: event }), ...label }, "person");
}
