/** What people do with issues of Linear through us. It is written in the name of the token's owner. */
import type { IssueId } from "../../../domain/model/ids.ts";
import type { IssueEditor, IssueDetail, IssueEdit, IssueWritten, ListedIssue } from "../../../slots/issue-editor.ts";
import { ok } from "../../../slots/result.ts";
import { listFailed, failOne } from "../../remote/as-slot.ts";
import { cleanText } from "../../remote/text/clean-text.ts";
import { deriveKeyUuid } from "../../remote/key-uuid.ts";
import { failRemote, type RemoteResult } from "../../remote/http/remote-result.ts";
import { createIssueKeys } from "../../remote/issue-keys.ts";
import { listComments } from "./comments.ts";
import { acceptAny, isTaken, filterByTeam, type LinearParts } from "./deeds.ts";
import { CREATE_COMMENT, CREATE_ISSUE, CREATE_RELATION, DELETE_RELATION, UPDATE_ISSUE } from "./documents.ts";
import type { Linear } from "./linear.ts";
import { parseCreated, parseUpdated, type LinearIssue } from "./parse-linear.ts";
import { isSameName, findLabelIds, findUserId } from "./named.ts";
import { findCommentAuthor } from "./authors.ts";
import { toLinearSnapshot, toLinearIssueState } from "./snapshot.ts";

export function createLinearIssueEditor(linear: Linear, parts: LinearParts): IssueEditor {
  const { bots } = parts;
  const { id: idOf, key: nameOf } = createIssueKeys(parts.project);
  const detail = (issue: LinearIssue): IssueDetail => ({
    ...toLinearSnapshot(issue, parts),
    assignee: issue.assignee?.displayName ?? null,
    changedMs: Date.parse(issue.updatedAt),
    comments: [],
    ...(typeof issue.url === "string" ? { webUrl: issue.url } : {}),
  });
  return {
    list: async ({ all }) => {
      const found = await linear.issues(filterByTeam(parts), "person");
      if (!found.ok) return listFailed(found.error);
      const shown = found.value
        .filter(({ state }) => all || toLinearIssueState(state.type).kind === "open")
        .map(detail);
      return ok(all ? shown.sort((one, other) => one.createdMs - other.createdMs) : shown.sort(compareUrgency));
    },
    show: async (name) => {
      const read = await linear.issue(nameOf(name), "person");
      if (!read.ok) return failOne(read.error);
      const said = await listComments(linear, read.value.id);
      if (!said.ok) return failOne(said.error);
      const comments = said.value.map((comment) => ({
        author: findCommentAuthor(comment, bots),
        text: cleanText(comment.body),
        atMs: Date.parse(comment.createdAt),
      }));
      return ok({ ...detail(read.value), comments });
    },
    create: async (issues, { key }) => {
      const made: IssueId[] = [];
      for (const [at, issue] of issues.entries()) {
        const created = await create(linear, parts, issue, { made, key: `${key}:${at}` });
        if (!created.ok) return failOne(created.error);
        made.push(idOf(created.value.identifier));
      }
      return ok(made);
    },
    edit: (name, edit) => changeOneIssue(linear, parts, name, (issue) => updateIssue(linear, parts, issue, edit)),
    comment: (name, { text, key }) => changeOneIssue(linear, parts, name, (issue) => say(linear, issue, text, key)),
    setState: (name, { as, text, key }) =>
      changeOneIssue(linear, parts, name, async (issue) => {
        const set = await setState(linear, issue, as);
        return !set.ok || text === "" ? set : say(linear, issue, text, key);
      }),
  };
}

async function changeOneIssue(
  linear: Linear,
  { project }: LinearParts,
  name: string,
  work: (issue: LinearIssue) => Promise<RemoteResult<object>>,
): Promise<IssueWritten<IssueId>> {
  const { id, key } = createIssueKeys(project);
  const read = await linear.issue(key(name), "person");
  const done = read.ok ? await work(read.value) : read;
  if (!done.ok) return failOne(done.error);
  return read.ok ? ok(id(read.value.identifier)) : failOne(read.error);
}

const compareUrgency = (one: IssueDetail, other: IssueDetail): number =>
  one.priority - other.priority || one.createdMs - other.createdMs;

async function create(
  linear: Linear,
  parts: LinearParts,
  issue: ListedIssue,
  { made, key }: { readonly made: readonly IssueId[]; readonly key: string },
): Promise<RemoteResult<LinearIssue>> {
  const labels = await findLabelIds(linear, parts, issue.labels ?? []);
  if (!labels.ok) return labels;
  const assigned = await resolveAssignee(linear, issue);
  if (!assigned.ok) return assigned;
  const team = await linear.team();
  if (!team.ok) return team;
  const id = deriveKeyUuid(key);
  const { title, body: description = "", priority } = issue;
  const input = {
    ...{ id, teamId: team.value.id, title, description, labelIds: labels.value },
    ...(priority === undefined ? {} : { priority: Math.min(priority, 4) }),
    ...assigned.value,
  };
  const created = await createOnce(linear, id, input);
  if (!created.ok) return created;
  const before = (issue.after ?? []).flatMap((at) => made[at] ?? []);
  const blocked = await addBlockers(linear, parts, created.value, [...(issue.blockedBy ?? []), ...before]);
  return blocked.ok ? created : blocked;
}

async function createOnce(linear: Linear, id: string, input: object): Promise<RemoteResult<LinearIssue>> {
  const written = await linear.ask({ document: CREATE_ISSUE, variables: { input }, by: "person" }, parseCreated);
  if (written.ok) return { ok: true, value: written.value.issueCreate.issue };
  return isTaken(written.error) ? linear.issue(id, "person") : written;
}

