/**
 * The rules that a project has for its agents (`agentRules`). An agent is told them wherever a conversation begins: with
 * the task, with a session that goes on after a cut, and in a fresh conversation. They are added here and nowhere else.
 */
import type { Message } from "../turn/message.ts";
import type { Rules } from "../model/rules.ts";

type TurnStart = {
  /** 1, 2, … of the session. */
  readonly n: number;
  /** Said in the place of the message, in a conversation of its own. */
  readonly handover?: string;
};

/** A text that quotes the rules, such as the task that a cut turn was about, is left as it is: once is enough. */
export function addAgentRules({ agentRules }: Pick<Rules, "agentRules">, text: string): string {
  return agentRules === null || text.includes(agentRules) ? text : `${text}\n\n${agentRules}`;
}

/** What the agent is told in this turn. */
export function textForTurn(rules: Pick<Rules, "agentRules">, message: Message, turn: TurnStart): string {
  const text = turn.handover ?? message.text;
  return beginsConversation(message, turn) ? addAgentRules(rules, text) : text;
}

function beginsConversation({ cause }: Message, { n, handover }: TurnStart): boolean {
  return cause.kind === "start" || cause.kind === "restore" || n === 1 || handover !== undefined;
}
