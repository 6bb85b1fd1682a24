import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { findProgram } from "../process/find-program.ts";
import { runProgram } from "../run.ts";
import { measurePrivateTmpfs } from "./private-tmpfs.ts";

const bwrap = process.platform === "linux" ? findProgram("bwrap") : null;
const MB = 1_000_000;

test("what lies in a /tmp that everybody has counts for nobody", () => {
  expect(measurePrivateTmpfs([{ pid: process.pid }])).toBe(0);
});

test.skipIf(bwrap === null)("files in a /tmp of its own count once, however many processes see them", async () => {
  const script = "head -c 40000000 /dev/zero > /tmp/big; echo ready; sleep 60";
  const ended = new AbortController();
  let pid = 0;
  let bytes = 0;
  await runProgram({
    program: bwrap ?? "",
    args: ["--bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "sh", "-c", script],
    timeoutMs: 30_000,
    signal: ended.signal,
    onStart: (started) => void (pid = started),
    onOutput: () => {
      const below = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").map(Number);
      bytes = measurePrivateTmpfs([pid, ...below, process.pid, 999_999_999].map((one) => ({ pid: one })));
      ended.abort();
    },
  });
  expect(bytes).toBeGreaterThanOrEqual(40 * MB);
  expect(bytes).toBeLessThan(60 * MB);
});
