/** An issue of Linear as the core knows it. */
import type { IssueSnapshot, IssueState } from "../../../domain/issue.ts";
import { known, unknown } from "../../../domain/known.ts";
import type { Author } from "../../../domain/trust.ts";
import { cleanText } from "../../remote/clean-text.ts";
import type { TrackerOptions } from "../../remote/tracker-options.ts";
import { issueKeysOf } from "../../remote/issue-keys.ts";
import type { LinearComment, LinearIssue } from "./parse-linear.ts";

type SnapshotParts = Pick<TrackerOptions, "bots" | "project">;

export function snapshotOf(issue: LinearIssue, { bots, project }: SnapshotParts): IssueSnapshot {
  const { id } = issueKeysOf(project);
  const relations = issue.inverseRelations.nodes;
  const blockers = relations.filter(({ type }) => type === "blocks").map(({ issue: other }) => other.identifier);
  const parts = issue.children.nodes.map(({ identifier }) => identifier);
  return {
    id: id(issue.identifier),
    // A new relation does not touch the issue itself.
    version: Math.max(...[issue.updatedAt, ...relations.flatMap(({ updatedAt }) => updatedAt ?? [])].map(Date.parse)),
    title: cleanText(issue.title),
    text: cleanText(issue.description ?? ""),
    author: authorOf(issue, bots),
    labels: issue.labels.nodes.map(({ name }) => name),
    priority: priorityOf(issue.priority),
    blockedBy: [...new Set([...blockers, ...parts])].map(id),
    state: stateOf(issue.state.type),
    createdMs: Date.parse(issue.createdAt),
  };
}

export function stateOf(type: string): IssueState {
  if (type === "completed") return { kind: "closed", as: "done" };
  return ["canceled", "duplicate"].includes(type) ? { kind: "closed", as: "not_planned" } : { kind: "open" };
}

/** Linear has urgent 1, high 2, medium 3, low 4, and 0 for none. */
const priorityOf = (priority: number): number => (priority === 0 ? 3 : priority);

type Written = Pick<LinearIssue, "creator" | "externalUserCreator" | "botActor">;

/** Members may write; guests, and people who write from outside (by mail, in a shared channel), are strangers. */
export function authorOf({ creator, externalUserCreator, botActor }: Written, bots: readonly string[]): Author {
  if (creator !== null && creator !== undefined) {
    const { displayName: name, guest, active } = creator;
    return { kind: "person", name, canWrite: active === false ? known(false) : known(guest !== true) };
  }
  if (externalUserCreator !== null && externalUserCreator !== undefined)
    return { kind: "person", name: externalUserCreator.displayName, canWrite: known(false) };
  const bot = botActor?.name ?? null;
  if (bot !== null) return { kind: "bot", name: bot, listed: bots.includes(bot) };
  return { kind: "person", name: "somebody", canWrite: unknown("Linear does not say who wrote it") };
}

export function commentAuthor({ user, externalUser, botActor }: LinearComment, bots: readonly string[]): Author {
  return authorOf({ creator: user, externalUserCreator: externalUser, botActor }, bots);
}
