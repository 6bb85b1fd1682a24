/** Tools of Claude Code in words: what a call is about, and what came of it. */
import type { Spoken } from "../../../slots/conversation.ts";
import { listAt, numberAt, objectAt, textAt, textsAt, valueAt, type Json } from "../shared/parse-json.ts";

/** What a call is about, in one line: its command, its file. */
export function toolTitle(name: string, input: Json): string {
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
    const text = textAt(input, key);
    if (text !== null) return text;
  }
  return Object.keys(input).length === 0 ? name : JSON.stringify(input);
}

export function toolEnded(block: Json, json: Json): Spoken {
  const parts = listAt(block, "content").map((part) => textAt(part, "text") ?? "");
  return {
    kind: "tool_ended",
    call: textAt(block, "tool_use_id") ?? "",
    ok: valueAt(block, "is_error") !== true,
    output: textAt(block, "content") ?? parts.join("\n"),
    diff: diffOf(objectAt(json, "tool_use_result")),
  };
}

function diffOf(result: Json): string | null {
  const hunks = listAt(result, "structuredPatch");
  const path = textAt(result, "filePath");
  if (hunks.length === 0 || path === null) return null;
  const lines = hunks.flatMap((hunk) => [
    `@@ -${span(hunk, "old")} +${span(hunk, "new")} @@`,
    ...textsAt(hunk, "lines"),
  ]);
  return [`--- ${path}`, `+++ ${path}`, ...lines].join("\n");
}

const span = (hunk: Json, side: "old" | "new"): string =>
  `${numberAt(hunk, `${side}Start`) ?? 0},${numberAt(hunk, `${side}Lines`) ?? 0}`;
