/** What an ACP agent tells while it works. Its words come in pieces, which are put together until it does something else. */
import { createEvent, type AgentReport } from "../shared/dialect.ts";
import { listAt, getNumberAt, getObjectAt, parseJsonLine, getTextAt, type Json } from "../shared/parse-json.ts";

/** What it is going to do: which kind of tool, and with what. */
export type ToolCall = { readonly tool: string; readonly about: string };
type Speech = { readonly kind: "message" | "thought"; readonly text: string };

export class AcpUpdates {
  /** The last thing it said. */
  words = "";
  usd = 0;
  private speech: Speech | null = null;
  private readonly calls = new Map<string, ToolCall>();

  hear(update: Json): readonly AgentReport[] {
    const kind = getTextAt(update, "sessionUpdate") ?? "";
    if (kind === "agent_message_chunk") return this.speak("message", getTextAt(update, "content", "text") ?? "");
    if (kind === "agent_thought_chunk") return this.speak("thought", getTextAt(update, "content", "text") ?? "");
    return [...(DOES.test(kind) ? this.flush() : []), ...this.onDeed(kind, update)];
  }

  /** What was said so far is whole. */
  flush(): readonly AgentReport[] {
    const { speech } = this;
    this.speech = null;
    if (speech === null || speech.text.trim() === "") return [];
    if (speech.kind === "thought") return [createEvent({ kind: "thought", text: speech.text })];
    this.words = speech.text;
    return [createEvent({ kind: "message", text: speech.text }), { tell: "progressed", words: speech.text }];
  }

  private speak(kind: Speech["kind"], text: string): readonly AgentReport[] {
    const before = this.speech !== null && this.speech.kind !== kind ? this.flush() : [];
    this.speech = { kind, text: (this.speech?.text ?? "") + text };
    return [...before, { tell: "progressed", words: kind === "message" ? this.speech.text : "" }];
  }

  private onDeed(kind: string, update: Json): readonly AgentReport[] {
    switch (kind) {
      case "tool_call":
      case "tool_call_update":
        return [...this.began(update), ...this.ended(update)];
      case "plan":
        return [createEvent({ kind: "plan", steps: listAt(update, "entries").map(parseStep) })];
      case "usage_update":
        return this.onUsage(update);
      default:
        return [];
    }
  }

  /** A call may first be heard of when leave is asked for it, or when it is over. */
  began(told: Json): readonly AgentReport[] {
    const call = getTextAt(told, "toolCallId") ?? "";
    const isKnown = this.calls.has(call);
    const { tool: name, about: title } = this.callOf(told);
    this.calls.set(call, { tool: name, about: title });
    if (isKnown) return [];
    return [createEvent({ kind: "tool_began", call, name, title }), { tell: "progressed", words: title }];
  }

  /** Some tell of a call only when it begins what it is about, and ask for leave with its name alone. */
  callOf(told: Json): ToolCall {
    const before = this.calls.get(getTextAt(told, "toolCallId") ?? "");
    const about = readInput(told) ?? before?.about ?? getTextAt(told, "title") ?? "a tool";
    return { tool: getTextAt(told, "kind") ?? before?.tool ?? "tool", about };
  }

  private ended(update: Json): readonly AgentReport[] {
    const status = getTextAt(update, "status");
    if (status !== "completed" && status !== "failed") return [];
    const content = listAt(update, "content");
    const output = content.map((part) => getTextAt(part, "content", "text") ?? "").join("\n");
    const call = getTextAt(update, "toolCallId") ?? "";
    return [createEvent({ kind: "tool_ended", call, ok: status === "completed", output, diff: diffIn(content) })];
  }

  private onUsage(update: Json): readonly AgentReport[] {
    const [contextUsed, contextMax] = [getNumberAt(update, "used"), getNumberAt(update, "size")];
    this.usd = getNumberAt(update, "cost", "amount") ?? this.usd;
    return [createEvent({ kind: "usage", usd: this.usd, tokens: 0, contextUsed, contextMax })];
  }
}

const DOES = /^(tool_call|plan)$/;

/** What a call is about, in one line: its command or its file. Some give their input as a text. */
function readInput(call: Json): string | null {
  const texts = listAt(call, "content").map((part) => getTextAt(part, "content", "text") ?? "");
  const inputs = [getObjectAt(call, "rawInput"), ...texts.map(parseJsonLine)];
  const named = inputs.flatMap((input) => ["command", "path", "file_path"].map((name) => getTextAt(input, name)));
  return named.find((text) => text !== null) ?? null;
}

function diffIn(content: readonly Json[]): string | null {
  const diffs = content.filter((part) => getTextAt(part, "type") === "diff");
  if (diffs.length === 0) return null;
  return diffs
    .map((diff) => [`+++ ${getTextAt(diff, "path") ?? ""}`, getTextAt(diff, "newText") ?? ""].join("\n"))
    .join("\n");
}

function parseStep(entry: Json) {
  const status = getTextAt(entry, "status");
  const state = status === "completed" ? "done" : status === "in_progress" ? "doing" : "open";
  return { text: getTextAt(entry, "content") ?? "", state } as const;
}
