/**
 * What Claude Code's stream-JSON says. One message begins the turn and `result` ends it, unless messages that were sent
 * meanwhile still wait (`queued_turn_count`). A message counts as read when it is echoed with our uuid.
 */
import type { Gone, Heard, HeardTurn, Listener } from "../shared/dialect.ts";
import { event } from "../shared/dialect.ts";
import { rememberedWith } from "../shared/memory.ts";
import { parseJson, listAt, numberAt, objectAt, textAt, valueAt, type Json } from "../shared/parse-json.ts";
import type { Permissions } from "../shared/permission.ts";
import { addTokens, countMessageTokens, noTokens, type TokenCount } from "../shared/tokens.ts";
import { uuidOf } from "../shared/uuid.ts";
import { ClaudeQuestions, OWN_QUESTION } from "./questions.ts";
import { endOf, type ContextSeen } from "./result.ts";
import { toolEnded, toolTitle } from "./tools.ts";

export const userMessage = (uuid: string, text: string) => ({
  type: "user",
  uuid,
  message: { role: "user", content: [{ type: "text", text }] },
  parent_tool_use_id: null,
});

export function listenToClaude(turn: HeardTurn, permissions: Permissions): Listener {
  const ears = new ClaudeEars(turn, permissions);
  return {
    hear: (line) => ears.hear(line),
    gone: (how) => ears.gone(how),
    steer: (text) => `${JSON.stringify(userMessage(uuidOf(`${turn.turn}:${text}`), text))}\n`,
    interrupt: () => `${JSON.stringify(interruption(turn.turn))}\n`,
    answer: (questionId, text) => ears.questions.answer(questionId, text),
  };
}

const interruption = (turn: string) => ({
  type: "control_request",
  request_id: `${turn}.interrupt`,
  request: { subtype: "interrupt" },
});

class ClaudeEars {
  readonly questions: ClaudeQuestions;
  private readonly turn: HeardTurn;
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

  constructor(turn: HeardTurn, permissions: Permissions) {
    this.turn = turn;
    this.questions = new ClaudeQuestions(permissions);
  }

  hear(line: string): readonly Heard[] {
    const json = parseJson(line);
    switch (textAt(json, "type") ?? "") {
      case "system":
        return this.onSystem(objectAt(json));
      case "assistant":
        return this.onAssistant(objectAt(json));
      case "user":
        return this.onUser(objectAt(json));
      case "control_request":
        return this.questions.hear(objectAt(json));
      case "control_cancel_request":
        return this.questions.cancelled(textAt(json, "request_id") ?? "");
      case "rate_limit_event":
        return this.onRateLimit(objectAt(json, "rate_limit_info"));
      case "result":
        return this.onResult(objectAt(json));
      default:
        return [];
    }
  }

  gone({ result, why }: Gone): readonly Heard[] {
    // The conversation it was to go on with is not there any more: the message goes into a new one.
    const isLost = /no conversation found/i.test(why);
    const memory: Heard = { tell: "remember", memory: { conversation: null } };
    const end = isLost ? ({ kind: "never_started", why } as const) : result;
    return [
      isLost ? memory : { tell: "remember", memory: rememberedWith(this.turn.memory, this.seen()) },
      event({ kind: "ended", how: end.kind, why }),
      { tell: "ended", result: end, usage: { usd: 0, ...this.seen() }, words: this.words },
    ];
  }

  /** What it told is paid for, however it ended. */
  private seen(): TokenCount {
    return [...this.answers.values()].reduce(addTokens, noTokens);
  }

  private onSystem(json: Json): readonly Heard[] {
    const subtype = textAt(json, "subtype");
    if (subtype === "init") {
      const conversation = textAt(json, "session_id");
      const source = textAt(json, "apiKeySource") ?? "none";
      // `none`: no key, so that it is the login or token that it was launched with.
      const billed = source === "none" ? {} : { billedTo: { to: source, by: "tool" } as const };
      return conversation === null ? [] : [{ tell: "remember", memory: { conversation, ...billed } }];
    }
    if (subtype === "compact_boundary") return [event({ kind: "note", text: "The conversation was compacted." })];
    if (subtype !== "api_retry") return [];
    const status = numberAt(json, "error_status");
    const why = textAt(json, "error") ?? (status === null ? "the provider was not reached" : `HTTP ${status}`);
    this.refused = { ...this.refused, status };
    const attempt = numberAt(json, "attempt") ?? 1;
    return [
      event({ kind: "retry", why, attempt, waitMs: numberAt(json, "retry_delay_ms") }),
      { tell: "progressed", words: `asks the provider again (${why})` },
    ];
  }

