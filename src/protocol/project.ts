/** A repository and its settings, as the daemon knows it. */
import * as z from "zod";
import { usageView } from "./status.ts";

/** A path of this machine, or a URL to clone. */
export const newProject = z.strictObject({
  path: z.string().min(1).optional(),
  url: z.string().min(1).optional(),
  /** Where a URL is cloned to. */
  into: z.string().min(1).optional(),
  id: z.string().min(1).optional(),
  /** Commands, hooks and plugins of its file are accepted by the person who asks. */
  accept: z.boolean().optional(),
});
export type NewProjectRequest = z.infer<typeof newProject>;

export const problemView = z.object({
  file: z.string(),
  line: z.number().int(),
  key: z.string(),
  sentence: z.string(),
});
export type ProblemView = z.infer<typeof problemView>;

export const projectView = z.object({
  id: z.string(),
  path: z.string(),
  configFile: z.string().nullable(),
  defaultBranch: z.string().nullable(),
  agent: z.string(),
  runtime: z.string(),
  workspace: z.string(),
  tracker: z.string(),
  scm: z.string(),
  autonomy: z.enum(["observe", "propose", "fix", "land"]),
  /** Somebody paused it: no automatic turn begins, and no session starts by itself. */
  paused: z.boolean(),
  base: z.enum(["unknown", "checking", "green", "red"]),
  liveSessions: z.number().int(),
  spentToday: usageView,
  budgetPerDay: z.object({ usd: z.number().nullable(), tokens: z.number().nullable() }),
  problems: z.array(problemView),
  /** Settings that arrived by a landing and wait for a person to accept them, in words. */
  waiting: z.array(z.string()),
});
export type ProjectView = z.infer<typeof projectView>;
