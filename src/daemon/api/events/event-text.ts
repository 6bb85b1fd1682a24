/** The events of a conversation as lines that people read. */
import { unreachable } from "../../../domain/model/unreachable.ts";
import { makeVisible } from "../../../lib/text/visible-text.ts";
import type { ConversationEventView } from "../../../protocol/session/conversation.ts";
import type { Tail } from "../logs/log-file.ts";

export function formatConversationEvent(event: ConversationEventView): string {
  const text = makeVisible(formatEventLines(event).join("\n"));
  return text === "" ? "" : `${text}\n`;
}

const OUTPUT_LINES_MAX = 12;

function formatEventLines(event: ConversationEventView): readonly string[] {
  switch (event.kind) {
    case "told":
      return ["", ...markLines("> ", event.text), ""];
    case "message":
      return [...event.text.split("\n"), ""];
    case "thought":
      return markLines("~ ", event.text);
    case "tool_began":
      return markLines("", `$ ${event.name}: ${event.title}`);
    case "tool_ended":
      return formatToolEnd(event);
    case "plan":
      return event.steps.map(({ text, state }) => `  [${MARKS[state]}] ${text}`);
    case "usage":
      return [`  ${event.tokens} tokens${event.usd > 0 ? `, $${event.usd.toFixed(4)}` : ""}`];
    case "question":
      return [...markLines("? ", event.text), ...event.choices.map((choice, index) => `  ${index + 1}. ${choice}`)];
    case "answer":
      return markLines("! ", `${event.text} (${event.by})`);
    case "retry":
      return [`  the provider did not answer (${event.why}); try ${event.attempt}`];
    case "limit":
      return [`  the provider's limit is reached: ${event.why}`];
    case "note":
      return markLines("  ", event.text);
    case "ended":
      return event.how === "done" ? [] : [`  the turn ended: ${event.how}${event.why === "" ? "" : ` (${event.why})`}`];
    default:
      return unreachable(event);
  }
}

const MARKS = { open: " ", doing: "~", done: "x" } as const;

function formatToolEnd({
  ok,
  output,
  diff,
}: Extract<ConversationEventView, { kind: "tool_ended" }>): readonly string[] {
  const lines = (diff ?? output).trimEnd().split("\n");
  const shown = lines.length <= OUTPUT_LINES_MAX ? lines : [...lines.slice(0, OUTPUT_LINES_MAX - 1), "…"];
  const quoted = shown.filter((line, index) => line !== "" || index > 0).map((line) => `  | ${line}`);
  return ok ? quoted : [...quoted, "  failed"];
}

const markLines = (mark: string, text: string): readonly string[] => text.split("\n").map((line) => `${mark}${line}`);

/** Where the last lines begin: behind the last event that is not shown. */
export function findEventsTail(events: readonly ConversationEventView[], lines: number): Tail {
  let found = 0;
  for (const [index, event] of events.entries().toArray().toReversed()) {
    found += formatConversationEvent(event).split("\n").length - 1;
    if (found >= lines) return { from: events[index - 1]?.outBytes ?? 0, lines: found };
  }
  return { from: 0, lines: found };
}
