/** Issues of a project's tracker, local or remote, and how they are written. */
import * as z from "zod";
import { moment } from "../moment.ts";

const title = z.string().max(1_000);
const body = z.string().max(300_000);
const labels = z.array(z.string()).max(50);
const priority = z.number().int().min(1).max(5).meta({ description: "1 is most urgent, 3 the default" });
/** `12`, `#12`, or an id. */
const blockers = z.array(z.string()).max(100);

export const newIssue = z.strictObject({
  projectId: z.string().min(1).optional(),
  title,
  body: body.optional(),
  labels: labels.optional(),
  priority: priority.optional(),
  blockedBy: blockers.optional(),
  assignee: z.string().max(200).nullable().optional(),
});

/** What is left out stays as it is. */
export const issueEdit = newIssue.partial().extend({ addLabels: labels.optional(), removeLabels: labels.optional() });
export type IssueEditRequest = z.infer<typeof issueEdit>;

export const issueImport = z.strictObject({
  projectId: z.string().min(1).optional(),
  format: z.enum(["markdown", "csv"]),
  text: z.string(),
});

export const issueMove = z.strictObject({
  projectId: z.string().min(1).optional(),
  direction: z.enum(["from_local", "to_local"]),
});

export const movedIssues = z.object({
  moved: z.array(z.object({ from: z.string(), to: z.string(), title: z.string() })),
  /** Those that stay, and why. */
  left: z.array(z.object({ id: z.string(), title: z.string(), why: z.string() })),
});
export type MovedIssuesView = z.infer<typeof movedIssues>;

export const issueView = z
  .object({
    id: z.string(),
    /** As people write it: `41`, `ENG-12`. */
    name: z.string(),
    project: z.string(),
    title: z.string(),
    state: z.enum(["open", "done", "not_planned"]),
    labels: z.array(z.string()),
    priority: z.number().int(),
    /** What has to be done first; `waitsFor` is what of it is not done. */
    blockedBy: z.array(z.string()),
    waitsFor: z.array(z.string()),
    assignee: z.string().nullable(),
    author: z.string(),
    createdAt: moment,
    changedAt: moment,
    /** Who works on it, or worked last. */
    session: z.object({ id: z.string(), live: z.boolean(), column: z.string(), why: z.string() }).nullable(),
    /** Why no session has begun on it; null: one has, or it is not open. */
    notStarted: z.string().nullable(),
  })
  .meta({ id: "Issue" });
export type IssueView = z.infer<typeof issueView>;

export const issueDetail = issueView
  .extend({
    text: z.string(),
    comments: z.array(z.object({ by: z.string(), at: moment, text: z.string() })),
  })
  .meta({ id: "IssueDetail" });
export type IssueDetailView = z.infer<typeof issueDetail>;

export const importedIssues = z.object({
  issues: z.array(issueView),
  /** Lines of the file that became no issue. */
  passedOver: z.array(z.object({ line: z.number().int(), text: z.string(), why: z.string() })),
});
export type ImportedIssuesView = z.infer<typeof importedIssues>;
