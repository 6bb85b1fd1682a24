/** What Linear answers, checked; an answer of another form is no answer. */
import * as z from "zod";

const named = z.object({ displayName: z.string() });
const user = named.extend({
  guest: z.boolean().nullish(),
  active: z.boolean().nullish(),
  app: z.boolean().nullish(),
});
export type LinearUser = z.infer<typeof user>;
const bot = z.object({ name: z.string().nullish() });
const list = <Item extends z.ZodType>(item: Item) => z.object({ nodes: z.array(item) });
const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() });
const definePaged = <Item extends z.ZodType>(item: Item) => list(item).extend({ pageInfo });

const labels = definePaged(z.object({ id: z.string(), name: z.string() }));
const inverseRelations = definePaged(
  z.object({
    id: z.string(),
    type: z.string(),
    updatedAt: z.string().nullish(),
    issue: z.object({ identifier: z.string() }),
  }),
);
const children = definePaged(z.object({ identifier: z.string() }));
const entry = z.object({
  id: z.string(),
  updatedAt: z.string(),
  updatedDescription: z.boolean().nullish(),
  toTitle: z.string().nullish(),
  actor: user.nullish(),
  descriptionUpdatedBy: z.array(user).nullish(),
  botActor: bot.nullish(),
  fromState: z.object({ name: z.string() }).nullish(),
});
export type LinearEntry = z.infer<typeof entry>;
const history = definePaged(entry);

const issue = z.object({
  id: z.string(),
  identifier: z.string(),
  title: z.string(),
  description: z.string().nullish(),
  url: z.string().nullish(),
  priority: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  state: z.object({ id: z.string(), name: z.string(), type: z.string() }),
  team: z.object({ id: z.string(), key: z.string() }).nullish(),
  labels,
  assignee: named.nullish(),
  creator: user.nullish(),
  externalUserCreator: named.nullish(),
  botActor: bot.nullish(),
  inverseRelations,
  children,
  history,
});
export type LinearIssue = z.infer<typeof issue>;

const comment = z.object({
  id: z.string(),
  body: z.string(),
  createdAt: z.string(),
  user: user.nullish(),
  externalUser: named.nullish(),
  botActor: bot.nullish(),
});
export type LinearComment = z.infer<typeof comment>;

const team = z.object({
  id: z.string(),
  key: z.string(),
  states: list(z.object({ id: z.string(), name: z.string(), type: z.string(), position: z.number() })),
});
export type LinearTeam = z.infer<typeof team>;

export const parseIssues = createReader(z.object({ issues: definePaged(issue) }));
export const parseRest = createReader(
  z.object({
    issue: z.object({ labels, inverseRelations, children, history }).partial(),
  }),
);
export const parseIssue = createReader(z.object({ issue }));
export const parseUpdated = createReader(z.object({ issueUpdate: z.object({ issue }) }));
export const parseCreated = createReader(z.object({ issueCreate: z.object({ issue }) }));
export const parseComments = createReader(z.object({ issue: z.object({ comments: definePaged(comment) }) }));
export const parseTeams = createReader(z.object({ teams: list(team) }));
export const parseLabels = createReader(
  z.object({ issueLabels: list(z.object({ id: z.string(), name: z.string() })) }),
);
export const parseUsers = createReader(z.object({ users: list(z.object({ id: z.string() })) }));
export const parseIds = createReader(z.object({ issues: list(z.object({ id: z.string() })) }));

/** Null: it is of another form. */
function createReader<Shape extends z.ZodType>(shape: Shape): (answer: unknown) => z.output<Shape> | null {
  return (answer) => shape.safeParse(answer).data ?? null;
}
