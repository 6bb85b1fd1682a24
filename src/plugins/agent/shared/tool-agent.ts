/**
 * An agent plugin for one tool: its settings are read once, its turns speak its dialect or, with `drive: terminal`, are
 * typed on its own screen, or with `drive: exec` are one run each. While the settings cannot be understood nothing is started, and old turns are still read.
 */
import type { AgentPlugin, OwnScreenRequest } from "../../../slots/agent.ts";
import { failed } from "../../../slots/result.ts";
import type { AgentOptions } from "./agent-options.ts";
import type { Dialect } from "./dialect.ts";
import { noSettings, notStarted, parseAgentSettings, programIn, type AgentSettings } from "./parse-agent-settings.ts";
import { programOf } from "./program.ts";
import { protocolAgent } from "./protocol-agent.ts";
import { listenToHooks } from "./terminal/hooks.ts";
import { terminalAgent } from "./terminal/terminal-agent.ts";

export type Tool = {
  readonly name: string;
  /** By which its program is found unless `agentConfig.command` names another. */
  readonly program: string;
  readonly speaks: (settings: AgentSettings) => Speech;
  /** The same by a run for each message (`drive: exec`), where it has that beside its protocol. */
  readonly runs?: (settings: AgentSettings) => Speech;
};

export type Speech = Omit<Dialect, "name" | "program" | "limitRestsMs" | "spoolOf"> & {
  /** How a turn is launched on its own screen, where that can be driven. */
  readonly launchOnScreen?: Dialect["launch"];
};

export function toolAgent(options: AgentOptions, { name, program, speaks, runs }: Tool): AgentPlugin {
  const parsed = parseAgentSettings(options.settings, {
    permissions: options.permissions ?? "auto",
    hasExec: runs !== undefined,
  });
  const settings = parsed.ok ? parsed.settings : noSettings;
  const speak = settings.drive === "exec" && runs !== undefined ? runs : speaks;
  const { launchOnScreen, ...speech } = speak(settings);
  const dialect: Dialect = {
    ...speech,
    ...{ name, program: programIn(parsed, program), limitRestsMs: settings.limitRestsMs },
    launch: async (request, memory) =>
      parsed.ok ? speech.launch(request, memory) : failed("refused", notStarted(parsed.problem)),
  };
  if (settings.drive !== "terminal" || launchOnScreen === undefined) return protocolAgent({ ...options, dialect });
  return terminalAgent({ ...options, dialect: { ...dialect, launch: launchOnScreen, listen: listenToHooks } });
}

/** What is run: the program as the settings or its usual name say, and the person's own arguments before ours. */
export function commandOf(
  { checkout }: AgentOptions,
  { command }: AgentSettings,
  usual: string,
  { workspacePath, env }: OwnScreenRequest,
): { readonly program: string; readonly args: readonly string[] } {
  const [name, ...args] = command ?? [usual];
  return { program: programOf(name, { workspace: workspacePath, checkout, home: env["HOME"] }), args };
}
