/** A double of an ACP agent: what was seen of goose, copilot and others in version 1 of the protocol, nothing else. */
import { randomUUID } from "node:crypto";
import { ANSWER_TOKENS, keepConversation, onMessages, orDie, print, recallConversation } from "./worker.ts";
import { Worker, type Kept, type Outcome } from "./worker.ts";

type Message = Record<string, unknown>;

const folder = process.env["FAKE_HOME"] ?? `${process.env["HOME"] ?? "/tmp"}/.local/share/goose`;
let kept: Kept = { id: randomUUID(), prompts: [], usd: 0, tokens: 0 };
let worker: Worker | null = null;
let asked = 0;
const waiting = new Map<unknown, (result: Message) => void>();
const say = (message: object): void => print({ jsonrpc: "2.0", ...message });

await onMessages((message) => {
  const { id, method } = message;
  const params = (message["params"] ?? {}) as Message;
  if (method === undefined) waiting.get(id)?.(message["result"] as Message);
  if (method === "initialize") say({ id, result: { protocolVersion: 1, agentCapabilities: { loadSession: true } } });
  if (method === "session/new") say({ id, result: { sessionId: kept.id } });
  if (method === "session/load") load(id, params);
  if (method === "session/prompt") orDie(work(id, params));
  if (method === "session/cancel") worker?.interrupt();
});
process.exit(0);

function load(id: unknown, params: Message): void {
  const found = recallConversation(folder, String(params["sessionId"]));
  if (found === null) return say({ id, error: { code: -32602, message: "no such session" } });
  kept = found;
  for (const text of kept.prompts) update("user_message_chunk", { content: { type: "text", text } });
  update("agent_message_chunk", { content: { type: "text", text: "what was said before" } });
  say({ id, result: {} });
}

function update(sessionUpdate: string, more: object): void {
  say({ method: "session/update", params: { sessionId: kept.id, update: { sessionUpdate, ...more } } });
}

function ask(toolCall: object): Promise<Message> {
  const id = asked;
  asked += 1;
  const options = [
    { optionId: "allow", kind: "allow_once", name: "Allow" },
    { optionId: "reject", kind: "reject_once", name: "Reject" },
  ];
  say({ id, method: "session/request_permission", params: { sessionId: kept.id, toolCall, options } });
  return new Promise((resolve) => waiting.set(id, resolve));
}

async function work(id: unknown, params: Message): Promise<void> {
  const text = String((params["prompt"] as readonly Message[])[0]?.["text"]);
  kept = { ...kept, prompts: [...kept.prompts, text] };
  keepConversation(folder, kept);
  update("available_commands_update", { availableCommands: [] });
  worker = new Worker();
  const end = await worker.follow(text, {
    mayRun: async (command, toolCallId) => {
      const call = { toolCallId, kind: "execute", status: "pending", title: "a command", rawInput: { command } };
      update("tool_call", call);
      const { outcome } = await ask(call);
      return (outcome as Message)["optionId"] === "allow";
    },
    ask: async () => "nobody is asked in this protocol",
    ran: (_, toolCallId, { code, output }) => {
      const content = [{ type: "content", content: { type: "text", text: output } }];
      update("tool_call_update", { toolCallId, status: code === 0 ? "completed" : "failed", content });
    },
    say: (piece) => update("agent_message_chunk", { content: { type: "text", text: piece } }),
    retry: () => undefined,
  });
  finish(id, end);
}

function finish(id: unknown, end: Outcome): void {
  const totalTokens = end.answers * ANSWER_TOKENS;
  update("usage_update", { used: ANSWER_TOKENS, size: 200_000 });
  if (end.kind === "limit")
    return say({ id, error: { code: -32603, message: "Internal error", data: "429 rate limit" } });
  const stopReason = end.kind === "done" ? "end_turn" : "cancelled";
  say({ id, result: { stopReason, usage: { totalTokens } } });
}
