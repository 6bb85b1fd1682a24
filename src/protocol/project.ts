/** A repository and its settings, as the daemon knows it. */
import * as z from "zod";
import { budgetView, drive, usageView } from "./session/status.ts";

export const newProject = z.strictObject({
  /** A repository of this machine, or any folder in one; absolute. */
  path: z.string().min(1),
  /** Another place for its configuration; absolute. */
  configFile: z.string().min(1).optional(),
  /** The person who asks accepts the settings as they are in the file now. */
  accept: z.boolean().optional(),
});

export const problemView = z
  .object({
    severity: z.enum(["error", "warning"]),
    file: z.string(),
    line: z.number().int(),
    key: z.string(),
    sentence: z.string(),
  })
  .meta({ id: "Problem" });

export const baseState = z.enum(["unknown", "checking", "unchecked", "green", "red"]);

export const projectView = z
  .object({
    id: z.string(),
    path: z.string(),
    configFile: z.string().nullable(),
    defaultBranch: z.string(),
    agent: z.string(),
    /** Why nothing can begin with that agent now, such as a program that is not installed. */
    notReady: z.string().nullable(),
    /** Those that can be chosen, the configured one first; `notReady` as above. The first of `drives` is as configured. */
    agents: z.array(
      z.object({
        name: z.string(),
        notReady: z.string().nullable(),
        /** As far as its files and variables tell, `fix` with what to type; null: it is not ready. */
        login: z
          .object({ state: z.enum(["logged_in", "not_logged_in", "unknown"]), fix: z.string().nullable() })
          .nullable(),
        drives: z.array(drive),
      }),
    ),
    runtime: z.string(),
    workspace: z.string(),
    tracker: z.string(),
    scm: z.string(),
    /** Where it lives on its forge; null: on the local one. */
    repo: z.string().nullable(),
    autonomy: z.enum(["observe", "propose", "fix", "land"]),
    /** Agents start on open issues by themselves. */
    autoAssign: z.boolean(),
    /** Somebody paused it: no automatic turn begins, and no session starts by itself. */
    paused: z.boolean(),
    /** `green`: a check passed on it. `unchecked`: none did, and none failed. */
    base: baseState,
    /** What is known beside that: which checks fail, or what keeps them from their end. */
    baseDetail: z.string().nullable(),
    /** The command that adds a check, typed in its folder; null: there are some. */
    addCheck: z.string().nullable(),
    liveSessions: z.number().int(),
    spentToday: usageView,
    /** Its own, where that may be used up before the daemon's is (`today` of the usage report). */
    budgetPerDay: budgetView,
    problems: z.array(problemView),
    /**
     * Settings that no person has accepted yet, and that therefore do not hold: what is different, a line each.
     * `inForce`: the text of the file that holds; null: none was ever accepted.
     */
    waiting: z.object({ hash: z.string(), lines: z.array(z.string()), inForce: z.string().nullable() }).nullable(),
  })
  .meta({ id: "Project" });
export type ProjectView = z.infer<typeof projectView>;

/** `wrote`: the configuration file that was written just now. `openIssues`: those known that no session has begun on. */
export const addedProject = projectView.extend({
  isNew: z.boolean(),
  wrote: z.string().nullable(),
  /** What was different in settings that waited and are accepted now, a line each. */
  accepted: z.array(z.string()),
  openIssues: z.number().int(),
  /** Command lines of its set-up, and names of its checks. */
  commands: z.object({ setup: z.array(z.string()), checks: z.array(z.string()) }),
  /** What a person should know of the repository, a sentence each: versions that do not fit, submodules and the like. */
  notes: z.array(z.string()),
});
export type AddedProjectView = z.infer<typeof addedProject>;

/** `ending`: its sessions that were live; their work is being saved. */
export const removedProject = z.object({ ending: z.array(z.string()) });
