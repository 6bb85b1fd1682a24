/**
 * What Claude Code's stream-JSON says. One message begins the turn and `result` ends it, unless messages that were sent
 * meanwhile still wait (`queued_turn_count`). A message counts as read when it is echoed with our uuid.
 */
import type { EndedProcess, AgentReport, ListenedTurn, Listener } from "../shared/dialect.ts";
import { createEvent } from "../shared/dialect.ts";
import { rememberUsage } from "../shared/conversation/memory.ts";
import {
  parseJsonLine,
  listAt,
  getNumberAt,
  getObjectAt,
  getTextAt,
  getValueAt,
  type Json,
} from "../shared/parse-json.ts";
import type { Permissions } from "../shared/permission.ts";
import { addTokens, countMessageTokens, noTokens, type TokenCount } from "../shared/conversation/tokens.ts";
import { deriveTurnUuid } from "../shared/conversation/uuid.ts";
import { ClaudeQuestions, OWN_QUESTION } from "./questions.ts";
import { reportEnd, type ContextSeen } from "./result.ts";
import { reportToolEnd, formatToolTitle } from "./tools.ts";

export const createUserMessage = (uuid: string, text: string) => ({
  type: "user",
  uuid,
  message: { role: "user", content: [{ type: "text", text }] },
  parent_tool_use_id: null,
});

export function listenToClaude(turn: ListenedTurn, permissions: Permissions): Listener {
  const ears = new ClaudeEars(turn, permissions);
  return {
    hear: (line) => ears.hear(line),
    gone: (how) => ears.gone(how),
    steer: (text) => `${JSON.stringify(createUserMessage(deriveTurnUuid(`${turn.turn}:${text}`), text))}\n`,
    interrupt: () => `${JSON.stringify(createInterruption(turn.turn))}\n`,
    answer: (questionId, text) => ears.questions.answer(questionId, text),
  };
}

const createInterruption = (turn: string) => ({
  type: "control_request",
  request_id: `${turn}.interrupt`,
  request: { subtype: "interrupt" },
});

class ClaudeEars {
  readonly questions: ClaudeQuestions;
  private readonly turn: ListenedTurn;
  private words = "";
  /** Calls by which it asks a question of its own. */
  private readonly asking = new Set<string>();
  /** What each answer of the model has used, by its id: one answer may be told in several lines. */
  private readonly answers = new Map<string, TokenCount>();
  private context: ContextSeen = { used: null, model: null };
  /** The last thing the provider refused, as an HTTP status, and until when. */
  private refused: { readonly status: number | null; readonly untilWallMs: number | null } = {
    status: null,
    untilWallMs: null,
  };

  constructor(turn: ListenedTurn, permissions: Permissions) {
    this.turn = turn;
    this.questions = new ClaudeQuestions(permissions);
  }

  hear(line: string): readonly AgentReport[] {
    const json = parseJsonLine(line);
    switch (getTextAt(json, "type") ?? "") {
      case "system":
        return this.onSystem(getObjectAt(json));
      case "assistant":
        return this.onAssistant(getObjectAt(json));
      case "user":
        return this.onUser(getObjectAt(json));
      case "control_request":
        return this.questions.hear(getObjectAt(json));
      case "control_cancel_request":
        return this.questions.cancelled(getTextAt(json, "request_id") ?? "");
      case "rate_limit_event":
        return this.onRateLimit(getObjectAt(json, "rate_limit_info"));
      case "result":
        return this.onResult(getObjectAt(json));
      default:
        return [];
    }
  }

  gone({ result, why }: EndedProcess): readonly AgentReport[] {
    // The conversation it was to go on with is not there any more: the message goes into a new one.
    const isLost = /no conversation found/i.test(why);
    const memory: AgentReport = { tell: "remember", memory: { conversation: null } };
    const end = isLost ? ({ kind: "never_started", why } as const) : result;
    return [
      isLost ? memory : { tell: "remember", memory: rememberUsage(this.turn.memory, this.seen()) },
      createEvent({ kind: "ended", how: end.kind, why }),
      { tell: "ended", result: end, usage: { usd: 0, ...this.seen() }, words: this.words },
    ];
  }

  /** What it told is paid for, however it ended. */
  private seen(): TokenCount {
    return [...this.answers.values()].reduce(addTokens, noTokens);
  }

