/** An issue of Jira as the core knows it. */
import type { IssueSnapshot, IssueState } from "../../../domain/issue/issue.ts";
import { cleanText } from "../../remote/text/clean-text.ts";
import type { Jira } from "./jira.ts";
import type { JiraIssue } from "./parse-jira.ts";
import type { JiraAuthors } from "./authors.ts";

export async function toJiraSnapshot(
  jira: Jira,
  people: JiraAuthors,
  { key, fields }: JiraIssue,
): Promise<IssueSnapshot> {
  const blockers = (fields.issuelinks ?? []).flatMap(({ type, inwardIssue }) =>
    isBlocking(type) && inwardIssue !== null && inwardIssue !== undefined ? [inwardIssue.key] : [],
  );
  const parts = (fields.subtasks ?? []).map((part) => part.key);
  return {
    id: jira.references.id(key),
    version: parseMoment(fields.updated),
    title: cleanText(fields.summary),
    text: cleanText(jira.read(fields.description)),
    author: await people.author(fields.reporter ?? fields.creator),
    labels: fields.labels ?? [],
    priority: parsePriorityName(fields.priority?.name ?? ""),
    blockedBy: [...new Set([...blockers, ...parts])].map(jira.references.id),
    state: toJiraIssueState(fields),
    createdMs: parseMoment(fields.created),
  };
}

const isBlocking = ({
  inward,
  name,
}: {
  readonly inward?: string | null | undefined;
  readonly name: string;
}): boolean => name === "Blocks" || /blocked by|depends on/i.test(inward ?? "");

/** `2026-01-05T00:00:00.123+0000`: not every parser takes an offset without a colon. */
export const parseMoment = (text: string): number => Date.parse(text.replace(/([+-]\d\d)(\d\d)$/, "$1:$2"));

export function toJiraIssueState({
  status,
  resolution,
}: Pick<JiraIssue["fields"], "status" | "resolution">): IssueState {
  if (status.statusCategory.key !== "done") return { kind: "open" };
  const said = `${resolution?.name ?? ""} ${status.name}`;
  return { kind: "closed", as: NOT_PLANNED.test(said) ? "not_planned" : "done" };
}

export const NOT_PLANNED = /won.?t|duplicate|cannot reproduce|declined|rejected|cancel|incomplete|abandoned|obsolete/i;

const PRIORITIES: readonly RegExp[] = [
  /highest|blocker|urgent/i,
  /^high$|critical/i,
  /medium|major|normal/i,
  /^low$|minor/i,
  /lowest|trivial/i,
];

export function parsePriorityName(name: string): number {
  const at = PRIORITIES.findIndex((form) => form.test(name));
  return at < 0 ? 3 : at + 1;
}
