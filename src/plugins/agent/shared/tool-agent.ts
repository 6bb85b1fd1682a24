/**
 * An agent plugin for one tool: its settings are read once, its turns speak its dialect or, with `drive: terminal`, are
 * typed on its own screen, or with `drive: exec` are one run each. While the settings cannot be understood or followed
 * nothing is started, and old turns are still read.
 */
import type { AgentPlugin, OwnScreenRequest } from "../../../slots/agent.ts";
import type { Drive } from "../../../domain/session/session.ts";
import { failed } from "../../../slots/result.ts";
import type { AgentOptions } from "./agent-options.ts";
import type { Dialect } from "./dialect.ts";
import {
  noSettings,
  explainNotStarted,
  parseAgentSettings,
  chooseProgram,
  type AgentSettings,
} from "./parse-agent-settings.ts";
import { resolveProgram } from "./program.ts";
import { createProtocolAgent } from "./protocol-agent.ts";
import { listenToHooks } from "./terminal/hooks.ts";
import { createTerminalAgent } from "./terminal/terminal-agent.ts";

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
  /** Why these settings cannot be followed in the drive that they ask for; null or left out: they can. */
  readonly problem?: string | null;
};

export function createToolAgent(options: AgentOptions, { name, program, speaks, runs }: Tool): AgentPlugin {
  const drives: readonly Drive[] = [
    "turns",
    ...(speaks(noSettings).launchOnScreen === undefined ? [] : (["terminal"] as const)),
    ...(runs === undefined ? [] : (["exec"] as const)),
  ];
  const permissions = options.permissions ?? "auto";
  const read = parseAgentSettings(options.settings, { permissions, drives });
  const settings = read.ok ? read.settings : noSettings;
  const { drive } = settings;
  const speak = drive === "exec" && runs !== undefined ? runs : speaks;
  const { launchOnScreen, problem = null, ...speech } = speak(settings);
  const parsed = problem === null ? read : ({ ok: false, problem } as const);
  const onScreen = drive === "terminal" && launchOnScreen !== undefined;
  const launch = onScreen ? launchOnScreen : speech.launch;
  const dialect: Dialect = {
    ...speech,
    ...{ name, program: chooseProgram(parsed, program), limitRestsMs: settings.limitRestsMs },
    launch: async (request, memory) =>
      parsed.ok ? launch(request, memory) : failed("refused", explainNotStarted(parsed.problem)),
  };
  const agent = onScreen
    ? createTerminalAgent({ ...options, dialect: { ...dialect, listen: listenToHooks } })
    : createProtocolAgent({ ...options, dialect });
  return { ...agent, drive, drives };
}

/** What is run: the program as the settings or its usual name say, and the person's own arguments before ours. */
export function buildCommand(
  { checkout }: AgentOptions,
  { command }: AgentSettings,
  usual: string,
  { paths, env }: OwnScreenRequest,
): { readonly program: string; readonly args: readonly string[] } {
  const [name, ...args] = command ?? [usual];
  return { program: resolveProgram(name, { workspace: paths.workspace, checkout, home: env["HOME"] }), args };
}
