import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { countRecorded } from "./count-recorded.ts";

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

const cached = (second: number, total: number, read: number) => ({
  timestamp: new Date(sinceMs + second * 1_000).toISOString(),
  payload: { info: { total_token_usage: { total_tokens: total, cached_input_tokens: read } } },
});

type Files = Readonly<Record<string, readonly object[]>>;

test.for<[what: string, files: Files, tokens: number]>([
  [
    "a running total whose lines repeat",
    { "sessions/r": [counted(1, 130, 30), counted(2, 130, 30), counted(3, 150, 20)] },
    50,
  ],
  ["a running total that began before the turn", { "sessions/r": [counted(-5, 100, 100), counted(1, 130, 30)] }, 30],
  ["a running total without its cached part", { "sessions/r": [cached(1, 100, 60)] }, 40],
  [
    "an answer that stands on several lines",
    { "projects/w/c": [answered("a", 5), answered("a", 5), answered("b", 1)] },
    26,
  ],
  [
    "sub-agents in files of their own",
    { "projects/w/c": [answered("a", 5)], "projects/w/c/subagents/x": [answered("b", 2)] },
    27,
  ],
  ["child threads", { "sessions/2026/a": [counted(1, 30, 30)], "sessions/2026/b": [counted(1, 7, 7)] }, 37],
  ["what is no record", { "hooks/t": [answered("a", 5)] }, 0],
  ["nothing", {}, 0],
])("tokens are counted once: %s", async ([, files, tokens]) => {
  const folder = aFolder(files);
  expect(await countRecorded(folder, sinceMs)).toMatchObject({ tokens });
});

test("links in the folder are not followed", async () => {
  const folder = aFolder({});
  symlinkSync(join(aFolder({ "projects/w/c": [answered("a", 5)] }), "projects"), join(folder, "projects"));
  expect(await countRecorded(folder, sinceMs)).toMatchObject({ tokens: 0 });
});

function aFolder(files: Files): string {
  const folder = mkdtempSync(join(tmpdir(), "ao-records-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, lines] of Object.entries(files)) {
    const file = join(folder, `${name}.jsonl`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  }
  return folder;
}
