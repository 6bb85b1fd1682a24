/** What the daemon says of itself, of the machine, and of what it tidied up. */
import * as z from "zod";

export const doctorRow = z.object({
  group: z.string(),
  state: z.enum(["ok", "broken", "unknown", "off"]),
  text: z.string(),
  /** A command that mends it. */
  fix: z.string().nullable(),
});
export type DoctorRow = z.infer<typeof doctorRow>;

/** Bytes that everything of ours takes, by what it is. */
export const diskView = z.object({
  workspaces: z.number(),
  /** Workspaces that checks run in, with what they keep there. */
  checks: z.number(),
  trash: z.number(),
  /** Output of turns, conversations and logs. */
  logs: z.number(),
  /** Databases, and our own git directories. */
  data: z.number(),
  /** Free on the disk of the home. */
  free: z.number(),
  /** False: there is more than could be counted in time. */
  isWhole: z.boolean(),
});

export const doctorView = z.object({ rows: z.array(doctorRow), disk: diskView });
export type DoctorView = z.infer<typeof doctorView>;

export const configView = z.object({
  /** The settings in force, after all layers, by key path. */
  settings: z.record(z.string(), z.unknown()),
  /** Files read, the strongest last. */
  files: z.array(z.string()),
  problems: z.array(z.string()),
});
export type ConfigView = z.infer<typeof configView>;

export const cleanupView = z.object({
  removed: z.array(z.object({ what: z.string(), path: z.string(), bytes: z.number() })),
  freedBytes: z.number(),
  /** What was left alone, and why. */
  kept: z.array(z.object({ path: z.string(), why: z.string() })),
  /** What is in use now. */
  disk: diskView,
});
export type CleanupView = z.infer<typeof cleanupView>;
