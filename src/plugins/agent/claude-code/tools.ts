/** Tools of Claude Code in words: what a call is about, and what came of it. */
import type { ConversationEntry } from "../../../slots/conversation.ts";
import {
  listAt,
  getNumberAt,
  getObjectAt,
  getTextAt,
  getTextsAt,
  getValueAt,
  type Json,
} from "../shared/parse-json.ts";

/** What a call is about, in one line: its command, its file. */
export function formatToolTitle(name: string, input: Json): string {
  for (const key of [
    "command",
    "file_path",
    "path",
    "notebook_path",
    "pattern",
    "url",
    "query",
    "description",
    "prompt",
  ]) {
    const text = getTextAt(input, key);
    if (text !== null) return text;
  }
  return Object.keys(input).length === 0 ? name : JSON.stringify(input);
}

export function reportToolEnd(block: Json, json: Json): ConversationEntry {
  const parts = listAt(block, "content").map((part) => getTextAt(part, "text") ?? "");
  return {
    kind: "tool_ended",
    call: getTextAt(block, "tool_use_id") ?? "",
    ok: getValueAt(block, "is_error") !== true,
    output: getTextAt(block, "content") ?? parts.join("\n"),
    diff: formatDiff(getObjectAt(json, "tool_use_result")),
  };
}

function formatDiff(result: Json): string | null {
  const hunks = listAt(result, "structuredPatch");
  const path = getTextAt(result, "filePath");
  if (hunks.length === 0 || path === null) return null;
  const lines = hunks.flatMap((hunk) => [
    `@@ -${formatSpan(hunk, "old")} +${formatSpan(hunk, "new")} @@`,
    ...getTextsAt(hunk, "lines"),
  ]);
  return [`--- ${path}`, `+++ ${path}`, ...lines].join("\n");
}

const formatSpan = (hunk: Json, side: "old" | "new"): string =>
  `${getNumberAt(hunk, `${side}Start`) ?? 0},${getNumberAt(hunk, `${side}Lines`) ?? 0}`;
