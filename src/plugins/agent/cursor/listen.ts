/** What Cursor's agent prints: one JSON object a line, in the order of what it does, `result` last. */
import { event, oneWay } from "../shared/dialect.ts";
import type { EndResult, Gone, Heard, HeardTurn, Listener } from "../shared/dialect.ts";
import { listAt, objectAt, parseJson, textAt, valueAt, type Json } from "../shared/parse-json.ts";
import { countTokens, type TokenCount } from "../shared/tokens.ts";

export function listenToCursor(_turn: HeardTurn): Listener {
  return oneWay(new CursorEars());
}

class CursorEars {
  private words = "";
  private isRead = false;

  hear(line: string): readonly Heard[] {
    const json = objectAt(parseJson(line));
    switch (textAt(json, "type") ?? "") {
      case "system":
        return remembered(json);
      case "user":
        return this.read();
      case "assistant":
        return [...this.read(), ...this.said(json)];
      case "tool_call":
        return [...this.read(), ...toolCall(json)];
      case "result":
        return [...this.read(), ...remembered(json), ...this.ended(json)];
      default:
        return [];
    }
  }

  gone({ result, why }: Gone): readonly Heard[] {
    const usage = { usd: 0, tokens: 0 };
    return [event({ kind: "ended", how: result.kind, why }), { tell: "ended", result, usage, words: this.words }];
  }

  private read(): readonly Heard[] {
    if (this.isRead) return [];
    this.isRead = true;
    return [{ tell: "acknowledged" }];
  }

  private said(json: Json): readonly Heard[] {
    const text = listAt(json, "message", "content")
      .map((block) => textAt(block, "text") ?? "")
      .join("");
    if (text === "") return [];
    this.words = text;
    return [event({ kind: "message", text }), { tell: "progressed", words: text }];
  }

  private ended(json: Json): readonly Heard[] {
    const said = textAt(json, "result") ?? "";
    const isFine = valueAt(json, "is_error") !== true && textAt(json, "subtype") === "success";
    const result: EndResult = isFine ? { kind: "done" } : failure(said);
    const usage = { usd: 0, ...tokensOf(objectAt(json, "usage")) };
    const words = isFine && said !== "" ? said : this.words;
    return [
      event({ kind: "ended", how: result.kind, why: isFine ? "" : said }),
      { tell: "ended", result, usage, words },
    ];
  }
}

const failure = (said: string): EndResult =>
  /rate limit|usage limit|429/i.test(said)
    ? { kind: "limit_reached", untilWallMs: null }
    : { kind: "failed", why: said === "" ? "it gave no reason" : said.slice(0, 500) };

const tokensOf = (usage: Json): TokenCount =>
  countTokens(usage, ["inputTokens", "outputTokens", "cacheWriteTokens"], "cacheReadTokens");

function remembered(json: Json): readonly Heard[] {
  const conversation = textAt(json, "session_id");
  return conversation === null ? [] : [{ tell: "remember", memory: { conversation } }];
}

/** `{ shellToolCall: { args, result } }`: the name of the one key is the tool's. */
function toolCall(json: Json): readonly Heard[] {
  const [[key, inner] = ["tool", {}]] = Object.entries(objectAt(json, "tool_call"));
  const call = textAt(json, "call_id") ?? "";
  const name = key.replace(/ToolCall$/, "");
  const args = objectAt(inner, "args");
  const title = textAt(args, "command") ?? textAt(args, "path") ?? JSON.stringify(args);
  if (textAt(json, "subtype") === "started")
    return [event({ kind: "tool_began", call, name, title }), { tell: "progressed", words: `${name}: ${title}` }];
  const ok = valueAt(inner, "result", "success") !== undefined;
  const output = textAt(inner, "result", "success", "stdout") ?? "";
  return [event({ kind: "tool_ended", call, ok, output, diff: textAt(inner, "result", "success", "diff") })];
}
