import type { Priority } from "../domain/model/rules.ts";
import type { ChosenAgent } from "../domain/session/session.ts";
import type { AgentPlugin } from "./agent.ts";
import type { ChecksPlugin } from "./checks.ts";
import type { HookPlugin } from "./hook.ts";
import type { NotifierPlugin } from "./notifier.ts";
import type { RuntimePlugin } from "./runtime.ts";
import type { ScmPlugin } from "./scm.ts";
import type { TerminalPlugin } from "./terminal.ts";
import type { TrackerPlugin } from "./tracker.ts";
import type { WorkspacePlugin } from "./workspace.ts";

/** The plugins of one project, found by the names its sessions carry. */
export type ProjectSlots = {
  readonly runtime: (name: string) => RuntimePlugin | undefined;
  /** With the settings of the specialist, where the session is one's, and driven as the session asks. */
  readonly agent: (chosen: ChosenAgent) => AgentPlugin | undefined;
  readonly workspace: (name: string) => WorkspacePlugin | undefined;
  readonly tracker: TrackerPlugin;
  readonly scm: ScmPlugin;
  readonly checks: ChecksPlugin;
  /** Those that are told of what has this priority. */
  readonly notifiers: (level: Priority) => readonly NotifierPlugin[];
  readonly terminal: TerminalPlugin | null;
  readonly hooks: readonly HookPlugin[];
};
