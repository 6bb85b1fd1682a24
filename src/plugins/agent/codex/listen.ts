/**
 * What codex's app-server says. We initialize, start or resume the thread, then start the turn, each when the step before
 * was answered. The turn counts as read when `turn/start` is answered, and is over with `turn/completed`.
 */
import { createEvent, createFrame } from "../shared/dialect.ts";
import type { EndResult, EndedProcess, AgentReport, ListenedTurn, Listener } from "../shared/dialect.ts";
import { computeTokenGrowth, noMemory, type Memory } from "../shared/conversation/memory.ts";
import type { AgentSettings } from "../shared/parse-agent-settings.ts";
import { listAt, getNumberAt, getObjectAt, getTextAt, type Json } from "../shared/parse-json.ts";
import { formatMessageLine, createRpcListener, type RpcMessage } from "../shared/rpc.ts";
import { addTokens, noTokens, subtractCached, type TokenCount } from "../shared/conversation/tokens.ts";
import { CodexApprovals } from "./approvals.ts";
import { reportItemStart, reportItemEnd } from "./items.ts";
import { isLimit } from "./limits.ts";

export function listenToCodex(turn: ListenedTurn, settings: AgentSettings): Listener {
  return createRpcListener(new CodexEars(turn, settings));
}

class CodexEars {
  private readonly approvals: CodexApprovals;
  private readonly heard: ListenedTurn;
  private readonly settings: AgentSettings;
  private thread = "";
  private turn: string | null = null;
  private words = "";
  private hasAnswered = false;
  /** What was counted of the thread before this turn. */
  private before: Memory;
  /** What the thread has used since it began; null: not told yet. */
  private total: TokenCount | null = null;
  private readonly ofSubAgents = new Map<string, TokenCount>();
  private limitEndsMs: number | null = null;

  constructor(heard: ListenedTurn, settings: AgentSettings) {
    this.heard = heard;
    this.settings = settings;
    this.before = heard.memory;
    this.approvals = new CodexApprovals(heard.turn, settings.permissions);
  }

  hear(message: RpcMessage): readonly AgentReport[] {
    this.hasAnswered = true;
    if (message.kind === "answer") return this.onAnswer(message);
    if (message.kind === "asked") return this.approvals.hear(message);
    return this.told[message.method]?.(message.params) ?? [];
  }

  answer(questionId: string, text: string): string | null {
    return this.approvals.answer(questionId, text);
  }

  gone({ result, why }: EndedProcess): readonly AgentReport[] {
    const isOld = !this.hasAnswered && OLD.test(why);
    const end = isOld ? ({ kind: "never_started", why: `${TOO_OLD} (${why})` } as const) : result;
    return [...this.remembered(), createEvent({ kind: "ended", how: end.kind, why }), this.end(end)];
  }

  steer(text: string): string | null {
    const { thread, turn } = this;
    if (turn === null) return null;
    const params = { threadId: thread, expectedTurnId: turn, input: createInput(text) };
    return formatMessageLine({ id: `${this.heard.turn}.steer`, method: "turn/steer", params });
  }

  interrupt(): string | null {
    const { thread: threadId, turn: turnId } = this;
    if (turnId === null) return null;
    return formatMessageLine({
      id: `${this.heard.turn}.interrupt`,
      method: "turn/interrupt",
      params: { threadId, turnId },
    });
  }

  private onAnswer({ id, result, error }: Extract<RpcMessage, { kind: "answer" }>): readonly AgentReport[] {
    if (id === "initialize") return error === null ? this.openThread() : this.failed(error);
    if (id === "resume" && error !== null)
      return [
        createEvent({ kind: "note", text: "The conversation was not found; a new one begins." }),
        ...this.newThread(),
      ];
    if (id === "resume" || id === "thread") return error === null ? this.startTurn(result) : this.failed(error);
    if (id !== "turn") return [];
    if (error !== null) return this.failed(error);
    this.turn = getTextAt(result, "turn", "id");
    return [{ tell: "acknowledged" }];
  }

  private openThread(): readonly AgentReport[] {
    const { conversation } = this.heard.memory;
    const initialized = createFrame("initialized", { method: "initialized" });
    if (conversation === null) return [initialized, ...this.newThread()];
    const params = { threadId: conversation, ...this.manners() };
    return [initialized, createFrame("resume", { id: "resume", method: "thread/resume", params })];
  }

  private newThread(): readonly AgentReport[] {
    this.before = noMemory;
    return [createFrame("thread", { id: "thread", method: "thread/start", params: this.manners() })];
  }

  private manners() {
    const { mode, deny } = this.settings.permissions;
    const approvalPolicy = mode === "auto" && deny.length === 0 ? "never" : "untrusted";
    return { cwd: this.heard.workspacePath, approvalPolicy, sandbox: "danger-full-access" };
  }

  private startTurn(result: Json): readonly AgentReport[] {
    this.thread = getTextAt(result, "thread", "id") ?? "";
    const params = { threadId: this.thread, input: createInput(this.heard.text) };
    return [
      // A new one has used nothing; of one that goes on it is known what was counted.
      { tell: "remember", memory: { ...this.before, conversation: this.thread } },
      createFrame("turn", { id: "turn", method: "turn/start", params }),
    ];
  }

