/** What an ACP agent tells while it works. Its words come in pieces, which are put together until it does something else. */
import { event, type Heard } from "../shared/dialect.ts";
import { listAt, numberAt, objectAt, parseJson, textAt, type Json } from "../shared/parse-json.ts";

/** What it is going to do: which kind of tool, and with what. */
export type Call = { readonly tool: string; readonly about: string };
type Speech = { readonly kind: "message" | "thought"; readonly text: string };

export class AcpUpdates {
  /** The last thing it said. */
  words = "";
  usd = 0;
  private speech: Speech | null = null;
  private readonly calls = new Map<string, Call>();

  hear(update: Json): readonly Heard[] {
    const kind = textAt(update, "sessionUpdate") ?? "";
    if (kind === "agent_message_chunk") return this.speak("message", textAt(update, "content", "text") ?? "");
    if (kind === "agent_thought_chunk") return this.speak("thought", textAt(update, "content", "text") ?? "");
    return [...(DOES.test(kind) ? this.flush() : []), ...this.onDeed(kind, update)];
  }

  /** What was said so far is whole. */
  flush(): readonly Heard[] {
    const { speech } = this;
    this.speech = null;
    if (speech === null || speech.text.trim() === "") return [];
    if (speech.kind === "thought") return [event({ kind: "thought", text: speech.text })];
    this.words = speech.text;
    return [event({ kind: "message", text: speech.text }), { tell: "progressed", words: speech.text }];
  }

  private speak(kind: Speech["kind"], text: string): readonly Heard[] {
    const before = this.speech !== null && this.speech.kind !== kind ? this.flush() : [];
    this.speech = { kind, text: (this.speech?.text ?? "") + text };
    return [...before, { tell: "progressed", words: kind === "message" ? this.speech.text : "" }];
  }

  private onDeed(kind: string, update: Json): readonly Heard[] {
    switch (kind) {
      case "tool_call":
      case "tool_call_update":
        return [...this.began(update), ...this.ended(update)];
      case "plan":
        return [event({ kind: "plan", steps: listAt(update, "entries").map(stepOf) })];
      case "usage_update":
        return this.onUsage(update);
      default:
        return [];
    }
  }

  /** A call may first be heard of when leave is asked for it, or when it is over. */
  began(told: Json): readonly Heard[] {
    const call = textAt(told, "toolCallId") ?? "";
    const isKnown = this.calls.has(call);
    const { tool: name, about: title } = this.callOf(told);
    this.calls.set(call, { tool: name, about: title });
    if (isKnown) return [];
    return [event({ kind: "tool_began", call, name, title }), { tell: "progressed", words: title }];
  }

  /** Some tell of a call only when it begins what it is about, and ask for leave with its name alone. */
  callOf(told: Json): Call {
    const before = this.calls.get(textAt(told, "toolCallId") ?? "");
    const about = inputOf(told) ?? before?.about ?? textAt(told, "title") ?? "a tool";
    return { tool: textAt(told, "kind") ?? before?.tool ?? "tool", about };
  }

  private ended(update: Json): readonly Heard[] {
    const status = textAt(update, "status");
    if (status !== "completed" && status !== "failed") return [];
    const content = listAt(update, "content");
    const output = content.map((part) => textAt(part, "content", "text") ?? "").join("\n");
    const call = textAt(update, "toolCallId") ?? "";
    return [event({ kind: "tool_ended", call, ok: status === "completed", output, diff: diffIn(content) })];
  }

  private onUsage(update: Json): readonly Heard[] {
    const [contextUsed, contextMax] = [numberAt(update, "used"), numberAt(update, "size")];
    this.usd = numberAt(update, "cost", "amount") ?? this.usd;
    return [event({ kind: "usage", usd: this.usd, tokens: 0, contextUsed, contextMax })];
  }
}

const DOES = /^(tool_call|plan)$/;

/** What a call is about, in one line: its command or its file. Some give their input as a text. */
function inputOf(call: Json): string | null {
  const texts = listAt(call, "content").map((part) => textAt(part, "content", "text") ?? "");
  const inputs = [objectAt(call, "rawInput"), ...texts.map(parseJson)];
  const named = inputs.flatMap((input) => ["command", "path", "file_path"].map((name) => textAt(input, name)));
  return named.find((text) => text !== null) ?? null;
}

function diffIn(content: readonly Json[]): string | null {
  const diffs = content.filter((part) => textAt(part, "type") === "diff");
  if (diffs.length === 0) return null;
  return diffs
    .map((diff) => [`+++ ${textAt(diff, "path") ?? ""}`, textAt(diff, "newText") ?? ""].join("\n"))
    .join("\n");
}

function stepOf(entry: Json) {
  const status = textAt(entry, "status");
  const state = status === "completed" ? "done" : status === "in_progress" ? "doing" : "open";
  return { text: textAt(entry, "content") ?? "", state } as const;
}
