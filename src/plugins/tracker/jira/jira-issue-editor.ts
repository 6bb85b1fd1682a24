/** What people do with issues of Jira through us. It is written in the name of the token's owner. */
import type { IssueId } from "../../../domain/model/ids.ts";
import type { IssueEditor, IssueDetail, IssueEdit, IssueGoal, ListedIssue } from "../../../slots/issue-editor.ts";
import { ok } from "../../../slots/result.ts";
import { listFailed, failOne } from "../../remote/as-slot.ts";
import { cleanText } from "../../remote/text/clean-text.ts";
import { fitTitle } from "../../remote/text/fit-texts.ts";
import type { RemoteResult } from "../../remote/http/remote-result.ts";
import { readTextSetting, type TrackerOptions } from "../../remote/tracker-options.ts";
import { resolveAssignee } from "./assignee.ts";
import {
  acceptAnyAnswer,
  moveJiraIssue,
  reportNoWay,
  notPlanned,
  sayOnce,
  reportStays,
  findWish,
  type TransitionTarget,
} from "./deeds.ts";
import { PROPERTY, quoteText, TITLE_MAX, type Jira } from "./jira.ts";
import { parseCreated, parseKey, type JiraIssue } from "./parse-jira.ts";
import type { JiraAuthors } from "./authors.ts";
import { parseMoment, toJiraSnapshot, toJiraIssueState } from "./snapshot.ts";

export function createJiraIssueEditor(jira: Jira, people: JiraAuthors, options: TrackerOptions): IssueEditor {
  const detail = async (issue: JiraIssue): Promise<IssueDetail> => ({
    ...(await toJiraSnapshot(jira, people, issue)),
    assignee: issue.fields.assignee?.displayName ?? null,
    changedMs: parseMoment(issue.fields.updated),
    comments: [],
  });
  return {
    list: async ({ all }) => {
      const open = all ? "" : " AND statusCategory != Done";
      const found = await jira.search(`project = ${quoteText(jira.project)}${open} ORDER BY created ASC`, "person");
      if (!found.ok) return listFailed(found.error);
      const shown = await Promise.all(found.value.map(detail));
      return ok(all ? shown : shown.sort((one, other) => one.priority - other.priority));
    },
    show: async (name) => {
      const read = await jira.issue(toIssueKey(jira, name), "person");
      if (!read.ok) return failOne(read.error);
      const said = await jira.comments(read.value.key, "person");
      if (!said.ok) return failOne(said.error);
      const comments = said.value.map(async ({ author, body, created }) => ({
        author: await people.author(author),
        text: cleanText(jira.read(body)),
        atMs: parseMoment(created),
      }));
      return ok({ ...(await detail(read.value)), comments: await Promise.all(comments) });
    },
    create: async (issues, { key }) => {
      const made: IssueId[] = [];
      for (const [at, issue] of issues.entries()) {
        const created = await create(jira, options, { issue, made, key: `${key}:${at}` });
        if (!created.ok) return failOne(created.error);
        made.push(jira.references.id(created.value));
      }
      return ok(made);
    },
    edit: async (name, edit) => {
      const key = toIssueKey(jira, name);
      const edited = await editIssue(jira, key, edit);
      return edited.ok ? ok(jira.references.id(key)) : failOne(edited.error);
    },
    comment: async (name, { text, key: deed }) => {
      const key = toIssueKey(jira, name);
      const said = await sayOnce(jira, key, { text, key: deed, by: "person" });
      return said.ok ? ok(jira.references.id(key)) : failOne(said.error);
    },
    setState: async (name, { as, text, key: deed }) => {
      const key = toIssueKey(jira, name);
      const set = await setState(jira, key, as);
      if (!set.ok) return failOne(set.error);
      const said = text === "" ? set : await sayOnce(jira, key, { text, key: deed, by: "person" });
      return said.ok ? ok(jira.references.id(key)) : failOne(said.error);
    },
  };
}

/** `12` and `#12` stand for `ENG-12`. */
function toIssueKey({ project, references }: Jira, name: string): string {
  const key = references.key(name);
  return /^\d{1,9}$/.test(key) ? `${project}-${key}` : key.toUpperCase();
}

type Creating = { readonly issue: ListedIssue; readonly made: readonly IssueId[]; readonly key: string };

async function create(
  jira: Jira,
  options: TrackerOptions,
  { issue, made, key }: Creating,
): Promise<RemoteResult<string>> {
  const before = await findCreatedBefore(jira, { key, title: issue.title });
  if (!before.ok || before.value !== null) return before.ok ? { ok: true, value: before.value ?? "" } : before;
  const assigned = await resolveAssignee(jira, issue);
  if (!assigned.ok) return assigned;
  const fields = {
    ...buildFields(jira, issue),
    ...assigned.value,
    project: { key: jira.project },
    issuetype: { name: readTextSetting(options, "issueType") ?? "Task" },
  };
  const body = { fields, properties: [{ key: PROPERTY, value: { key } }] };
  const created = await jira.ask({ method: "POST", path: "issue", body, by: "person" }, parseCreated);
  if (!created.ok) return created;
  const after = (issue.after ?? []).flatMap((at) => made[at] ?? []);
  const blocked = await addBlockers(jira, created.value.key, [...(issue.blockedBy ?? []), ...after]);
  return blocked.ok ? { ok: true, value: created.value.key } : blocked;
}

