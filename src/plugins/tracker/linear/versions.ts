/**
 * Linear has no version that grows with all that a snapshot shows: a relation that is removed, a sub-issue that is moved
 * away change nothing of the issue itself, and the newest time among its parts even goes back.
 */
import type { LinearIssue } from "./parse-linear.ts";

export type Versions = (issue: LinearIssue) => number;

type Known = { readonly version: number; readonly updatedMs: number; readonly print: string };

const ISSUES_MAX = 20_000;

export function createVersions(): Versions {
  const known = new Map<string, Known>();
  return (issue) => {
    const updatedMs = Date.parse(issue.updatedAt);
    const told = findNewest(issue);
    const before = known.get(issue.id);
    // An answer that was overtaken by a newer one.
    if (before !== undefined && updatedMs < before.updatedMs) return Math.min(told, before.version - 1);
    const print = JSON.stringify([issue.inverseRelations.nodes, issue.children.nodes, issue.labels.nodes]);
    const least = before === undefined ? 0 : before.version + (before.print === print ? 0 : 1);
    const version = Math.max(told, least);
    if (known.size >= ISSUES_MAX) known.clear();
    known.set(issue.id, { version, updatedMs, print });
    return version;
  };
}

function findNewest({ updatedAt, inverseRelations, history }: LinearIssue): number {
  const parts = [...inverseRelations.nodes, ...history.nodes].flatMap((part) => part.updatedAt ?? []);
  return Math.max(...[updatedAt, ...parts].map((time) => Date.parse(time)));
}
