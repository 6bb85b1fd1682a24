/** A double of Claude Code: the flags and lines that were seen of version 2.1.325 in stream-JSON, nothing else. */
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { homeOf, keepConversation, onMessages, orDie, print, recallConversation, Worker } from "./worker.ts";
import { ANSWER_TOKENS, ANSWER_USD, type Kept, type Outcome } from "./worker.ts";

type Message = Record<string, unknown>;

// Without a message it shows its own screen.
if (!process.argv.includes("-p")) await import("./own-screen.ts");

const flag = (name: string): string | null => {
  const at = process.argv.indexOf(name);
  return at === -1 ? null : (process.argv[at + 1] ?? null);
};

const folder = `${process.env["CLAUDE_CONFIG_DIR"] ?? homeOf()}/projects`;
const resumed = flag("--resume");
const found = resumed === null ? null : recallConversation(folder, resumed);
if (resumed !== null && found === null) {
  process.stderr.write(`No conversation found with session ID: ${resumed}\n`);
  process.exit(1);
}
let kept: Kept = found ?? { id: flag("--session-id") ?? randomUUID(), prompts: [], usd: 0, tokens: 0 };
const about = () => ({ session_id: kept.id, uuid: randomUUID(), parent_tool_use_id: null });
const waiting = new Map<string, (response: Message) => void>();
let worker: Worker | null = null;

await onMessages((message) => {
  if (message["type"] === "control_request") onControl(message);
  if (message["type"] === "control_response") onAnswer(message["response"] as Message);
  if (message["type"] === "user") orDie(work(message));
});
process.exit(0);

function onControl(message: Message): void {
  const { subtype } = message["request"] as Message;
  if (subtype === "interrupt") worker?.interrupt();
  print({
    type: "control_response",
    response: { subtype: "success", request_id: message["request_id"], response: {} },
  });
}

function onAnswer(response: Message): void {
  const id = String(response["request_id"]);
  waiting.get(id)?.(response["response"] as Message);
  waiting.delete(id);
}

function request(tool: string, call: string, input: object): Promise<Message> {
  const id = randomUUID();
  print({
    type: "control_request",
    request_id: id,
    request: { subtype: "can_use_tool", tool_name: tool, input, tool_use_id: call },
  });
  return new Promise((resolve) => waiting.set(id, resolve));
}

function assistant(block: object): void {
  const usage = { input_tokens: ANSWER_TOKENS, output_tokens: 0 };
  print({ type: "assistant", message: { model: "fake", role: "assistant", content: [block], usage }, ...about() });
}

function result(call: string, content: string, isError: boolean): void {
  const block = { type: "tool_result", tool_use_id: call, content, is_error: isError };
  print({ type: "user", message: { role: "user", content: [block] }, ...about() });
}

async function work(message: Message): Promise<void> {
  const text = String(((message["message"] as Message)["content"] as readonly Message[])[0]?.["text"]);
  kept = { ...kept, prompts: [...kept.prompts, text] };
  keepConversation(folder, kept);
  print({ type: "system", subtype: "init", cwd: process.cwd(), model: "fake", ...about() });
  print({ ...message, ...about(), uuid: message["uuid"], isReplay: true });
  worker = new Worker();
  const end = await worker.follow(withMemory(text), {
    mayRun: async (command, call) => {
      assistant({ type: "tool_use", id: call, name: "Bash", input: { command } });
      return (await request("Bash", call, { command }))["behavior"] === "allow";
    },
    ask: async (question, call) => {
      const input = { questions: [{ question, options: [{ label: "red" }, { label: "blue" }] }] };
      assistant({ type: "tool_use", id: call, name: "AskUserQuestion", input });
      const answer = JSON.stringify((await request("AskUserQuestion", call, input))["updatedInput"]);
      result(call, answer, false);
      return answer;
    },
    ran: (_, call, { code, output }) => result(call, output, code !== 0),
    say: (_, whole) => whole !== null && assistant({ type: "text", text: whole }),
    retry: (status, attempt) =>
      print({ type: "system", subtype: "api_retry", attempt, max_retries: 10, error_status: status, ...about() }),
  });
  finish(end);
}

/** As the real one it knows the project's `CLAUDE.md`: below a heading with words of the task stands what to do then. */
function withMemory(text: string): string {
  const memory = existsSync("CLAUDE.md") ? readFileSync("CLAUDE.md", "utf8") : "";
  const sections = memory.split(/^# /m).map((section) => section.split("\n"));
  const [, ...known] = sections.find(([words = ""]) => words !== "" && text.includes(words)) ?? [];
  return known.length === 0 ? text : `${text}\n${known.join("\n")}`;
}

function finish(end: Outcome): void {
  const tokens = end.answers * ANSWER_TOKENS;
  kept = { ...kept, usd: kept.usd + end.answers * ANSWER_USD, tokens: kept.tokens + tokens };
  keepConversation(folder, kept);
  if (end.kind === "limit") {
    const info = { status: "rejected", resetsAt: end.untilSeconds, rateLimitType: "five_hour" };
    print({ type: "rate_limit_event", rate_limit_info: info, ...about() });
  }
  print({
    ...{ total_cost_usd: kept.usd, usage: { input_tokens: tokens, output_tokens: 0 } },
    modelUsage: { fake: { contextWindow: 200_000 }, helper: { contextWindow: 1_000_000 } },
    ...{ is_error: end.kind !== "done", subtype: end.kind === "interrupted" ? "error_during_execution" : "success" },
    ...{ terminal_reason: end.kind === "interrupted" ? "aborted_streaming" : "completed", queued_turn_count: 0 },
    ...{ result: end.kind === "limit" ? "You've hit your limit" : end.words, type: "result", session_id: kept.id },
  });
}
