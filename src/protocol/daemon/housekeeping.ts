/** What the daemon says of itself, of the machine, and of what it tidied up. */
import * as z from "zod";

export const doctorRow = z.object({
  group: z.string(),
  state: z.enum(["ok", "broken", "unknown", "off"]),
  text: z.string(),
  /** A command that fixes it. */
  fix: z.string().nullable(),
});
export type DoctorRow = z.infer<typeof doctorRow>;

/** Bytes that everything of ours takes, by what it is. */
export const diskView = z.object({
  workspaces: z.number(),
  /** Workspaces that checks run in, with what they keep there. */
  checks: z.number(),
  caches: z.number(),
  /** What set-up made, for all workspaces with the same lockfiles. */
  prepared: z.number(),
  trash: z.number(),
  /** Output of turns, conversations and logs. */
  logs: z.number(),
  /** Databases, and our own git directories. */
  data: z.number(),
  /** Free on the disk of the home. */
  free: z.number(),
  /** Of these there is more than could be counted in time. */
  incomplete: z.array(z.enum(["workspaces", "checks", "prepared", "caches", "trash", "logs", "data"])),
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

export const settingView = z.object({
  /** As `ao config set` takes it. */
  key: z.string(),
  /** The block of the file that it belongs to. */
  group: z.string(),
  meaning: z.string(),
  type: z.string(),
  /** All that may be chosen; null: it is written by hand. */
  choices: z.array(z.string()).nullable(),
  byDefault: z.string().nullable(),
  /** What another block says for it as long as it is not written itself, and where; null: none does, and the default holds. */
  inherited: z.object({ value: z.string(), from: z.string(), line: z.number().int() }).nullable(),
  /** As it is written; null: nobody wrote it, and the default holds. */
  value: z.string().nullable(),
  /** The line it stands in; null: it is not written. */
  line: z.number().int().nullable(),
});
export type SettingView = z.infer<typeof settingView>;

export const settingsView = z.object({
  /** Where a setting is written. */
  file: z.string(),
  settings: z.array(settingView),
  problems: z.array(z.string()),
});
export type SettingsView = z.infer<typeof settingsView>;

export const settingEdits = z.strictObject({
  project: z.string().optional(),
  edits: z
    // Null: it is not written any more, and what is built in holds again.
    .array(z.strictObject({ key: z.string().min(1).max(256), value: z.string().max(16_384).nullable() }))
    .min(1)
    .max(100),
  /** Shows what would be written, and writes nothing. */
  isTrial: z.boolean().optional(),
});

export const writtenSettings = z.object({
  file: z.string(),
  isWritten: z.boolean(),
  /** What changes in the file, and the lines around it. */
  lines: z.array(z.object({ kind: z.enum(["same", "added", "removed"]), line: z.number().int(), text: z.string() })),
  warnings: z.array(z.string()),
});
export type WrittenSettings = z.infer<typeof writtenSettings>;

export const givenEnvironment = z.strictObject({
  variables: z.record(z.string().min(1).max(256), z.string().max(131_072)),
  /** What it lacks is taken away; otherwise nothing is, and folders are added to the PATH. */
  isWhole: z.boolean().optional(),
  /** Only says what would change. */
  isTrial: z.boolean().optional(),
});

export const takenEnvironment = z.object({
  /** Names only. */
  changed: z.array(z.string()),
});

export const cleanupView = z.object({
  removed: z.array(z.object({ what: z.string(), path: z.string(), bytes: z.number() })),
  freedBytes: z.number(),
  /** What was left alone, and why. */
  kept: z.array(z.object({ path: z.string(), why: z.string() })),
  /** What is in use now. */
  disk: diskView,
});
export type CleanupView = z.infer<typeof cleanupView>;
