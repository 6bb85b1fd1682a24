/** A double of codex's app-server: the requests and notifications that were seen of version 0.166.0, nothing else. */
import { randomUUID } from "node:crypto";
import { ANSWER_TOKENS, homeOf, keepConversation, onMessages, orDie, print, recallConversation } from "./worker.ts";
import { Worker, type Kept, type Outcome } from "./worker.ts";

type Message = Record<string, unknown>;

const folder = `${homeOf()}/sessions`;
let kept: Kept = { id: randomUUID(), prompts: [], usd: 0, tokens: 0 };
let policy = "never";
let worker: Worker | null = null;
let asked = 0;
const turn = { id: randomUUID() };
const waiting = new Map<unknown, (result: Message) => void>();

await onMessages((message) => {
  const { id, method } = message;
  const params = (message["params"] ?? {}) as Message;
  if (method === undefined) return answered(id, message["result"] as Message);
  if (method === "initialize") print({ id, result: { userAgent: "fake" } });
  if (method === "thread/start") opened(id, params);
  if (method === "thread/resume") resume(id, params);
  if (method === "turn/start") orDie(work(id, params));
  if (method === "turn/interrupt") {
    worker?.interrupt();
    print({ id, result: {} });
  }
});
process.exit(0);

function opened(id: unknown, params: Message): void {
  policy = String(params["approvalPolicy"]);
  print({ id, result: { thread: { id: kept.id, status: { type: "idle" } } } });
}

function resume(id: unknown, params: Message): void {
  const found = recallConversation(folder, String(params["threadId"]));
  if (found === null) return print({ id, error: { code: -32600, message: "no rollout found" } });
  kept = found;
  opened(id, params);
}

function answered(id: unknown, result: Message): void {
  waiting.get(id)?.(result);
  waiting.delete(id);
  print({ method: "serverRequest/resolved", params: { threadId: kept.id, requestId: id } });
}

function ask(method: string, params: object): Promise<Message> {
  const id = asked;
  asked += 1;
  print({ method, id, params: { threadId: kept.id, turnId: turn.id, ...params } });
  return new Promise((resolve) => waiting.set(id, resolve));
}

function tell(method: string, params: object): void {
  print({ method, params: { threadId: kept.id, turnId: turn.id, ...params } });
}

async function work(id: unknown, params: Message): Promise<void> {
  const text = String((params["input"] as readonly Message[])[0]?.["text"]);
  kept = { ...kept, prompts: [...kept.prompts, text] };
  keepConversation(folder, kept);
  print({ id, result: { turn: { id: turn.id, status: "inProgress" } } });
  tell("turn/started", { turn });
  worker = new Worker();
  const running = (command: string, call: string) => ({
    type: "commandExecution",
    id: call,
    command,
    status: "inProgress",
  });
  const end = await worker.follow(text, {
    mayRun: async (command, call) => {
      tell("item/started", { item: running(command, call) });
      if (policy === "never") return true;
      const answer = await ask("item/commandExecution/requestApproval", { itemId: call, command });
      return String(answer["decision"]).startsWith("accept");
    },
    ask: async (question) => {
      const options = [{ label: "red" }, { label: "blue" }];
      const answer = await ask("item/tool/requestUserInput", { questions: [{ id: "q", question, options }] });
      tell("item/completed", { item: { type: "agentMessage", id: "heard", text: JSON.stringify(answer) } });
      return JSON.stringify(answer);
    },
    ran: (command, call, { code, output }) => {
      const how = { status: code === 0 ? "completed" : "failed", aggregatedOutput: output, exitCode: code };
      tell("item/completed", { item: { ...running(command, call), ...how } });
    },
    say: (_, whole) =>
      whole !== null && tell("item/completed", { item: { type: "agentMessage", id: "said", text: whole } }),
    retry: (status) => tell("error", { error: { message: `HTTP ${status}` }, willRetry: true }),
  });
  finish(end);
}

function finish(end: Outcome): void {
  const tokens = kept.tokens + end.answers * ANSWER_TOKENS;
  kept = { ...kept, tokens };
  keepConversation(folder, kept);
  const usage = { total: { totalTokens: tokens }, last: { totalTokens: ANSWER_TOKENS }, modelContextWindow: 258_400 };
  tell("thread/tokenUsage/updated", { tokenUsage: usage });
  if (end.kind === "limit") {
    const primary = { usedPercent: 100, resetsAt: end.untilSeconds };
    tell("account/rateLimits/updated", { rateLimits: { primary, secondary: null } });
  }
  const error = { message: "You’ve hit your usage limit.", codexErrorInfo: "usageLimitExceeded" };
  const status = { done: "completed", interrupted: "interrupted", limit: "failed" }[end.kind];
  tell("turn/completed", { turn: { ...turn, status, error: end.kind === "limit" ? error : null } });
}