  private readonly told: Readonly<Record<string, (params: Json) => readonly AgentReport[]>> = {
    "item/started": ({ item }) => reportItemStart(getObjectAt(item)),
    "item/completed": ({ item }) => this.onItem(getObjectAt(item)),
    "serverRequest/resolved": (params) => this.approvals.resolved(params["requestId"]),
    "turn/plan/updated": (params) => [createEvent({ kind: "plan", steps: listAt(params, "plan").map(parseStep) })],
    "thread/tokenUsage/updated": (params) =>
      this.onUsage(getTextAt(params, "threadId"), getObjectAt(params, "tokenUsage")),
    "account/rateLimits/updated": ({ rateLimits }) => this.onLimits(getObjectAt(rateLimits)),
    error: (params) => this.onError(params),
    "turn/completed": ({ turn }) => this.onCompleted(getObjectAt(turn)),
  };

  private onItem(item: Json): readonly AgentReport[] {
    if (getTextAt(item, "type") === "agentMessage") this.words = getTextAt(item, "text") ?? "";
    return reportItemEnd(item);
  }

  /** It counts what the whole thread has used. A sub-agent has a thread of its own, which begins in this turn. */
  private onUsage(thread: string | null, usage: Json): readonly AgentReport[] {
    const all = getNumberAt(usage, "total", "totalTokens");
    const total = all === null ? null : subtractCached(all, getNumberAt(usage, "total", "cachedInputTokens") ?? 0);
    if (thread !== null && thread !== this.thread) {
      if (total !== null) this.ofSubAgents.set(thread, total);
      return [];
    }
    this.total = total ?? this.total;
    const contextUsed = getNumberAt(usage, "last", "totalTokens");
    const contextMax = getNumberAt(usage, "modelContextWindow");
    return [createEvent({ kind: "usage", usd: 0, tokens: this.spent().tokens, contextUsed, contextMax })];
  }

  private onLimits(limits: Json): readonly AgentReport[] {
    const used = [getObjectAt(limits, "primary"), getObjectAt(limits, "secondary")]
      .filter((window) => (getNumberAt(window, "usedPercent") ?? 0) >= 100)
      .flatMap((window) => getNumberAt(window, "resetsAt") ?? []);
    this.limitEndsMs = used.length === 0 ? null : Math.max(...used) * 1_000;
    return [];
  }

  private onError(params: Json): readonly AgentReport[] {
    const why = getTextAt(params, "error", "message") ?? "an error";
    if (params["willRetry"] !== true) return [createEvent({ kind: "note", text: why })];
    return [createEvent({ kind: "retry", why, attempt: 1, waitMs: null }), { tell: "progressed", words: why }];
  }

  private onCompleted(turn: Json): readonly AgentReport[] {
    if (this.turn !== null && getTextAt(turn, "id") !== this.turn) return [];
    const result = this.resultOf(turn);
    const why = "why" in result ? result.why : "";
    const limit = createEvent({
      kind: "limit",
      why: getTextAt(turn, "error", "message") ?? "",
      untilWallMs: this.limitEndsMs,
    });
    return [
      ...this.remembered(),
      ...(result.kind === "limit_reached" ? [limit] : []),
      createEvent({ kind: "ended", how: result.kind, why }),
      this.end(result),
    ];
  }

  private resultOf(turn: Json): EndResult {
    const status = getTextAt(turn, "status");
    if (status === "completed") return { kind: "done" };
    if (status === "interrupted") return { kind: "interrupted" };
    const error = getObjectAt(turn, "error");
    const said = `${JSON.stringify(error["codexErrorInfo"] ?? "")} ${getTextAt(error, "message") ?? ""}`;
    if (isLimit(said)) return { kind: "limit_reached", untilWallMs: this.limitEndsMs };
    return { kind: "failed", why: getTextAt(error, "message") ?? "it gave no reason" };
  }

  private failed(error: Json): readonly AgentReport[] {
    const why = getTextAt(error, "message") ?? "it refused without a reason";
    return [createEvent({ kind: "ended", how: "failed", why }), this.end({ kind: "failed", why })];
  }

  private end(result: EndResult): AgentReport {
    return { tell: "ended", result, usage: { usd: 0, ...this.spent() }, words: this.words };
  }

  /** However it ended: what is counted with this turn is not counted with the next. */
  private remembered(): readonly AgentReport[] {
    return this.total === null ? [] : [{ tell: "remember", memory: this.total }];
  }

  private spent(): TokenCount {
    const own = this.total === null ? noTokens : computeTokenGrowth(this.total, this.before);
    return [...this.ofSubAgents.values()].reduce(addTokens, own);
  }
}

/** What versions without an app-server make of the word: another subcommand, or a prompt for their screen. */
const OLD = /unrecognized subcommand|unexpected argument|not a terminal|not a tty/i;
const TOO_OLD =
  "this codex has no app-server; install a newer one (npm install -g @openai/codex), or write `drive: exec`";

const createInput = (text: string) => [{ type: "text", text, text_elements: [] }];

function parseStep(step: Json) {
  const status = getTextAt(step, "status");
  const state = status === "completed" ? "done" : status === "inProgress" ? "doing" : "open";
  return { text: getTextAt(step, "step") ?? "", state } as const;
}
