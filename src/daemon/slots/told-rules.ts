/** An agent whose tool does not read AGENTS.md by itself is told of it where a conversation begins. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentPlugin, TurnRequest } from "../../slots/agent.ts";

const BEGINNINGS: readonly string[] = ["start", "restore"];

export function tellOfAgentsFile(agent: AgentPlugin): AgentPlugin {
  return {
    ...agent,
    launch: (request) =>
      agent.launch(isMissing(agent, request) ? { ...request, text: `${request.text}\n\n${READ_IT}` } : request),
  };
}

const READ_IT = "The rules of this repository for agents are in AGENTS.md: read it first and keep to it.";

/** A text that quotes the one before has it already. */
const isMissing = ({ isToldOfAgentsFile = false }: AgentPlugin, request: TurnRequest): boolean =>
  isToldOfAgentsFile &&
  isBeginning(request) &&
  !request.text.includes(READ_IT) &&
  existsSync(join(request.workspacePath, "AGENTS.md"));

const isBeginning = ({ reason, n, isFresh = false }: TurnRequest): boolean =>
  BEGINNINGS.includes(reason) || n === 1 || isFresh;
