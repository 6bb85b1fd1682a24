/** What an ACP agent tells while it works. Its words come in pieces, which are put together until it does something else. */
import { event, type Heard } from "../shared/dialect.ts";
import { listAt, numberAt, objectAt, textAt, type Json } from "../shared/parse-json.ts";

type Speech = { readonly kind: "message" | "thought"; readonly text: string };

export class AcpUpdates {
  /** The last thing it said. */
  words = "";
  usd = 0;
  private speech: Speech | null = null;
  private readonly titles = new Map<string, string>();

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
        return [...this.began(update), ...this.ended(update)];
      case "tool_call_update":
        return this.ended(update);
      case "plan":
        return [event({ kind: "plan", steps: listAt(update, "entries").map(stepOf) })];
      case "usage_update":
        return this.onUsage(update);
      default:
        return [];
    }
  }

  private began(update: Json): readonly Heard[] {
    const call = textAt(update, "toolCallId") ?? "";
    const name = textAt(update, "kind") ?? "tool";
    const title = aboutOf(update);
    this.titles.set(call, title);
    return [event({ kind: "tool_began", call, name, title }), { tell: "progressed", words: title }];
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

/** What a call is about, in one line: its command, its file, else its title. */
export function aboutOf(call: Json): string {
  const input = objectAt(call, "rawInput");
  return (
    textAt(input, "command") ?? textAt(input, "path") ?? textAt(input, "file_path") ?? textAt(call, "title") ?? "a tool"
  );
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
