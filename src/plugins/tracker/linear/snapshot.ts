/** An issue of Linear as the core knows it. */
import type { IssueSnapshot, IssueState } from "../../../domain/issue/issue.ts";
import { cleanText } from "../../remote/text/clean-text.ts";
import type { TrackerOptions } from "../../remote/tracker-options.ts";
import { createIssueKeys } from "../../remote/issue-keys.ts";
import { findTextAuthor } from "./authors.ts";
import type { LinearIssue } from "./parse-linear.ts";
import type { Versions } from "./versions.ts";

type SnapshotParts = Pick<TrackerOptions, "bots" | "project"> & { readonly versions: Versions };

export function toLinearSnapshot(issue: LinearIssue, { bots, project, versions }: SnapshotParts): IssueSnapshot {
  const { id } = createIssueKeys(project);
  const relations = issue.inverseRelations.nodes;
  const blockers = relations.filter(({ type }) => type === "blocks").map(({ issue: other }) => other.identifier);
  const parts = issue.children.nodes.map(({ identifier }) => identifier);
  return {
    id: id(issue.identifier),
    version: versions(issue),
    title: cleanText(issue.title),
    text: cleanText(issue.description ?? ""),
    author: findTextAuthor(issue, bots),
    labels: issue.labels.nodes.map(({ name }) => name),
    priority: toPriority(issue.priority),
    blockedBy: [...new Set([...blockers, ...parts])].map(id),
    state: toLinearIssueState(issue.state.type),
    createdMs: Date.parse(issue.createdAt),
  };
}

export function toLinearIssueState(type: string): IssueState {
  if (type === "completed") return { kind: "closed", as: "done" };
  return ["canceled", "duplicate"].includes(type) ? { kind: "closed", as: "not_planned" } : { kind: "open" };
}

/** Linear has urgent 1, high 2, medium 3, low 4, and 0 for none. */
const toPriority = (priority: number): number => (priority === 0 ? 3 : priority);
