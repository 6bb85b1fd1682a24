/** A double of Cursor's agent in print mode, by its documented stream-JSON. */
import { randomUUID } from "node:crypto";
import { ANSWER_TOKENS, homeOf, keepConversation, print, recallConversation, Worker, type Kept } from "./worker.ts";

const at = process.argv.indexOf("--resume");
const resumed = at === -1 ? null : recallConversation(homeOf(), process.argv[at + 1] ?? "");
const text = process.argv.at(-1) ?? "";
const kept: Kept = resumed ?? { id: randomUUID(), prompts: [], usd: 0, tokens: 0 };
keepConversation(homeOf(), { ...kept, prompts: [...kept.prompts, text] });
const say = (message: object): void => print({ ...message, session_id: kept.id });

say({ type: "system", subtype: "init", model: "fake", cwd: process.cwd() });
say({ type: "user", message: { role: "user", content: [{ type: "text", text }] } });
const worker = new Worker();
process.once("SIGINT", () => process.exit(130));
const shell = (command: string, result?: object) => ({
  shellToolCall: { args: { command }, ...(result ? { result } : {}) },
});
const end = await worker.follow(text, {
  mayRun: async (command, call) => {
    say({ type: "tool_call", subtype: "started", call_id: call, tool_call: shell(command) });
    return true;
  },
  ask: async () => "nobody is asked",
  ran: (command, call, { code, output }) => {
    const result = code === 0 ? { success: { stdout: output } } : { error: { output } };
    say({ type: "tool_call", subtype: "completed", call_id: call, tool_call: shell(command, result) });
  },
  say: (piece) => say({ type: "assistant", message: { role: "assistant", content: [{ type: "text", text: piece }] } }),
  retry: () => undefined,
});
const isLimit = end.kind === "limit";
const usage = { inputTokens: end.answers * ANSWER_TOKENS, outputTokens: 0 };
const result = isLimit ? "You hit your usage limit" : end.words;
say({ type: "result", subtype: isLimit ? "error" : "success", is_error: isLimit, result, usage });
process.exit(isLimit ? 1 : 0);
