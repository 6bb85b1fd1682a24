import { describe, expect, test } from "vitest";
import { aTerminal, testIo, UTF8 } from "../testing/test-io.ts";
import { formatFailure } from "./failure.ts";
import { chooseGlyph, type Glyph } from "./glyph.ts";
import { drawLines, justifyLine, createPen, createSpan } from "./line.ts";
import { runWithProgress } from "./progress.ts";
import { formatAge, formatBytes, formatDuration, formatMoment, formatTokens } from "./quantity.ts";
import { formatRecords } from "./records.ts";
import { formatCommandLine } from "./shell-words.ts";
import { formatTwoColumns } from "./two-columns.ts";
import { toAscii, toVisibleLine, makeVisible } from "./visible.ts";

test.each([
  ["\u{1b}[31mred\u{1b}[0m", "^[[31mred^[[0m"],
  ["a\u{7}b\u{7f}", "a^Gb^?"],
  ["\u{9b}2J", "\\u{9b}2J"],
  ["evil\u{202e}txt.exe", "evil\\u{202e}txt.exe"],
  ["two\r\n  lines\there", "two lines here"],
  ["限速 ◆", "限速 ◆"],
])("%j is shown as %s", (text, shown) => {
  expect(toVisibleLine(text)).toBe(shown);
});

test("in longer text lines stay lines", () => {
  expect(makeVisible("a\r\n\tb\u{1b}c")).toBe("a\n\tb^[c");
});

test("ASCII keeps what has a likeness", () => {
  expect(toAscii("Café › naïve… “限速” → 🚀")).toBe('Cafe > naive... "??" -> ?');
});

test("37: every state has its own symbol, in ASCII too", () => {
  const states: readonly Glyph[] = [
    "needs_you",
    "working",
    "checking",
    "in_review",
    "landing",
    "done",
    "failed",
    "waiting_to_start",
    "paused",
    "stopped",
    "unknown",
    "flaky",
    "conflict",
  ];
  for (const env of [UTF8, { AO_ASCII: "1" }]) {
    const terminal = aTerminal(80, env);
    expect(new Set(states.map((state) => chooseGlyph(state, terminal))).size).toBe(states.length);
  }
});

describe("a line", () => {
  test("is never wider than the terminal, and colour takes no room", () => {
    const pen = createPen(aTerminal(10));
    expect(drawLines([[createSpan("限速登录", "needs"), createSpan(" and more")]], pen)).toBe(
      "\u{1b}[1;33m限速登录\u{1b}[0m…",
    );
  });
  test("in a pipe is not cut and has no colour", () => {
    expect(drawLines([[createSpan("abcdefghijkl", "failed"), createSpan("  ")]], createPen(aTerminal(null)))).toBe(
      "abcdefghijkl",
    );
  });
  test("is set to both edges, or not at all", () => {
    expect(
      justifyLine([createSpan("left")], [createSpan("right")], 12)
        ?.map(({ text }) => text)
        .join(""),
    ).toBe("left   right");
    expect(justifyLine([createSpan("left")], [createSpan("right")], 10)).toBeNull();
  });
});

test.each([
  [900, "0s", "0.9 s"],
  [38_000, "38s", "38 s"],
  [72_000, "1m", "1m 12s"],
  [22 * 60_000, "22m", "22m 0s"],
  [90 * 60_000, "1h", "1h 30m"],
  [50 * 3_600_000, "2d", "50h 0m"],
])("%i ms is an age of %s and a duration of %s", (ms, asAge, asDuration) => {
  expect([formatAge(ms), formatDuration(ms)]).toEqual([asAge, asDuration]);
});

