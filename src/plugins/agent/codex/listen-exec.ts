/**
 * What `codex exec --json` prints (`drive: exec`): the thread's id first, then what it does, `turn.completed` or
 * `turn.failed` last. Its process lives on for some seconds behind that, so its end says nothing.
 */
import { event, oneWay } from "../shared/dialect.ts";
import type { EndResult, Gone, Heard, HeardTurn, Listener } from "../shared/dialect.ts";
import { grownTokens } from "../shared/memory.ts";
import { listAt, numberAt, objectAt, parseJson, textAt, type Json } from "../shared/parse-json.ts";
import { noTokens, withoutCached, type TokenCount } from "../shared/tokens.ts";
import { isLimit } from "./limits.ts";

export function listenToExec(turn: HeardTurn): Listener {
  return oneWay(new ExecEars(turn));
}

class ExecEars {
  private readonly heard: HeardTurn;
  private words = "";
  private trouble = "";

  constructor(heard: HeardTurn) {
    this.heard = heard;
  }

  hear(line: string): readonly Heard[] {
    const json = objectAt(parseJson(line));
    return this.told[textAt(json, "type") ?? ""]?.(json) ?? [];
  }

  gone({ result, why }: Gone): readonly Heard[] {
    return [event({ kind: "ended", how: result.kind, why }), this.end(result, null)];
  }

  private readonly told: Readonly<Record<string, (json: Json) => readonly Heard[]>> = {
    "thread.started": (json) => [{ tell: "remember", memory: { conversation: textAt(json, "thread_id") } }],
    "turn.started": () => [{ tell: "acknowledged" }],
    "item.started": ({ item }) => began(objectAt(item)),
    "item.completed": ({ item }) => this.onItem(objectAt(item)),
    "item.updated": ({ item }) => planIn(objectAt(item)),
    error: (json) => this.onError(textAt(json, "message") ?? "an error"),
    "turn.completed": ({ usage }) => this.onCompleted(objectAt(usage)),
    "turn.failed": (json) => this.onFailed(textAt(json, "error", "message") ?? this.trouble),
  };

  private onItem(item: Json): readonly Heard[] {
    const text = textAt(item, "text") ?? "";
    switch (textAt(item, "type") ?? "") {
      case "agent_message":
        this.words = text;
        return [event({ kind: "message", text }), { tell: "progressed", words: text }];
      case "reasoning":
        return text === "" ? [] : [event({ kind: "thought", text })];
      case "todo_list":
        return planIn(item);
      case "error":
        return [event({ kind: "note", text: textAt(item, "message") ?? "an error" })];
      default:
        return ended(item);
    }
  }

  private onError(why: string): readonly Heard[] {
    this.trouble = why;
    return [event({ kind: "retry", why, attempt: 1, waitMs: null }), { tell: "progressed", words: why }];
  }

  /** It counts what the whole thread has used. */
  private onCompleted(usage: Json): readonly Heard[] {
    const all = (numberAt(usage, "input_tokens") ?? 0) + (numberAt(usage, "output_tokens") ?? 0);
    const total = withoutCached(all, numberAt(usage, "cached_input_tokens") ?? 0);
    return [
      { tell: "remember", memory: total },
      event({ kind: "ended", how: "done", why: "" }),
      this.end({ kind: "done" }, total),
    ];
  }

  private onFailed(why: string): readonly Heard[] {
    const isOver = isLimit(why);
    const result: EndResult = isOver ? { kind: "limit_reached", untilWallMs: null } : { kind: "failed", why };
    const limit = event({ kind: "limit", why, untilWallMs: null });
    const said = [...(isOver ? [limit] : []), event({ kind: "ended", how: result.kind, why })];
    return [...said, this.end(result, null)];
  }

  /** A turn that failed tells nothing of what it used; its records do. */
  private end(result: EndResult, total: TokenCount | null): Heard {
    const spent = total === null ? noTokens : grownTokens(total, this.heard.memory);
    return { tell: "ended", result, usage: { usd: 0, ...spent }, words: this.words };
  }
}

function began(item: Json): readonly Heard[] {
  const tool = toolOf(item);
  if (tool === null) return planIn(item);
  const call = textAt(item, "id") ?? "";
  return [event({ kind: "tool_began", call, ...tool }), { tell: "progressed", words: `${tool.name}: ${tool.title}` }];
}

function ended(item: Json): readonly Heard[] {
  if (toolOf(item) === null) return [];
  const output = textAt(item, "aggregated_output") ?? "";
  const ok = textAt(item, "status") === "completed";
  return [event({ kind: "tool_ended", call: textAt(item, "id") ?? "", ok, output, diff: null })];
}

function toolOf(item: Json): { readonly name: string; readonly title: string } | null {
  switch (textAt(item, "type") ?? "") {
    case "command_execution":
      return { name: "shell", title: textAt(item, "command") ?? "" };
    case "file_change":
      return { name: "edit", title: pathsOf(item).join(" ") };
    case "mcp_tool_call":
      return { name: textAt(item, "server") ?? "mcp", title: textAt(item, "tool") ?? "" };
    case "web_search":
      return { name: "search", title: textAt(item, "query") ?? "" };
    default:
      return null;
  }
}

const pathsOf = (item: Json): readonly string[] =>
  listAt(item, "changes").map((change) => textAt(change, "path") ?? "");

function planIn(item: Json): readonly Heard[] {
  if (textAt(item, "type") !== "todo_list") return [];
  const steps = listAt(item, "items").map((step) => ({
    text: textAt(step, "text") ?? "",
    state: step["completed"] === true ? ("done" as const) : ("open" as const),
  }));
  return [event({ kind: "plan", steps })];
}
