import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { launch } from "../../../../lib/run.ts";
import { hasBegun } from "./has-begun.ts";

test.runIf(process.platform === "linux").for([
  ["runs", "sleep 60; :", true],
  ["has started others", "sh -c 'env sleep 60; :'; :", true],
  ["runs in its sandbox", "bash -c 'exec -a bwrap sh -c \"sleep 60; :\"'; :", true],
  ["is being prepared", "bash -c 'exec -a bwrap sleep 60'; :", false],
  ["has ended and is written down", "bash -c 'exec -a sync sleep 60'; :", false],
] as const)("a program that %s, below its holder", async ([, script, begun]) => {
  const holder = await launch({ program: "sh", args: ["-c", script], stdout: "ignore", stderr: "ignore" });
  if (!holder.ok) throw holder.error;
  onTestFinished(() => void process.kill(-holder.pid, "SIGKILL"));
  await expect.poll(() => lastBelow(holder.pid), { timeout: 10_000 }).toMatch(/^\S+ 60$/);
  expect(hasBegun(holder.pid)).toBe(begun);
});

test("of a holder that is gone nothing can be told", () => {
  expect(hasBegun(2 ** 22 + 1)).toBe(null);
});

/** What the youngest of all is called with. */
function lastBelow(pid: number): string {
  const child = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  if (child !== "") return lastBelow(Number(child));
  return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").join(" ").trim();
}
