import { expect, onTestFinished, test } from "vitest";
import { launch } from "../../../lib/run.ts";
import { hasBegun } from "./has-begun.ts";

test.runIf(process.platform === "linux").for([
  ["runs", "cat /dev/zero > /dev/null; :", true],
  ["is being prepared", "env sleep 60; :", false],
] as const)("a program that %s below its holder", async ([, script, begun]) => {
  const holder = await launch({ program: "sh", args: ["-c", script], stdout: "ignore", stderr: "ignore" });
  if (!holder.ok) throw holder.error;
  onTestFinished(() => void process.kill(-holder.pid, "SIGKILL"));
  await expect.poll(() => hasBegun(holder.pid), { timeout: 10_000 }).toBe(begun);
});

test("of a holder that is gone nothing can be told", async () => {
  expect(await hasBegun(2 ** 22 + 1)).toBe(null);
});
