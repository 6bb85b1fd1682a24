/** Who goes first among those that wait for the only place. */
import { expect, test, vi } from "vitest";
import { changeId } from "../../../domain/model/ids.ts";
import type { CheckSubject } from "../../../domain/core/subject.ts";
import { aForge, type AForge } from "../testing/a-forge.ts";
import { runScript } from "../testing/check-options.ts";
import { createKey, takeValue } from "../testing/deeds.ts";
import { createCheckSlots } from "./run/check-slots.ts";

async function aHead({ repository }: AForge): Promise<CheckSubject> {
  const tree = await repository.tree(await repository.commit({ files: { "n.txt": createKey() } }));
  return { kind: "change", change: changeId(createKey()), tree };
}

test("a change that waits to land has its checks run before those of others", async () => {
  const places = createCheckSlots(() => 1);
  const at = await aForge({
    checks: { places, settings: { commands: { test: { command: runScript("process.exit(0)"), timeoutMs: null } } } },
  });
  const held = await places.take({ urgency: 0, project: "holder", expectedMs: null }, new AbortController().signal);
  const order: string[] = [];
  const runs = ["other", "landing"].map(async (name) => {
    const of = await aHead(at);
    const request = { runId: createKey(), project: at.options.project, of, names: ["test"] };
    takeValue(await at.forge.checks.run({ ...request, isLanding: () => name === "landing" }));
    order.push(name);
  });
  await vi.waitFor(() => expect(places.countWaiting()).toBe(2), { timeout: 20_000, interval: 5 });
  held?.giveBack();
  await Promise.all(runs);
  expect(order).toEqual(["landing", "other"]);
});
