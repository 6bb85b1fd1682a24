import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileSource } from "../../../../lib/byte-source.ts";
import { aFolder } from "../../../../store/testing/folder.ts";
import { limitLength } from "../conversation/bounded.ts";
import { readSpoolLines, type SpoolLine } from "./spool.ts";

async function read(file: string, from = 0): Promise<readonly SpoolLine[]> {
  const lines: SpoolLine[] = [];
  for await (const line of readSpoolLines(fileSource(file), from)) lines.push(line);
  return lines;
}

test("a line is read once it is whole, also by a reader who came when half of it was there", async () => {
  const file = join(aFolder(), "out");
  expect(await read(file)).toEqual([]);
  writeFileSync(file, '{"a":1}\n{"b"');
  expect(await read(file)).toEqual([{ text: '{"a":1}', endsAt: 8 }]);
  appendFileSync(file, ":2}\n");
  expect(await read(file, 8)).toEqual([{ text: '{"b":2}', endsAt: 16 }]);
});

test("letters and lines that lie across two readings of the disk stay whole", async () => {
  const file = join(aFolder(), "out");
  const lines = Array.from({ length: 200 }, (_, n) => `${n}:${"é".repeat(3_000)}`);
  writeFileSync(file, `${lines.join("\n")}\n`);
  expect((await read(file)).map(({ text }) => text)).toEqual(lines);
});

test("a line longer than any message is passed over, and the next one is read", async () => {
  const file = join(aFolder(), "out");
  writeFileSync(file, `${"x".repeat(17 * 1024 * 1024)}\nnext\n`);
  expect((await read(file)).map(({ text }) => text)).toEqual(["", "next"]);
});

test("of a long text its beginning and its end are kept, and how much is missing is said", () => {
  const text = Array.from({ length: 1_000 }, (_, n) => `line ${n}`).join("\n");
  const kept = limitLength(text, 200);
  expect(kept).toMatch(/^line 0\n[\s\S]*… \d+ characters omitted …[\s\S]*\nline 999$/);
  expect(kept.length).toBeLessThan(260);
  expect(limitLength("short", 200)).toBe("short");
  expect(limitLength("😀".repeat(200), 101)).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
});