  private onSystem(json: Json): readonly AgentReport[] {
    const subtype = getTextAt(json, "subtype");
    if (subtype === "init") {
      const conversation = getTextAt(json, "session_id");
      const source = getTextAt(json, "apiKeySource") ?? "none";
      // `none`: no key, so that it is the login or token that it was launched with.
      const billed = source === "none" ? {} : { billedTo: { to: source, by: "tool" } as const };
      return conversation === null ? [] : [{ tell: "remember", memory: { conversation, ...billed } }];
    }
    if (subtype === "compact_boundary") return [createEvent({ kind: "note", text: "The conversation was compacted." })];
    if (subtype !== "api_retry") return [];
    const status = getNumberAt(json, "error_status");
    const why = getTextAt(json, "error") ?? (status === null ? "the provider was not reached" : `HTTP ${status}`);
    this.refused = { ...this.refused, status };
    const attempt = getNumberAt(json, "attempt") ?? 1;
    return [
      createEvent({ kind: "retry", why, attempt, waitMs: getNumberAt(json, "retry_delay_ms") }),
      { tell: "progressed", words: `asks the provider again (${why})` },
    ];
  }

  private onAssistant(json: Json): readonly AgentReport[] {
    // What a helper of the agent says is not what the agent says.
    const isOwn = getValueAt(json, "parent_tool_use_id") === null;
    this.measure(getObjectAt(json, "message"), isOwn);
    return listAt(json, "message", "content").flatMap((block): readonly AgentReport[] => {
      const text = getTextAt(block, "text") ?? getTextAt(block, "thinking") ?? "";
      switch (getTextAt(block, "type") ?? "") {
        case "text":
          if (isOwn) this.words = text;
          return [createEvent({ kind: "message", text }), { tell: "progressed", words: text }];
        case "thinking":
          return text === "" ? [] : [createEvent({ kind: "thought", text })];
        case "tool_use":
          return this.onTool(block);
        default:
          return [];
      }
    });
  }

  private onTool(block: Json): readonly AgentReport[] {
    if (getTextAt(block, "name") !== OWN_QUESTION) return reportToolStart(block);
    this.asking.add(getTextAt(block, "id") ?? "");
    return [];
  }

  private measure(message: Json, isOwn: boolean): void {
    const count = countMessageTokens(getObjectAt(message, "usage"));
    const used = count.tokens + count.cacheReadTokens;
    if (used === 0) return;
    this.answers.set(getTextAt(message, "id") ?? "", count);
    if (isOwn) this.context = { used, model: getTextAt(message, "model") };
  }

  private onUser(json: Json): readonly AgentReport[] {
    if (getValueAt(json, "isReplay") === true) return this.onEcho(json);
    return listAt(json, "message", "content")
      .filter((block) => getTextAt(block, "type") === "tool_result")
      .flatMap((block) => {
        const call = getTextAt(block, "tool_use_id") ?? "";
        return [
          ...this.questions.settled(call),
          ...(this.asking.has(call) ? [] : [createEvent(reportToolEnd(block, json))]),
        ];
      });
  }

  private onEcho(json: Json): readonly AgentReport[] {
    if (getTextAt(json, "uuid") === deriveTurnUuid(this.turn.message)) return [{ tell: "acknowledged" }];
    const text = listAt(json, "message", "content").map((block) => getTextAt(block, "text") ?? "");
    return [createEvent({ kind: "told", text: text.join("\n") })];
  }

  private onRateLimit(info: Json): readonly AgentReport[] {
    if (getTextAt(info, "status") !== "rejected") return [];
    const resetsAt = getNumberAt(info, "resetsAt");
    const untilWallMs = resetsAt === null ? null : resetsAt * 1_000;
    this.refused = { status: 429, untilWallMs };
    return [
      createEvent({ kind: "limit", why: getTextAt(info, "rateLimitType") ?? "the provider's limit", untilWallMs }),
    ];
  }

  private onResult(json: Json): readonly AgentReport[] {
    if ((getNumberAt(json, "queued_turn_count") ?? 0) > 0) return [];
    const { words, refused, context } = this;
    return reportEnd(json, { memory: this.turn.memory, words, seen: this.seen(), refused, context });
  }
}

function reportToolStart(block: Json): readonly AgentReport[] {
  const [call, name] = [getTextAt(block, "id") ?? "", getTextAt(block, "name") ?? ""];
  const input = getObjectAt(block, "input");
  const title = formatToolTitle(name, input);
  const steps = listAt(input, "todos").map((todo) => ({
    text: getTextAt(todo, "content") ?? "",
    state: PLAN_STATES[getTextAt(todo, "status") ?? ""] ?? "open",
  }));
  if (name === "TodoWrite") return [createEvent({ kind: "plan", steps })];
  return [createEvent({ kind: "tool_began", call, name, title }), { tell: "progressed", words: `${name}: ${title}` }];
}

const PLAN_STATES: Readonly<Record<string, "open" | "doing" | "done">> = { in_progress: "doing", completed: "done" };
