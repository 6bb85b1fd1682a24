/** What agents may take of this machine, what they took, and whether there is room for more: one for the whole daemon. */
import { computeCeiling } from "../../config/resolve/agent-ceiling.ts";
import type { HomePaths } from "../../config/home.ts";
import type { AgentLimits, ProjectSettings } from "../../config/resolve/project-settings.ts";
import { formatAgentKind } from "../../domain/schedule/board.ts";
import { sessionId, type ProjectId } from "../../domain/model/ids.ts";
import type { Session } from "../../domain/session/session.ts";
import type { Log } from "../../engine/deps.ts";
import type { Ceiling } from "../../lib/ceiling/ceiling.ts";
import { findCeilings, type FoundCeilings } from "../../lib/ceiling/find-ceilings.ts";
import type { RunLimits } from "../../lib/ceiling/run-limited.ts";
import { readMachineMemory } from "../../lib/machine-memory.ts";
import { formatCeilingPrefix, createTurnLimits, type TurnLimits } from "../../plugins/runtime/shared/turn-limits.ts";
import type { Store } from "../../store/open.ts";
import { openAgentMemory, type AgentMemory } from "./agent-memory.ts";
import type { FleetAgent } from "../fleet.ts";

export type MachineLimits = {
  readonly found: FoundCeilings;
  readonly turns: TurnLimits;
  readonly memory: AgentMemory;
  readonly ceiling: (limits: AgentLimits) => Ceiling;
  /** For set-up commands, checks and whatever else is run and waited for. */
  readonly run: (limits: AgentLimits) => RunLimits;
  /** Removes what no program uses any more. */
  readonly close: () => void;
};

type Parts = { readonly env: NodeJS.ProcessEnv; readonly home: HomePaths; readonly store: Store; readonly log: Log };

/** What a daemon before us left is removed, but for what still runs. */
export async function openMachineLimits({ env, home, store, log }: Parts): Promise<MachineLimits> {
  const found = await findCeilings({ env, mayMove: true });
  const { means } = found;
  const prefix = formatCeilingPrefix(home.path);
  const memory = openAgentMemory(home.agentMemory, log);
  const { totalBytes } = readMachineMemory();
  const ceiling = (limits: AgentLimits): Ceiling => computeCeiling(limits, totalBytes);
  means.sweep(prefix);
  const turns = createTurnLimits({
    ...{ means, prefix },
    onEnd: (id, peakBytes) => {
      const session = store.sessions.get(sessionId(id));
      if (session !== null) memory.record(formatAgentKind(session.project, session.agent.specialist), peakBytes);
    },
  });
  return {
    ...{ found, turns, memory, ceiling },
    run: (limits) => ({ means, prefix, ceiling: ceiling(limits), diskBytes: limits.diskBytes }),
    close: () => means.sweep(prefix),
  };
}

type LimitedProject = { readonly id: ProjectId; readonly settings: Pick<ProjectSettings, "limits" | "specialists"> };

/** The project's own agent and its specialists. */
export const listProjectAgents = ({ id: project, settings }: LimitedProject): readonly FleetAgent[] => [
  { project, specialist: null, limits: settings.limits },
  ...settings.specialists.map(({ id, limits }) => ({ project, specialist: id, limits })),
];

export function chooseLimits(
  { settings }: Pick<LimitedProject, "settings">,
  { agent }: Pick<Session, "agent">,
): AgentLimits {
  return settings.specialists.find(({ id }) => id === agent.specialist)?.limits ?? settings.limits;
}
