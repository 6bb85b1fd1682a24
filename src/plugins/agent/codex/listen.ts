/**
 * What codex's app-server says. We initialize, start or resume the thread, then start the turn, each when the step before
 * was answered. The turn counts as read when `turn/start` is answered, and is over with `turn/completed`.
 */
import { event, frame } from "../shared/dialect.ts";
import type { EndResult, Gone, Heard, HeardTurn, Listener } from "../shared/dialect.ts";
import { grownTokens, noMemory, type Memory } from "../shared/memory.ts";
import type { AgentSettings } from "../shared/parse-agent-settings.ts";
import { listAt, numberAt, objectAt, textAt, type Json } from "../shared/parse-json.ts";
import { lineOf, rpcListener, type RpcMessage } from "../shared/rpc.ts";
import { addTokens, noTokens, withoutCached, type TokenCount } from "../shared/tokens.ts";
import { CodexApprovals } from "./approvals.ts";
import { itemBegan, itemEnded } from "./items.ts";
import { isLimit } from "./limits.ts";

export function listenToCodex(turn: HeardTurn, settings: AgentSettings): Listener {
  return rpcListener(new CodexEars(turn, settings));
}

class CodexEars {
  private readonly approvals: CodexApprovals;
  private readonly heard: HeardTurn;
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

  constructor(heard: HeardTurn, settings: AgentSettings) {
    this.heard = heard;
    this.settings = settings;
    this.before = heard.memory;
    this.approvals = new CodexApprovals(heard.turn, settings.permissions);
  }

  hear(message: RpcMessage): readonly Heard[] {
    this.hasAnswered = true;
    if (message.kind === "answer") return this.onAnswer(message);
    if (message.kind === "asked") return this.approvals.hear(message);
    return this.told[message.method]?.(message.params) ?? [];
  }

  answer(questionId: string, text: string): string | null {
    return this.approvals.answer(questionId, text);
  }

  gone({ result, why }: Gone): readonly Heard[] {
    const isOld = !this.hasAnswered && OLD.test(why);
    const end = isOld ? ({ kind: "never_started", why: `${TOO_OLD} (${why})` } as const) : result;
    return [...this.remembered(), event({ kind: "ended", how: end.kind, why }), this.end(end)];
  }

  steer(text: string): string | null {
    const { thread, turn } = this;
    if (turn === null) return null;
    const params = { threadId: thread, expectedTurnId: turn, input: input(text) };
    return lineOf({ id: `${this.heard.turn}.steer`, method: "turn/steer", params });
  }

  interrupt(): string | null {
    const { thread: threadId, turn: turnId } = this;
    if (turnId === null) return null;
    return lineOf({ id: `${this.heard.turn}.interrupt`, method: "turn/interrupt", params: { threadId, turnId } });
  }

  private onAnswer({ id, result, error }: Extract<RpcMessage, { kind: "answer" }>): readonly Heard[] {
    if (id === "initialize") return error === null ? this.openThread() : this.failed(error);
    if (id === "resume" && error !== null)
      return [event({ kind: "note", text: "The conversation was not found; a new one begins." }), ...this.newThread()];
    if (id === "resume" || id === "thread") return error === null ? this.startTurn(result) : this.failed(error);
    if (id !== "turn") return [];
    if (error !== null) return this.failed(error);
    this.turn = textAt(result, "turn", "id");
    return [{ tell: "acknowledged" }];
  }

  private openThread(): readonly Heard[] {
    const { conversation } = this.heard.memory;
    const initialized = frame("initialized", { method: "initialized" });
    if (conversation === null) return [initialized, ...this.newThread()];
    const params = { threadId: conversation, ...this.manners() };
    return [initialized, frame("resume", { id: "resume", method: "thread/resume", params })];
  }

  private newThread(): readonly Heard[] {
    this.before = noMemory;
    return [frame("thread", { id: "thread", method: "thread/start", params: this.manners() })];
  }

  private manners() {
    const { mode, deny } = this.settings.permissions;
    const approvalPolicy = mode === "auto" && deny.length === 0 ? "never" : "untrusted";
    return { cwd: this.heard.workspacePath, approvalPolicy, sandbox: "danger-full-access" };
  }

  private startTurn(result: Json): readonly Heard[] {
    this.thread = textAt(result, "thread", "id") ?? "";
    const params = { threadId: this.thread, input: input(this.heard.text) };
    return [
      // A new one has used nothing; of one that goes on it is known what was counted.
      { tell: "remember", memory: { ...this.before, conversation: this.thread } },
      frame("turn", { id: "turn", method: "turn/start", params }),
    ];
  }

