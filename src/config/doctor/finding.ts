import { isOwnForge } from "../own-forge.ts";
import { pluginNames } from "../warnings/plugin-names.ts";

/** The groups that findings have beside those of projects. One of them may have nothing to tell. */
export const findingGroups: readonly string[] = [
  ...["system", "disk", "home", "daemon", "database", "backups", "config", "agents", "runtimes", "sandbox", "limits"],
  ...["sleep", "logout", "sessions", "notifiers"],
  ...pluginNames.tracker.filter((name) => !isOwnForge(name)),
];

/** One line of `ao doctor`. */
export type Finding = {
  readonly group: string;
  /** `off`: not there, and not needed; or odd, and harmless. */
  readonly state: "ok" | "broken" | "unknown" | "off";
  readonly text: string;
  /** A command that can be pasted, or null. */
  readonly fix: string | null;
};

export const createFinding = (
  group: string,
  state: Finding["state"],
  text: string,
  fix: string | null = null,
): Finding => ({
  group,
  state,
  text,
  fix,
});
