/** Where an agent begins to work on its task, or begins anew, it is also told the rules of its project. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { AgentPlugin, TurnRequest } from "../../slots/agent.ts";

const BEGINNINGS: readonly string[] = ["start", "restore"];

export function toldRules(agent: AgentPlugin, rules: string | null): AgentPlugin {
  return {
    ...agent,
    launch: (request) => {
      const missing = isBeginning(request)
        ? rulesFor(agent, rules, request).filter((one) => !request.text.includes(one))
        : [];
      return agent.launch(
        missing.length === 0 ? request : { ...request, text: [request.text, ...missing].join("\n\n") },
      );
    },
  };
}

const isBeginning = ({ reason, n, isFresh = false }: TurnRequest): boolean =>
  BEGINNINGS.includes(reason) || n === 1 || isFresh;

const READ_IT = "The rules of this repository for agents are in AGENTS.md: read it first and keep to it.";

function rulesFor(agent: AgentPlugin, rules: string | null, { workspacePath }: TurnRequest): readonly string[] {
  const isTold = agent.isToldOfAgentsFile === true && existsSync(join(workspacePath, "AGENTS.md"));
  return [...(isTold ? [READ_IT] : []), ...(rules === null ? [] : [rules])];
}
