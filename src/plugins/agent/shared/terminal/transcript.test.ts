import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readTranscript } from "./transcript.ts";

const sinceMs = Date.parse("2026-01-01T00:00:00Z");
const counted = (second: number, total: number, last: number) => ({
  timestamp: new Date(sinceMs + second * 1_000).toISOString(),
  payload: {
    type: "token_count",
    info: { total_token_usage: { total_tokens: total }, last_token_usage: { total_tokens: last } },
  },
});
const answered = (id: string, output: number) => ({
  timestamp: new Date(sinceMs + 1_000).toISOString(),
  message: { id, usage: { input_tokens: 10, output_tokens: output } },
});

test.for<[what: string, lines: readonly object[], tokens: number]>([
  ["a running total whose lines repeat", [counted(1, 130, 30), counted(2, 130, 30), counted(3, 150, 20)], 50],
  ["a running total that began before the turn", [counted(-5, 100, 100), counted(1, 130, 30)], 30],
  ["an answer that stands on several lines", [answered("a", 5), answered("a", 5), answered("b", 1)], 26],
  ["nothing", [], 0],
])("tokens are counted once: %s", async ([, lines, tokens]) => {
  const folder = mkdtempSync(join(tmpdir(), "ao-transcript-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "rollout.jsonl");
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  expect(await readTranscript(folder, file, sinceMs)).toMatchObject({ tokens });
});
