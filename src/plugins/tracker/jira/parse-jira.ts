/** What Jira answers, checked; an answer of another form is no answer. */
import * as z from "zod";

const user = z.object({
  /** Cloud. */
  accountId: z.string().nullish(),
  accountType: z.string().nullish(),
  /** Server. */
  name: z.string().nullish(),
  key: z.string().nullish(),
  displayName: z.string(),
  emailAddress: z.string().nullish(),
  active: z.boolean().nullish(),
});
export type JiraUser = z.infer<typeof user>;

const named = z.object({ name: z.string() });
const status = z.object({ id: z.string(), name: z.string(), statusCategory: z.object({ key: z.string() }) });

const properties = z.record(z.string(), z.unknown()).nullish();

const issue = z.object({
  id: z.string(),
  key: z.string(),
  fields: z.object({
    summary: z.string(),
    description: z.unknown(),
    reporter: user.nullish(),
    creator: user.nullish(),
    assignee: user.nullish(),
    labels: z.array(z.string()).nullish(),
    priority: named.nullish(),
    status,
    resolution: named.nullish(),
    issuelinks: z
      .array(
        z.object({
          id: z.string(),
          type: z.object({ inward: z.string().nullish(), name: z.string() }),
          inwardIssue: z.object({ key: z.string() }).nullish(),
        }),
      )
      .nullish(),
    subtasks: z.array(z.object({ key: z.string() })).nullish(),
    created: z.string(),
    updated: z.string(),
  }),
  properties,
});
export type JiraIssue = z.infer<typeof issue>;

const comment = z.object({
  id: z.string(),
  author: user.nullish(),
  body: z.unknown(),
  created: z.string(),
  properties: z.array(z.object({ key: z.string(), value: z.unknown() })).nullish(),
});
export type JiraComment = z.infer<typeof comment>;

const field = z.object({
  name: z.string(),
  required: z.boolean(),
  hasDefaultValue: z.boolean().nullish(),
  allowedValues: z.array(z.object({ id: z.string().nullish(), name: z.string().nullish() })).nullish(),
});
export type JiraField = z.infer<typeof field>;

/** `fields`: what it asks for, by their ids. */
const transition = z.object({
  id: z.string(),
  name: z.string(),
  to: status,
  fields: z.record(z.string(), field).nullish(),
});
export type JiraTransition = z.infer<typeof transition>;

export const parseIssue = createReader(issue);
export const parseProperties = createReader(z.object({ properties }));
export const parseFound = createReader(
  z.object({
    issues: z.array(issue),
    /** Cloud. */
    nextPageToken: z.string().nullish(),
    /** Server. */
    startAt: z.number().nullish(),
    total: z.number().nullish(),
  }),
);
export const parseComments = createReader(z.object({ comments: z.array(comment), total: z.number().nullish() }));
export const parseTransitions = createReader(z.object({ transitions: z.array(transition) }));
export const parseUsers = createReader(z.array(user));
export const parseUser = createReader(user);
export const parseOwnPermissions = createReader(
  z.object({ permissions: z.record(z.string(), z.object({ havePermission: z.boolean() })) }),
);
export const parseCreated = createReader(z.object({ key: z.string() }));

/** Which deed of ours made it; null: none, or one that gave no key. */
export function parseKey(value: unknown): string | null {
  return z.object({ key: z.string() }).safeParse(value).data?.key ?? null;
}

/** Null: it is of another form. */
function createReader<Shape extends z.ZodType>(shape: Shape): (answer: unknown) => z.output<Shape> | null {
  return (answer) => shape.safeParse(answer).data ?? null;
}
