import type { AgentPlugin } from "../slots/agent.ts";

/** Where an agent begins to work on its task, or begins anew, it is also told the rules of its project. */
const BEGINNINGS: readonly string[] = ["start", "restore"];

export function toldRules(agent: AgentPlugin, rules: string | null): AgentPlugin {
  if (rules === null) return agent;
  return {
    ...agent,
    launch: (request) => {
      const isTold = (BEGINNINGS.includes(request.reason) || request.n === 1) && !request.text.includes(rules);
      return agent.launch(isTold ? { ...request, text: `${request.text}\n\n${rules}` } : request);
    },
  };
}
