/** What Cursor's agent prints: one JSON object a line, in the order of what it does, `result` last. */
import { createEvent, createOneWayListener } from "../shared/dialect.ts";
import type { EndResult, EndedProcess, AgentReport, ListenedTurn, Listener } from "../shared/dialect.ts";
import { listAt, getObjectAt, parseJsonLine, getTextAt, getValueAt, type Json } from "../shared/parse-json.ts";
import { countTokens, type TokenCount } from "../shared/conversation/tokens.ts";

export function listenToCursor(_turn: ListenedTurn): Listener {
  return createOneWayListener(new CursorEars());
}

class CursorEars {
  private words = "";
  private isRead = false;

  hear(line: string): readonly AgentReport[] {
    const json = getObjectAt(parseJsonLine(line));
    switch (getTextAt(json, "type") ?? "") {
      case "system":
        return reportSession(json);
      case "user":
        return this.read();
      case "assistant":
        return [...this.read(), ...this.said(json)];
      case "tool_call":
        return [...this.read(), ...reportToolCall(json)];
      case "result":
        return [...this.read(), ...reportSession(json), ...this.ended(json)];
      default:
        return [];
    }
  }

  gone({ result, why }: EndedProcess): readonly AgentReport[] {
    const usage = { usd: 0, tokens: 0 };
    return [createEvent({ kind: "ended", how: result.kind, why }), { tell: "ended", result, usage, words: this.words }];
  }

  private read(): readonly AgentReport[] {
    if (this.isRead) return [];
    this.isRead = true;
    return [{ tell: "acknowledged" }];
  }

  private said(json: Json): readonly AgentReport[] {
    const text = listAt(json, "message", "content")
      .map((block) => getTextAt(block, "text") ?? "")
      .join("");
    if (text === "") return [];
    this.words = text;
    return [createEvent({ kind: "message", text }), { tell: "progressed", words: text }];
  }

  private ended(json: Json): readonly AgentReport[] {
    const said = getTextAt(json, "result") ?? "";
    const isFine = getValueAt(json, "is_error") !== true && getTextAt(json, "subtype") === "success";
    const result: EndResult = isFine ? { kind: "done" } : toFailure(said);
    const usage = { usd: 0, ...readTokens(getObjectAt(json, "usage")) };
    const words = isFine && said !== "" ? said : this.words;
    return [
      createEvent({ kind: "ended", how: result.kind, why: isFine ? "" : said }),
      { tell: "ended", result, usage, words },
    ];
  }
}

const toFailure = (said: string): EndResult =>
  /rate limit|usage limit|429/i.test(said)
    ? { kind: "limit_reached", untilWallMs: null }
    : { kind: "failed", why: said === "" ? "it gave no reason" : said.slice(0, 500) };

const readTokens = (usage: Json): TokenCount =>
  countTokens(usage, ["inputTokens", "outputTokens", "cacheWriteTokens"], "cacheReadTokens");

function reportSession(json: Json): readonly AgentReport[] {
  const conversation = getTextAt(json, "session_id");
  return conversation === null ? [] : [{ tell: "remember", memory: { conversation } }];
}

/** `{ shellToolCall: { args, result } }`: the name of the one key is the tool's. */
function reportToolCall(json: Json): readonly AgentReport[] {
  const [[key, inner] = ["tool", {}]] = Object.entries(getObjectAt(json, "tool_call"));
  const call = getTextAt(json, "call_id") ?? "";
  const name = key.replace(/ToolCall$/, "");
  const args = getObjectAt(inner, "args");
  const title = getTextAt(args, "command") ?? getTextAt(args, "path") ?? JSON.stringify(args);
  if (getTextAt(json, "subtype") === "started")
    return [createEvent({ kind: "tool_began", call, name, title }), { tell: "progressed", words: `${name}: ${title}` }];
  const ok = getValueAt(inner, "result", "success") !== undefined;
  const output = getTextAt(inner, "result", "success", "stdout") ?? "";
  return [createEvent({ kind: "tool_ended", call, ok, output, diff: getTextAt(inner, "result", "success", "diff") })];
}
