/**
 * What `codex exec --json` prints (`drive: exec`): the thread's id first, then what it does, `turn.completed` or
 * `turn.failed` last. Its process lives on for some seconds behind that, so its end says nothing.
 */
import { createEvent, createOneWayListener } from "../shared/dialect.ts";
import type { EndResult, EndedProcess, AgentReport, ListenedTurn, Listener } from "../shared/dialect.ts";
import { computeTokenGrowth } from "../shared/conversation/memory.ts";
import { listAt, getNumberAt, getObjectAt, parseJsonLine, getTextAt, type Json } from "../shared/parse-json.ts";
import { noTokens, subtractCached, type TokenCount } from "../shared/conversation/tokens.ts";
import { isLimit } from "./limits.ts";

export function listenToExec(turn: ListenedTurn): Listener {
  return createOneWayListener(new ExecEars(turn));
}

class ExecEars {
  private readonly heard: ListenedTurn;
  private words = "";
  private trouble = "";

  constructor(heard: ListenedTurn) {
    this.heard = heard;
  }

  hear(line: string): readonly AgentReport[] {
    const json = getObjectAt(parseJsonLine(line));
    return this.told[getTextAt(json, "type") ?? ""]?.(json) ?? [];
  }

  gone({ result, why }: EndedProcess): readonly AgentReport[] {
    return [createEvent({ kind: "ended", how: result.kind, why }), this.end(result, null)];
  }

  private readonly told: Readonly<Record<string, (json: Json) => readonly AgentReport[]>> = {
    "thread.started": (json) => [{ tell: "remember", memory: { conversation: getTextAt(json, "thread_id") } }],
    "turn.started": () => [{ tell: "acknowledged" }],
    "item.started": ({ item }) => reportStart(getObjectAt(item)),
    "item.completed": ({ item }) => this.onItem(getObjectAt(item)),
    "item.updated": ({ item }) => planIn(getObjectAt(item)),
    error: (json) => this.onError(getTextAt(json, "message") ?? "an error"),
    "turn.completed": ({ usage }) => this.onCompleted(getObjectAt(usage)),
    "turn.failed": (json) => this.onFailed(getTextAt(json, "error", "message") ?? this.trouble),
  };

  private onItem(item: Json): readonly AgentReport[] {
    const text = getTextAt(item, "text") ?? "";
    switch (getTextAt(item, "type") ?? "") {
      case "agent_message":
        this.words = text;
        return [createEvent({ kind: "message", text }), { tell: "progressed", words: text }];
      case "reasoning":
        return text === "" ? [] : [createEvent({ kind: "thought", text })];
      case "todo_list":
        return planIn(item);
      case "error":
        return [createEvent({ kind: "note", text: getTextAt(item, "message") ?? "an error" })];
      default:
        return reportEnd(item);
    }
  }

  private onError(why: string): readonly AgentReport[] {
    this.trouble = why;
    return [createEvent({ kind: "retry", why, attempt: 1, waitMs: null }), { tell: "progressed", words: why }];
  }

  /** It counts what the whole thread has used. */
  private onCompleted(usage: Json): readonly AgentReport[] {
    const all = (getNumberAt(usage, "input_tokens") ?? 0) + (getNumberAt(usage, "output_tokens") ?? 0);
    const total = subtractCached(all, getNumberAt(usage, "cached_input_tokens") ?? 0);
    return [
      { tell: "remember", memory: total },
      createEvent({ kind: "ended", how: "done", why: "" }),
      this.end({ kind: "done" }, total),
    ];
  }

  private onFailed(why: string): readonly AgentReport[] {
    const isOver = isLimit(why);
    const result: EndResult = isOver ? { kind: "limit_reached", untilWallMs: null } : { kind: "failed", why };
    const limit = createEvent({ kind: "limit", why, untilWallMs: null });
    const said = [...(isOver ? [limit] : []), createEvent({ kind: "ended", how: result.kind, why })];
    return [...said, this.end(result, null)];
  }

  /** A turn that failed tells nothing of what it used; its records do. */
  private end(result: EndResult, total: TokenCount | null): AgentReport {
    const spent = total === null ? noTokens : computeTokenGrowth(total, this.heard.memory);
    return { tell: "ended", result, usage: { usd: 0, ...spent }, words: this.words };
  }
}

function reportStart(item: Json): readonly AgentReport[] {
  const tool = describeTool(item);
  if (tool === null) return planIn(item);
  const call = getTextAt(item, "id") ?? "";
  return [
    createEvent({ kind: "tool_began", call, ...tool }),
    { tell: "progressed", words: `${tool.name}: ${tool.title}` },
  ];
}

function reportEnd(item: Json): readonly AgentReport[] {
  if (describeTool(item) === null) return [];
  const output = getTextAt(item, "aggregated_output") ?? "";
  const ok = getTextAt(item, "status") === "completed";
  return [createEvent({ kind: "tool_ended", call: getTextAt(item, "id") ?? "", ok, output, diff: null })];
}

function describeTool(item: Json): { readonly name: string; readonly title: string } | null {
  switch (getTextAt(item, "type") ?? "") {
    case "command_execution":
      return { name: "shell", title: getTextAt(item, "command") ?? "" };
    case "file_change":
      return { name: "edit", title: listPaths(item).join(" ") };
    case "mcp_tool_call":
      return { name: getTextAt(item, "server") ?? "mcp", title: getTextAt(item, "tool") ?? "" };
    case "web_search":
      return { name: "search", title: getTextAt(item, "query") ?? "" };
    default:
      return null;
  }
}

const listPaths = (item: Json): readonly string[] =>
  listAt(item, "changes").map((change) => getTextAt(change, "path") ?? "");

function planIn(item: Json): readonly AgentReport[] {
  if (getTextAt(item, "type") !== "todo_list") return [];
  const steps = listAt(item, "items").map((step) => ({
    text: getTextAt(step, "text") ?? "",
    state: step["completed"] === true ? ("done" as const) : ("open" as const),
  }));
  return [createEvent({ kind: "plan", steps })];
}