test("quantities", () => {
  expect([formatTokens(950), formatTokens(214_300), formatTokens(2_140_000)]).toEqual(["950", "214k", "2.1M"]);
  expect([formatBytes(0), formatBytes(512), formatBytes(4_100_000_000), formatBytes(640_000_000)]).toEqual([
    "0 B",
    "512 B",
    "4.1 GB",
    "640 MB",
  ]);
  const now = new Date(2026, 4, 4, 15, 0, 0);
  expect(formatMoment(new Date(2026, 4, 4, 14, 2, 9), now)).toBe("14:02:09");
  expect(formatMoment(new Date(2026, 4, 3, 14, 2, 9), now)).toBe("2026-05-03 14:02");
});

test("records hold one line each, whatever is in a field", () => {
  expect(
    formatRecords([
      ["a\tb", 1, null, new Date(0)],
      ["c\nd", 0.82, "", ""],
    ]),
  ).toBe("a b\t1\t\t1970-01-01T00:00:00.000Z\nc d\t0.82\t\t");
});

test("a command we print can be pasted", () => {
  expect(formatCommandLine(["ao", "send", "app-7", "it's $5", "two words", "", "#41"])).toBe(
    `ao send app-7 'it'\\''s $5' "two words" "" "#41"`,
  );
});

test("39: an error says what did not happen and what to type, wrapped to the terminal", () => {
  const parts = {
    code: "x",
    message: "change 22 was not landed: the policy refuses it and the line is long",
    facts: ["✗ approvals   0 of 1 on 51be0d2"],
    try: ["ao review app-9 --approve"],
  };
  expect(formatFailure(parts, aTerminal(60, { ...UTF8, NO_COLOR: "1" }))).toBe(
    [
      "error: change 22 was not landed: the policy refuses it and",
      "       the line is long",
      "",
      "  ✗ approvals   0 of 1 on 51be0d2",
      "",
      "try: ao review app-9 --approve",
    ].join("\n"),
  );
  expect(formatFailure(parts, aTerminal(null)).split("\n")[0]).toBe(`error: ${parts.message}`);
});

test("a command too long for the terminal is broken as a shell reads it, never cut", () => {
  const text = formatFailure(
    { code: "x", message: "no", try: [`ao new ${"long words ".repeat(8).trim()}`] },
    aTerminal(60, { ...UTF8, NO_COLOR: "1" }),
  );
  expect(text).toContain(" \\\n     ");
  expect(text.replaceAll(/ \\\n +/g, " ")).toContain(`ao new ${"long words ".repeat(8).trim()}`);
});

test("columns of help: a long left side pushes its own right side down", () => {
  expect(
    formatTwoColumns(
      [
        ["ao", "short"],
        ["x".repeat(40), "pushed"],
      ],
      80,
    ),
  ).toEqual([`  ao${" ".repeat(32)}  short`, `  ${"x".repeat(40)}`, `${" ".repeat(38)}pushed`]);
});

describe("progress", () => {
  const slow = (ms: number) => () => new Promise<string>((resolve) => setTimeout(() => resolve("done"), ms));
  test("says nothing of what is quick", async () => {
    const io = testIo({ patienceMs: 60_000, width: 80 });
    expect(await runWithProgress(io, "stopping 3 sessions", slow(5))).toBe("done");
    expect(io.stderr()).toBe("");
  });
  test("is one line that is written over on a terminal, and two lines elsewhere", async () => {
    const [terminal, pipe] = [testIo({ patienceMs: 20, width: 80 }), testIo({ patienceMs: 20 })];
    await Promise.all([terminal, pipe].map((io) => runWithProgress(io, "stopping", slow(300))));
    expect(terminal.stderr()).toMatch(/^\rstopping \d+\.\d s(\rstopping \d+\.\d s)*\r +\r$/);
    expect(pipe.stderr()).toMatch(/^stopping\nstopping: done in \d+\.\d s\n$/);
  });
  test("a sentence is said without its full stop before it is done", async () => {
    const pipe = testIo({ patienceMs: 20 });
    await runWithProgress(pipe, "landing", ({ say }) => (say("It lands on main now."), slow(100)()));
    expect(pipe.stderr()).toMatch(/^It lands on main now\.\nIt lands on main now: done in/);
  });
});
