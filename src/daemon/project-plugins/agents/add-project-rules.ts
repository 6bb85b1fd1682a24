/** An agent whose tool does not read AGENTS.md by itself is told of it where a conversation begins. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { SessionId } from "../../../domain/model/ids.ts";
import type { AgentPlugin, TurnRequest } from "../../../slots/agent.ts";

const BEGINNINGS: readonly string[] = ["start", "restore"];

/** Where the daemon finds a session's workspace; null: it is not there. */
export type FindWorkspace = (session: SessionId) => string | null;

export function tellOfAgentsFile(agent: AgentPlugin, workspaceOf: FindWorkspace): AgentPlugin {
  return {
    ...agent,
    launch: (request) => {
      const isTold = isMissing(agent, request) && hasAgentsFile(workspaceOf(request.session));
      return agent.launch(isTold ? { ...request, text: `${request.text}\n\n${READ_IT}` } : request);
    },
  };
}

const READ_IT = "The rules of this repository for agents are in AGENTS.md: read it first and keep to it.";

/** A text that quotes the one before has it already. */
const isMissing = ({ isToldOfAgentsFile = false }: AgentPlugin, request: TurnRequest): boolean =>
  isToldOfAgentsFile && isBeginning(request) && !request.text.includes(READ_IT);

const isBeginning = ({ reason, n, isFresh = false }: TurnRequest): boolean =>
  BEGINNINGS.includes(reason) || n === 1 || isFresh;

const hasAgentsFile = (workspace: string | null): boolean =>
  workspace !== null && existsSync(join(workspace, "AGENTS.md"));
