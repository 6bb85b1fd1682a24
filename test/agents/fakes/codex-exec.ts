/** A double of `codex exec --json`: the lines that were seen of version 0.166.0, nothing else. */
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { ANSWER_TOKENS, homeOf, keepConversation, print, recallConversation, Worker, type Kept } from "./worker.ts";

const folder = `${homeOf()}/sessions`;
const at = process.argv.indexOf("resume");
const resumed = at === -1 ? null : recallConversation(folder, process.argv[at + 1] ?? "");
const text = readFileSync(0, "utf8");
const before: Kept = resumed ?? { id: randomUUID(), prompts: [], usd: 0, tokens: 0 };

print({ type: "thread.started", thread_id: before.id });
print({ type: "turn.started" });
process.once("SIGINT", () => process.exit(1));
const running = (command: string, id: string) => ({ id, type: "command_execution", command, status: "in_progress" });
const end = await new Worker().follow(text, {
  mayRun: async (command, call) => {
    print({ type: "item.started", item: running(command, call) });
    return true;
  },
  ask: async () => "nobody is asked",
  ran: (command, call, { code, output }) => {
    const how = { aggregated_output: output, exit_code: code, status: code === 0 ? "completed" : "failed" };
    print({ type: "item.completed", item: { ...running(command, call), ...how } });
  },
  say: (_, whole) =>
    whole !== null && print({ type: "item.completed", item: { id: "said", type: "agent_message", text: whole } }),
  retry: (status, attempt) => print({ type: "error", message: `Reconnecting... ${attempt}/5 (HTTP ${status})` }),
});
const tokens = before.tokens + end.answers * ANSWER_TOKENS;
keepConversation(folder, { ...before, prompts: [...before.prompts, text], tokens });
if (end.kind === "limit") {
  const message = "You've hit your usage limit.";
  print({ type: "error", message });
  print({ type: "turn.failed", error: { message } });
  process.exit(1);
}
print({ type: "turn.completed", usage: { input_tokens: tokens, cached_input_tokens: 0, output_tokens: 0 } });
process.exit(0);
