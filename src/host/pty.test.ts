import { expect, onTestFinished, test } from "vitest";
import { openPty } from "./pty.ts";

const INPUT = 300_000;
/** Says much before it reads anything, then how much it has read. */
const SCRIPT = `stty raw -echo; echo ready; head -c 3000000 /dev/zero | tr '\\0' a; head -c ${INPUT} | wc -c; sleep 60`;

test("a long text reaches a program that speaks before it listens, and neither waits for the other", async () => {
  const env = { PATH: process.env["PATH"] ?? "", TERM: "xterm" };
  const pty = openPty({ argv: ["sh", "-c", SCRIPT], env, size: { cols: 80, rows: 24 } });
  const ended = new Promise<void>((resolve) => pty.onEnd(resolve));
  onTestFinished(async () => {
    pty.hangUp();
    await ended;
  });
  let said = "";
  pty.onData((bytes) => (said += Buffer.from(bytes).toString("latin1")));
  await expect.poll(() => said, { timeout: 20_000 }).toContain("ready");
  pty.write("x".repeat(INPUT));
  await expect.poll(() => said, { timeout: 20_000 }).toContain(String(INPUT));
});
