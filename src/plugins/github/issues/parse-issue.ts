import * as z from "zod";
import type { Actor } from "../authors.ts";
import { parsed } from "../parse-answer.ts";

const user = z
  .object({ login: z.string(), type: z.string().optional() })
  .nullable()
  .transform((one): Actor => (one === null ? null : { login: one.login, isBot: one.type === "Bot" }));

const issue = z.object({
  id: z.int(),
  number: z.int(),
  title: z.string(),
  body: z.string().nullable().default(null),
  state: z.enum(["open", "closed"]),
  state_reason: z.string().nullable().default(null),
  user,
  labels: z.array(z.union([z.string(), z.object({ name: z.string().nullable().default("") })])).default([]),
  assignees: z.array(user).nullable().default([]),
  comments: z.int().default(0),
  created_at: z.string(),
  updated_at: z.string(),
  pull_request: z.unknown().optional(),
  repository_url: z.string().optional(),
  issue_dependencies_summary: z.object({ total_blocked_by: z.int().default(0) }).optional(),
  sub_issues_summary: z.object({ total: z.int().default(0) }).optional(),
});

export type GithubIssue = {
  /** GitHub's own, by which issues are told to block each other. */
  readonly id: number;
  readonly number: number;
  /** `owner/name`, in small letters; null: it was not told. */
  readonly repository: string | null;
  readonly title: string;
  readonly body: string | null;
  readonly state: "open" | "closed";
  readonly isNotPlanned: boolean;
  readonly user: Actor;
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly isPull: boolean;
  readonly hasBlockers: boolean;
  readonly hasSubIssues: boolean;
};

export function parseIssue(answer: unknown): GithubIssue {
  const one = parsed(issue, answer);
  const { id, number, title, body, state } = one;
  return {
    ...{ id, number, title, body, state, user: one.user },
    repository: /\/repos\/([^/]+\/[^/]+)$/.exec(one.repository_url ?? "")?.[1]?.toLowerCase() ?? null,
    isNotPlanned: one.state_reason === "not_planned" || one.state_reason === "duplicate",
    labels: one.labels.map((label) => (typeof label === "string" ? label : (label.name ?? ""))),
    assignees: (one.assignees ?? []).flatMap((assignee) => (assignee === null ? [] : [assignee.login])),
    createdAt: one.created_at,
    updatedAt: one.updated_at,
    isPull: one.pull_request !== undefined && one.pull_request !== null,
    hasBlockers: (one.issue_dependencies_summary?.total_blocked_by ?? 0) > 0,
    hasSubIssues: (one.sub_issues_summary?.total ?? 0) > 0,
  };
}

const comment = z.object({ id: z.int(), body: z.string().nullable().default(null), user, created_at: z.string() });

export type ReadComment = z.output<typeof comment>;

export const parseComment = (answer: unknown): ReadComment => parsed(comment, answer);
