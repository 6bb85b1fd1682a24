/** Measured in a process of its own: in one that others use, too, memory tells nothing. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CheckResult } from "../../src/domain/checks/check.ts";
import { aForge } from "../../src/plugins/local/testing/a-forge.ts";
import { runScript } from "../../src/plugins/local/testing/check-options.ts";
import { aChange, createKey, takeValue } from "../../src/plugins/local/testing/deeds.ts";

const checked = (code: string) => ({ command: runScript(code), timeoutMs: null });

test("a hundred megabytes of output become a message in little time and memory", async () => {
  const code = `const line = "progress ".repeat(100) + "\\n"; const piece = line.repeat(100);
    let left = 100 * 1024 * 1024; const more = () => { while (left > 0) { left -= piece.length; if (!process.stdout.write(piece)) { process.stdout.once("drain", more); return; } }
    process.stdout.write("Error: the end\\n", () => process.exit(1)); }; more();`;
  const at = await aForge({ checks: { settings: { commands: { test: checked(code), small: checked("0") } } } });
  const { id, head } = await aChange(at, { files: { "a.txt": "a" } });
  const check = async (name: string): Promise<readonly CheckResult[]> => {
    const of = { kind: "change", change: id, tree: head.tree } as const;
    return takeValue(await at.forge.checks.run({ runId: createKey(), project: at.options.project, of, names: [name] }));
  };
  // What the first check of all costs is not what a long one costs.
  await check("small");
  const before = process.memoryUsage.rss();
  const [result] = await check("test");
  expect(result?.evidence).toContain("Error: the end");
  const grown = (process.memoryUsage.rss() - before) / 1_024 / 1_024;
  expect(grown).toBeLessThan(64);
  const log = readFileSync(join(at.repository.folder, "sessions/shop-a/logs/test.log"));
  expect(log.length).toBeGreaterThan(64 * 1_024 * 1_024);
  expect(log.length).toBeLessThan(64 * 1_024 * 1_024 + 200);
});