/**
 * Asked for once more after a lost answer: among our own newest ones the key tells. Where each has to be asked for its key, only
 * those of the same title are.
 */
async function findCreatedBefore(
  jira: Jira,
  { key, title }: { readonly key: string; readonly title: string },
): Promise<RemoteResult<string | null>> {
  const jql = `project = ${quoteText(jira.project)} AND reporter = currentUser() AND created >= "-2d" ORDER BY created DESC`;
  const found = await jira.search(jql, "person");
  if (!found.ok) return found;
  const summary = toSummary(title);
  for (const issue of found.value) {
    if (!jira.isCloud && toSummary(issue.fields.summary) !== summary) continue;
    const left = await jira.deedProperty(issue, "person");
    if (!left.ok) return left;
    if (parseKey(left.value) === key) return { ok: true, value: issue.key };
  }
  return { ok: true, value: null };
}

/** Jira takes away the spaces around it. */
const toSummary = (title: string): string => fitTitle(title, TITLE_MAX).trim();

const PRIORITIES = ["Highest", "High", "Medium", "Low", "Lowest"];

function buildFields(jira: Jira, { title, body, labels, priority }: IssueEdit): Readonly<Record<string, unknown>> {
  return {
    ...(title === undefined ? {} : { summary: fitTitle(title, TITLE_MAX) }),
    ...(body === undefined ? {} : { description: jira.written(body) }),
    ...(labels === undefined ? {} : { labels: labels.map((label) => label.replaceAll(/\s+/g, "-")) }),
    ...(priority === undefined ? {} : { priority: { name: PRIORITIES[priority - 1] ?? "Medium" } }),
  };
}

async function editIssue(jira: Jira, key: string, edit: IssueEdit): Promise<RemoteResult<object>> {
  const read = await jira.issue(key, "person");
  if (!read.ok) return read;
  const { addLabels = [], removeLabels = [] } = edit;
  const now = edit.labels ?? read.value.fields.labels ?? [];
  const labels = [...new Set([...now, ...addLabels])].filter((label) => !removeLabels.includes(label));
  const path = `issue/${encodeURIComponent(key)}`;
  const assigned = await resolveAssignee(jira, edit);
  if (!assigned.ok) return assigned;
  const body = { fields: { ...buildFields(jira, { ...edit, labels }), ...assigned.value } };
  const edited = await jira.ask({ method: "PUT", path, body, by: "person" }, acceptAnyAnswer);
  if (!edited.ok || edit.blockedBy === undefined) return edited;
  return replaceBlockers(jira, read.value, edit.blockedBy);
}

async function replaceBlockers(
  jira: Jira,
  issue: JiraIssue,
  blockers: readonly string[],
): Promise<RemoteResult<object>> {
  const wanted = blockers.map((name) => toIssueKey(jira, name));
  const links = (issue.fields.issuelinks ?? []).filter(
    ({ type, inwardIssue }) => type.name === "Blocks" && inwardIssue,
  );
  for (const { id } of links.filter(({ inwardIssue }) => !wanted.includes(inwardIssue?.key ?? ""))) {
    const gone = await jira.ask({ method: "DELETE", path: `issueLink/${id}`, by: "person" }, acceptAnyAnswer);
    if (!gone.ok && gone.error.code !== "gone") return gone;
  }
  const there = links.map(({ inwardIssue }) => inwardIssue?.key ?? "");
  return addBlockers(
    jira,
    issue.key,
    wanted.filter((key) => !there.includes(key)),
  );
}

async function addBlockers(jira: Jira, key: string, blockers: readonly string[]): Promise<RemoteResult<object>> {
  for (const blocker of blockers) {
    const body = { type: { name: "Blocks" }, inwardIssue: { key: toIssueKey(jira, blocker) }, outwardIssue: { key } };
    const linked = await jira.ask({ method: "POST", path: "issueLink", body, by: "person" }, acceptAnyAnswer);
    if (!linked.ok) return linked;
  }
  return { ok: true, value: {} };
}

const OPEN: TransitionTarget = { named: null, fits: ({ to }) => to.statusCategory.key !== "done" };

async function setState(jira: Jira, key: string, as: IssueGoal): Promise<RemoteResult<object>> {
  const read = await jira.issue(key, "person");
  if (!read.ok) return read;
  const state = toJiraIssueState(read.value.fields);
  if ((state.kind === "open" ? "open" : state.as) === as) return { ok: true, value: {} };
  const wish = as === "open" ? OPEN : as === "not_planned" ? notPlanned : (findWish("landed", {}) ?? OPEN);
  const moved = await moveJiraIssue(jira, read.value, wish, "person");
  if (!moved.ok) return moved;
  const { isMoved, asks } = moved.value;
  if (asks !== null) return reportStays(key, asks);
  return isMoved ? { ok: true, value: {} } : reportNoWay(key);
}