async function addBlockers(
  linear: Linear,
  { project }: LinearParts,
  issue: LinearIssue,
  blockers: readonly string[],
): Promise<RemoteResult<object>> {
  for (const name of blockers) {
    const blocker = await linear.issue(createIssueKeys(project).key(name), "person");
    if (!blocker.ok) return blocker;
    const input = { id: deriveKeyUuid(`${blocker.value.id}:${issue.id}`), type: "blocks" };
    const variables = { input: { ...input, issueId: blocker.value.id, relatedIssueId: issue.id } };
    const written = await linear.ask({ document: CREATE_RELATION, variables, by: "person" }, acceptAny);
    if (!written.ok && !isTaken(written.error)) return written;
  }
  return { ok: true, value: {} };
}

async function updateIssue(
  linear: Linear,
  parts: LinearParts,
  issue: LinearIssue,
  edit: IssueEdit,
): Promise<RemoteResult<object>> {
  const labels = await resolveLabels(linear, parts, issue, edit);
  if (!labels.ok) return labels;
  const assigned = await resolveAssignee(linear, edit);
  if (!assigned.ok) return assigned;
  if (edit.blockedBy !== undefined) {
    const unblocked = await unblock(linear, parts, issue, edit.blockedBy);
    if (!unblocked.ok) return unblocked;
  }
  const input = {
    ...(edit.title === undefined ? {} : { title: edit.title }),
    ...(edit.body === undefined ? {} : { description: edit.body }),
    ...(edit.priority === undefined ? {} : { priority: Math.min(edit.priority, 4) }),
    ...labels.value,
    ...assigned.value,
  };
  if (Object.keys(input).length === 0) return { ok: true, value: {} };
  return linear.ask({ document: UPDATE_ISSUE, variables: { id: issue.id, input }, by: "person" }, parseUpdated);
}

/** What nobody spoke of stays, also labels that come on meanwhile. */
async function resolveLabels(
  linear: Linear,
  parts: LinearParts,
  issue: LinearIssue,
  { labels, addLabels = [], removeLabels = [] }: IssueEdit,
): Promise<RemoteResult<object>> {
  const isRemoved = (name: string): boolean => removeLabels.some((one) => isSameName(one, name));
  const added = await findLabelIds(
    linear,
    parts,
    [...(labels ?? []), ...addLabels].filter((name) => !isRemoved(name)),
  );
  if (!added.ok) return added;
  if (labels !== undefined) return { ok: true, value: { labelIds: added.value } };
  const removedLabelIds = issue.labels.nodes.filter(({ name }) => isRemoved(name)).map(({ id }) => id);
  const addedLabelIds = added.value;
  return {
    ok: true,
    value: {
      ...(addedLabelIds.length === 0 ? {} : { addedLabelIds }),
      ...(removedLabelIds.length === 0 ? {} : { removedLabelIds }),
    },
  };
}

async function resolveAssignee(linear: Linear, { assignee }: IssueEdit): Promise<RemoteResult<object>> {
  if (assignee === undefined) return { ok: true, value: {} };
  if (assignee === null) return { ok: true, value: { assigneeId: null } };
  const user = await findUserId(linear, assignee);
  return user.ok ? { ok: true, value: { assigneeId: user.value } } : user;
}

async function unblock(
  linear: Linear,
  parts: LinearParts,
  issue: LinearIssue,
  blockers: readonly string[],
): Promise<RemoteResult<object>> {
  const wanted = blockers.map((name) => createIssueKeys(parts.project).key(name).toUpperCase());
  const now = issue.inverseRelations.nodes.filter(({ type }) => type === "blocks");
  for (const { id } of now.filter(({ issue: other }) => !wanted.includes(other.identifier))) {
    const gone = await linear.ask({ document: DELETE_RELATION, variables: { id }, by: "person" }, acceptAny);
    if (!gone.ok && gone.error.code !== "gone") return gone;
  }
  const there = now.map(({ issue: other }) => other.identifier);
  return addBlockers(
    linear,
    parts,
    issue,
    wanted.filter((name) => !there.includes(name)),
  );
}

async function say(linear: Linear, issue: LinearIssue, text: string, key: string): Promise<RemoteResult<object>> {
  const input = { id: deriveKeyUuid(key), issueId: issue.id, body: text };
  const written = await linear.ask({ document: CREATE_COMMENT, variables: { input }, by: "person" }, acceptAny);
  return written.ok || !isTaken(written.error) ? written : { ok: true, value: {} };
}

const TYPES = { open: ["unstarted", "backlog"], done: ["completed"], not_planned: ["canceled"] } as const;

async function setState(linear: Linear, issue: LinearIssue, as: keyof typeof TYPES): Promise<RemoteResult<object>> {
  const team = await linear.team();
  if (!team.ok) return team;
  const types: readonly string[] = TYPES[as];
  if (types.includes(issue.state.type)) return { ok: true, value: {} };
  const states = [...team.value.states.nodes].sort((one, other) => one.position - other.position);
  const state = types.flatMap((type) => states.find((one) => one.type === type) ?? [])[0];
  if (state === undefined) return failRemote("refused", `Nothing was changed: the team has no state for ${as}.`);
  const variables = { id: issue.id, input: { stateId: state.id } };
  return linear.ask({ document: UPDATE_ISSUE, variables, by: "person" }, parseUpdated);
}
