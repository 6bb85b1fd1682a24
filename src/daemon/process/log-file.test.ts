import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aSmallDisk, canMount, fill } from "../../../test/fixtures/small-disk.ts";
import { aFolder } from "../../store/testing/folder.ts";
import { openLogFile } from "./log-file.ts";

test("a log that has grown too large makes room for a new one, and the one before it stays", () => {
  const path = join(aFolder(), "daemon.log");
  writeFileSync(path, "old\n");
  const log = openLogFile(path, 10);
  onTestFinished(log.close);
  log.write("0123456789\n");
  log.write("new\n");
  expect(readFileSync(path, "utf8")).toBe("new\n");
  expect(readFileSync(`${path}.1`, "utf8")).toBe("old\n0123456789\n");
});

test.skipIf(!canMount)(
  `a full disk loses lines and throws nothing; then the log says how many${canMount ? "" : " (needs root on Linux)"}`,
  () => {
    const folder = aSmallDisk(64);
    const path = join(folder, "daemon.log");
    const log = openLogFile(path);
    onTestFinished(log.close);
    log.write("first\n");
    const filler = fill(folder, 0);
    const long = `${"x".repeat(5_000)}\n`;
    log.write(long);
    log.write(long);
    expect(existsSync(filler)).toBe(true);
    writeFileSync(filler, "");
    log.write("last\n");
    const lines = readFileSync(path, "utf8").trim().split("\n");
    expect(lines[0]).toBe("first");
    expect(JSON.parse(lines.at(-2) ?? "")).toMatchObject({ lines: 2, level: 40 });
    expect(lines.at(-1)).toBe("last");
  },
);
