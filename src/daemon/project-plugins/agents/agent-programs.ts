/** Whether the program of an agent is on this machine: known before a session begins with it, and looked up anew. */
import { isAbsolute, join } from "node:path";
import { knownAgents } from "../../../config/first-run/known-agents.ts";
import { describeUnknownPlugin } from "../../../config/warnings/plugin-names.ts";
import type { ProjectId } from "../../../domain/model/ids.ts";
import type { WantedAgent } from "../../../domain/session/session.ts";
import { findProgram, isProgram } from "../../../lib/process/find-program.ts";
import { findPlugin, pluginsWith } from "../../../plugins/find-plugin.ts";
import type { ProjectSlots } from "../../../slots/slots.ts";
import { pickUsual } from "../sandbox/environment.ts";

/** The plan asks at each decision; programs do not come and go that fast. */
const LOOK_EVERY_MS = 2_000;

export type AgentPrograms = {
  readonly env: NodeJS.ProcessEnv;
  readonly slotsOf: (project: ProjectId) => ProjectSlots | undefined;
  readonly nowMs: () => number;
};

type Look = { readonly atMs: number; readonly path: string; readonly why: string | null };

export type WhyNoAgent = (project: ProjectId, agent: WantedAgent) => string | null;

/** Why nothing can begin with an agent of a project now, in a sentence that says what to do; null: nothing is known against it. */
export function createProgramChecks({ env, slotsOf, nowMs }: AgentPrograms): WhyNoAgent {
  const looks = new Map<string, Look>();
  return (project, { runtime, ...chosen }) => {
    const slots = slotsOf(project);
    if (slots === undefined) return null;
    const agent = slots.agent(chosen);
    if (agent === undefined) return describeUnknownPlugin("agent", chosen.plugin);
    if (runtime !== undefined && slots.runtime(runtime) === undefined) return explainNoRuntime(runtime);
    const { program } = agent;
    if (!program.ok) return program.error.message;
    const { PATH: path = "", HOME: home = "" } = pickUsual(env);
    const last = looks.get(program.value);
    // `ao new` hands over the PATH of its shell and then starts a session: that PATH counts, not the look before it.
    if (last !== undefined && last.path === path && Math.abs(nowMs() - last.atMs) < LOOK_EVERY_MS) return last.why;
    const why = explainMissing(program.value, { path, home });
    looks.set(program.value, { atMs: nowMs(), path, why });
    return why;
  };
}

export function explainNoRuntime(name: string): string {
  const program = findPlugin("runtime", name)?.part.program;
  const plain = pluginsWith("runtime").find(({ part }) => part.program === undefined)?.plugin.name ?? "auto";
  if (program === undefined) return describeUnknownPlugin("runtime", name);
  return `${program.name} is not installed; install it, or set \`runtime: ${plain}\` in agent-orchestrator.yaml`;
}

type Search = { readonly path: string; readonly home: string };

function explainMissing(program: string, { path, home }: Search): string | null {
  if (!program.includes("/")) return findProgram(program, path) === null ? explainNotInstalled(program, path) : null;
  const file = program.startsWith("~/") ? join(home, program.slice(2)) : program;
  // A script of the repository may be on the branch and not in the person's checkout.
  if (!isAbsolute(file) || isProgram(file)) return null;
  return `${file} is not there or cannot be run: put it there, or change \`command\` in agent-orchestrator.yaml`;
}

function explainNotInstalled(program: string, path: string): string {
  const here = knownAgents.filter((agent) => findProgram(agent.program, path) !== null).map(({ name }) => name);
  const others =
    here.length === 0
      ? "none is installed here; `agent: command` runs any program"
      : `installed here: ${here.join(", ")}`;
  return `${program} is not installed; install it, or choose another agent with --agent or \`agent:\` in agent-orchestrator.yaml (${others})`;
}