  private readonly told: Readonly<Record<string, (params: Json) => readonly Heard[]>> = {
    "item/started": ({ item }) => itemBegan(objectAt(item)),
    "item/completed": ({ item }) => this.onItem(objectAt(item)),
    "serverRequest/resolved": (params) => this.approvals.resolved(params["requestId"]),
    "turn/plan/updated": (params) => [event({ kind: "plan", steps: listAt(params, "plan").map(stepOf) })],
    "thread/tokenUsage/updated": (params) => this.onUsage(textAt(params, "threadId"), objectAt(params, "tokenUsage")),
    "account/rateLimits/updated": ({ rateLimits }) => this.onLimits(objectAt(rateLimits)),
    error: (params) => this.onError(params),
    "turn/completed": ({ turn }) => this.onCompleted(objectAt(turn)),
  };

  private onItem(item: Json): readonly Heard[] {
    if (textAt(item, "type") === "agentMessage") this.words = textAt(item, "text") ?? "";
    return itemEnded(item);
  }

  /** It counts what the whole thread has used. A sub-agent has a thread of its own, which begins in this turn. */
  private onUsage(thread: string | null, usage: Json): readonly Heard[] {
    const all = numberAt(usage, "total", "totalTokens");
    const total = all === null ? null : withoutCached(all, numberAt(usage, "total", "cachedInputTokens") ?? 0);
    if (thread !== null && thread !== this.thread) {
      if (total !== null) this.ofSubAgents.set(thread, total);
      return [];
    }
    this.total = total ?? this.total;
    const contextUsed = numberAt(usage, "last", "totalTokens");
    const contextMax = numberAt(usage, "modelContextWindow");
    return [event({ kind: "usage", usd: 0, tokens: this.spent().tokens, contextUsed, contextMax })];
  }

  private onLimits(limits: Json): readonly Heard[] {
    const used = [objectAt(limits, "primary"), objectAt(limits, "secondary")]
      .filter((window) => (numberAt(window, "usedPercent") ?? 0) >= 100)
      .flatMap((window) => numberAt(window, "resetsAt") ?? []);
    this.limitEndsMs = used.length === 0 ? null : Math.max(...used) * 1_000;
    return [];
  }

  private onError(params: Json): readonly Heard[] {
    const why = textAt(params, "error", "message") ?? "an error";
    if (params["willRetry"] !== true) return [event({ kind: "note", text: why })];
    return [event({ kind: "retry", why, attempt: 1, waitMs: null }), { tell: "progressed", words: why }];
  }

  private onCompleted(turn: Json): readonly Heard[] {
    if (this.turn !== null && textAt(turn, "id") !== this.turn) return [];
    const result = this.resultOf(turn);
    const why = "why" in result ? result.why : "";
    const limit = event({ kind: "limit", why: textAt(turn, "error", "message") ?? "", untilWallMs: this.limitEndsMs });
    return [
      ...this.remembered(),
      ...(result.kind === "limit_reached" ? [limit] : []),
      event({ kind: "ended", how: result.kind, why }),
      this.end(result),
    ];
  }

  private resultOf(turn: Json): EndResult {
    const status = textAt(turn, "status");
    if (status === "completed") return { kind: "done" };
    if (status === "interrupted") return { kind: "interrupted" };
    const error = objectAt(turn, "error");
    const said = `${JSON.stringify(error["codexErrorInfo"] ?? "")} ${textAt(error, "message") ?? ""}`;
    if (isLimit(said)) return { kind: "limit_reached", untilWallMs: this.limitEndsMs };
    return { kind: "failed", why: textAt(error, "message") ?? "it gave no reason" };
  }

  private failed(error: Json): readonly Heard[] {
    const why = textAt(error, "message") ?? "it refused without a reason";
    return [event({ kind: "ended", how: "failed", why }), this.end({ kind: "failed", why })];
  }

  private end(result: EndResult): Heard {
    return { tell: "ended", result, usage: { usd: 0, ...this.spent() }, words: this.words };
  }

  /** However it ended: what is counted with this turn is not counted with the next. */
  private remembered(): readonly Heard[] {
    return this.total === null ? [] : [{ tell: "remember", memory: this.total }];
  }

  private spent(): TokenCount {
    const own = this.total === null ? noTokens : grownTokens(this.total, this.before);
    return [...this.ofSubAgents.values()].reduce(addTokens, own);
  }
}

/** What versions without an app-server make of the word: another subcommand, or a prompt for their screen. */
const OLD = /unrecognized subcommand|unexpected argument|not a terminal|not a tty/i;
const TOO_OLD =
  "this codex has no app-server; install a newer one (npm install -g @openai/codex), or write `drive: exec`";

const input = (text: string) => [{ type: "text", text, text_elements: [] }];

function stepOf(step: Json) {
  const status = textAt(step, "status");
  const state = status === "completed" ? "done" : status === "inProgress" ? "doing" : "open";
  return { text: textAt(step, "step") ?? "", state } as const;
}