  private onAssistant(json: Json): readonly Heard[] {
    // What a helper of the agent says is not what the agent says.
    const isOwn = valueAt(json, "parent_tool_use_id") === null;
    this.measure(objectAt(json, "message"), isOwn);
    return listAt(json, "message", "content").flatMap((block): readonly Heard[] => {
      const text = textAt(block, "text") ?? textAt(block, "thinking") ?? "";
      switch (textAt(block, "type") ?? "") {
        case "text":
          if (isOwn) this.words = text;
          return [event({ kind: "message", text }), { tell: "progressed", words: text }];
        case "thinking":
          return text === "" ? [] : [event({ kind: "thought", text })];
        case "tool_use":
          return this.onTool(block);
        default:
          return [];
      }
    });
  }

  private onTool(block: Json): readonly Heard[] {
    if (textAt(block, "name") !== OWN_QUESTION) return toolBegan(block);
    this.asking.add(textAt(block, "id") ?? "");
    return [];
  }

  private measure(message: Json, isOwn: boolean): void {
    const count = countMessageTokens(objectAt(message, "usage"));
    const used = count.tokens + count.cacheReadTokens;
    if (used === 0) return;
    this.answers.set(textAt(message, "id") ?? "", count);
    if (isOwn) this.context = { used, model: textAt(message, "model") };
  }

  private onUser(json: Json): readonly Heard[] {
    if (valueAt(json, "isReplay") === true) return this.onEcho(json);
    return listAt(json, "message", "content")
      .filter((block) => textAt(block, "type") === "tool_result")
      .flatMap((block) => {
        const call = textAt(block, "tool_use_id") ?? "";
        return [...this.questions.settled(call), ...(this.asking.has(call) ? [] : [event(toolEnded(block, json))])];
      });
  }

  private onEcho(json: Json): readonly Heard[] {
    if (textAt(json, "uuid") === uuidOf(this.turn.message)) return [{ tell: "acknowledged" }];
    const text = listAt(json, "message", "content").map((block) => textAt(block, "text") ?? "");
    return [event({ kind: "told", text: text.join("\n") })];
  }

  private onRateLimit(info: Json): readonly Heard[] {
    if (textAt(info, "status") !== "rejected") return [];
    const resetsAt = numberAt(info, "resetsAt");
    const untilWallMs = resetsAt === null ? null : resetsAt * 1_000;
    this.refused = { status: 429, untilWallMs };
    return [event({ kind: "limit", why: textAt(info, "rateLimitType") ?? "the provider's limit", untilWallMs })];
  }

  private onResult(json: Json): readonly Heard[] {
    if ((numberAt(json, "queued_turn_count") ?? 0) > 0) return [];
    const { words, refused, context } = this;
    return endOf(json, { memory: this.turn.memory, words, seen: this.seen(), refused, context });
  }
}

function toolBegan(block: Json): readonly Heard[] {
  const [call, name] = [textAt(block, "id") ?? "", textAt(block, "name") ?? ""];
  const input = objectAt(block, "input");
  const title = toolTitle(name, input);
  const steps = listAt(input, "todos").map((todo) => ({
    text: textAt(todo, "content") ?? "",
    state: PLAN_STATES[textAt(todo, "status") ?? ""] ?? "open",
  }));
  if (name === "TodoWrite") return [event({ kind: "plan", steps })];
  return [event({ kind: "tool_began", call, name, title }), { tell: "progressed", words: `${name}: ${title}` }];
}

const PLAN_STATES: Readonly<Record<string, "open" | "doing" | "done">> = { in_progress: "doing", completed: "done" };
