/** What GitLab answers, checked; an answer of another form is no answer. */
import * as z from "zod";

export const user = z.object({
  id: z.int(),
  username: z.string(),
  state: z.string().nullish(),
  bot: z.boolean().nullish(),
});
export type GitlabUser = z.infer<typeof user>;

const issue = z.object({
  iid: z.int(),
  project_id: z.int(),
  title: z.string(),
  description: z.string().nullish(),
  state: z.string(),
  labels: z.array(z.string()),
  author: user,
  assignees: z.array(user).nullish(),
  created_at: z.string(),
  updated_at: z.string(),
  moved_to_id: z.int().nullish(),
  web_url: z.string().optional(),
});
export type GitlabIssue = z.infer<typeof issue>;

const note = z.object({ body: z.string(), author: user, created_at: z.string(), system: z.boolean().nullish() });
export type GitlabNote = z.infer<typeof note>;

const link = z.object({
  iid: z.int(),
  project_id: z.int(),
  issue_link_id: z.int(),
  link_type: z.string(),
  link_updated_at: z.string().nullish(),
});
export type GitlabLink = z.infer<typeof link>;

export const parseIssue = createReader(issue);
export const parseIssues = createReader(z.array(issue));
export const parseNotes = createReader(z.array(note));
export const parseLinks = createReader(z.array(link));
export const parseUser = createReader(user);
export const parseUsers = createReader(z.array(user));
export const parseMember = createReader(z.object({ access_level: z.int() }));
export const parseAnything = createReader(z.unknown().transform((answer) => ({ answer })));

/** Null: it is of another form. */
function createReader<Shape extends z.ZodType>(shape: Shape): (answer: unknown) => z.output<Shape> | null {
  return (answer) => shape.safeParse(answer).data ?? null;
}
