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

export const doctorView = z.object({ rows: z.array(doctorRow) });

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
});
export type CleanupView = z.infer<typeof cleanupView>;
