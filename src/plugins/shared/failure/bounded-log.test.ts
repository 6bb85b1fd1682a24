import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aFolder } from "../../local/testing/a-repository.ts";
import { createBoundedLog } from "./bounded-log.ts";
import { copyRedacted } from "./redacted-copy.ts";

function folderOfOne(): string {
  const folder = aFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function written(pieces: readonly string[], maxBytes: number): string {
  const file = join(folderOfOne(), "logs/a.log");
  const log = createBoundedLog(file, maxBytes);
  for (const piece of pieces) log.write(Buffer.from(piece));
  log.end();
  expect(existsSync(`${file}.end`)).toBe(false);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  return readFileSync(file, "utf8");
}

test.for([
  { pieces: [], kept: "" },
  { pieces: ["0123"], kept: "0123" },
  { pieces: ["0123456789"], kept: "0123456789" },
  { pieces: ["01234", "56789"], kept: "0123456789" },
  { pieces: ["0123456789a"], kept: "01234\n[… 1 bytes were cut out here …]\n6789a" },
  { pieces: [..."0123456789abcdef"], kept: "01234\n[… 6 bytes were cut out here …]\nbcdef" },
  { pieces: ["012", "3456789abcdefghijklmnopqrstuvwxyz", "!"], kept: "01234\n[… 27 bytes were cut out here …]\nwxyz!" },
])("of $pieces at most ten bytes are kept, the beginning and the end", ({ pieces, kept }) => {
  expect(written(pieces, 10)).toBe(kept);
});

test("secrets are taken out of a copy, also where a piece of it ends; the copy is there only when it is whole", async () => {
  const folder = folderOfOne();
  const [from, to] = [join(folder, "a.log"), join(folder, "deep/b.log")];
  const log = createBoundedLog(from);
  const line = `${"x".repeat(99)}\n`;
  for (let n = 0; n < 1_310; n += 1) log.write(Buffer.from(line));
  // Begins in one piece and ends in the next.
  log.write(Buffer.from(`-----BEGIN KEY-----\n${"k".repeat(300)}\n-----END KEY-----\n`));
  for (let n = 0; n < 100; n += 1) log.write(Buffer.from(line));
  log.end();
  await copyRedacted(from, to, (text) => text.replaceAll(/-----BEGIN KEY-----[^-]*-----END KEY-----/g, "[gone]"));
  const copy = readFileSync(to, "utf8");
  expect(copy).toBe(`${line.repeat(1_310)}[gone]\n${line.repeat(100)}`);
  expect(existsSync(`${to}.new`)).toBe(false);
});
