/** The items of a codex thread in the words of every conversation. */
import { createEvent, type AgentReport } from "../shared/dialect.ts";
import { listAt, getNumberAt, getTextAt, getTextsAt, type Json } from "../shared/parse-json.ts";

/** Without the shell around it. */
export function formatCommand(json: Json): string {
  const [action] = listAt(json, "commandActions");
  return getTextAt(action, "command") ?? getTextAt(json, "command") ?? "";
}

export function reportItemStart(item: Json): readonly AgentReport[] {
  const call = getTextAt(item, "id") ?? "";
  const tool = describeTool(item);
  if (tool === null) return [];
  return [
    createEvent({ kind: "tool_began", call, ...tool }),
    { tell: "progressed", words: `${tool.name}: ${tool.title}` },
  ];
}

export function reportItemEnd(item: Json): readonly AgentReport[] {
  const text = getTextAt(item, "text") ?? "";
  switch (getTextAt(item, "type") ?? "") {
    case "agentMessage":
      return text === "" ? [] : [createEvent({ kind: "message", text }), { tell: "progressed", words: text }];
    case "reasoning":
      return reportThought([...getTextsAt(item, "summary"), ...getTextsAt(item, "content")].join("\n"));
    default:
      return describeTool(item) === null ? [] : [createEvent(describeToolEnd(item))];
  }
}

const reportThought = (text: string): readonly AgentReport[] =>
  text === "" ? [] : [createEvent({ kind: "thought", text })];

function describeTool(item: Json): { readonly name: string; readonly title: string } | null {
  switch (getTextAt(item, "type") ?? "") {
    case "commandExecution":
      return { name: "shell", title: formatCommand(item) };
    case "fileChange":
      return { name: "edit", title: listPaths(item).join(" ") };
    case "mcpToolCall":
      return { name: getTextAt(item, "server") ?? "mcp", title: getTextAt(item, "tool") ?? "" };
    case "webSearch":
      return { name: "search", title: getTextAt(item, "query") ?? "" };
    default:
      return null;
  }
}

function describeToolEnd(item: Json) {
  const exit = getNumberAt(item, "exitCode");
  const diff = listAt(item, "changes").map(
    (change) => `${getTextAt(change, "path") ?? ""}\n${getTextAt(change, "diff") ?? ""}`,
  );
  return {
    kind: "tool_ended",
    call: getTextAt(item, "id") ?? "",
    ok: getTextAt(item, "status") === "completed" && (exit === null || exit === 0),
    output: getTextAt(item, "aggregatedOutput") ?? "",
    diff: diff.length === 0 ? null : diff.join("\n"),
  } as const;
}

const listPaths = (item: Json): readonly string[] =>
  listAt(item, "changes").map((change) => getTextAt(change, "path") ?? "");
