/** The items of a codex thread in the words of every conversation. */
import { event, type Heard } from "../shared/dialect.ts";
import { listAt, numberAt, textAt, textsAt, type Json } from "../shared/parse-json.ts";

/** Without the shell around it. */
export function commandOf(json: Json): string {
  const [action] = listAt(json, "commandActions");
  return textAt(action, "command") ?? textAt(json, "command") ?? "";
}

export function itemBegan(item: Json): readonly Heard[] {
  const call = textAt(item, "id") ?? "";
  const tool = toolOf(item);
  if (tool === null) return [];
  return [event({ kind: "tool_began", call, ...tool }), { tell: "progressed", words: `${tool.name}: ${tool.title}` }];
}

export function itemEnded(item: Json): readonly Heard[] {
  const text = textAt(item, "text") ?? "";
  switch (textAt(item, "type") ?? "") {
    case "agentMessage":
      return text === "" ? [] : [event({ kind: "message", text }), { tell: "progressed", words: text }];
    case "reasoning":
      return thought([...textsAt(item, "summary"), ...textsAt(item, "content")].join("\n"));
    default:
      return toolOf(item) === null ? [] : [event(toolEnd(item))];
  }
}

const thought = (text: string): readonly Heard[] => (text === "" ? [] : [event({ kind: "thought", text })]);

function toolOf(item: Json): { readonly name: string; readonly title: string } | null {
  switch (textAt(item, "type") ?? "") {
    case "commandExecution":
      return { name: "shell", title: commandOf(item) };
    case "fileChange":
      return { name: "edit", title: pathsOf(item).join(" ") };
    case "mcpToolCall":
      return { name: textAt(item, "server") ?? "mcp", title: textAt(item, "tool") ?? "" };
    case "webSearch":
      return { name: "search", title: textAt(item, "query") ?? "" };
    default:
      return null;
  }
}

function toolEnd(item: Json) {
  const exit = numberAt(item, "exitCode");
  const diff = listAt(item, "changes").map(
    (change) => `${textAt(change, "path") ?? ""}\n${textAt(change, "diff") ?? ""}`,
  );
  return {
    kind: "tool_ended",
    call: textAt(item, "id") ?? "",
    ok: textAt(item, "status") === "completed" && (exit === null || exit === 0),
    output: textAt(item, "aggregatedOutput") ?? "",
    diff: diff.length === 0 ? null : diff.join("\n"),
  } as const;
}

const pathsOf = (item: Json): readonly string[] =>
  listAt(item, "changes").map((change) => textAt(change, "path") ?? "");
