import { expect, test } from "vitest";
import { changeId } from "../../../domain/model/ids.ts";
import { findCeilings } from "../../../lib/ceiling/find-ceilings.ts";
import { aForge } from "../testing/a-forge.ts";
import { checkOptions } from "../testing/check-options.ts";
import { takeValue } from "../testing/deeds.ts";

test("a check that takes more memory than it may has failed by it, and says so", async () => {
  const { means } = await findCeilings({ env: process.env, mayMove: false });
  const at = await aForge();
  const eats = "head -c 1000000000 /dev/zero | tail -c 1000000000 | sleep 30";
  const settings = { commands: { test: { command: ["sh", "-c", eats], timeoutMs: null } } };
  const limits = () => ({ means, ceiling: { memoryBytes: 120_000_000, processes: 100 }, prefix: "ao-test-" });
  const { folder } = at.repository;
  const forge = at.again({ checks: checkOptions(folder, { settings, limits }) });
  const of = { kind: "change", change: changeId("shop#1"), tree: await at.repository.tree("main") } as const;
  const [result] = takeValue(await forge.checks.run({ runId: "r", project: at.options.project, of, names: ["test"] }));
  expect(result).toMatchObject({
    verdict: "failed",
    evidence: expect.stringMatching(/120 MB and was ended \(memory_limit\)/),
  });
});
