/** How many checks run at once is a setting of the home; without it half as many as there are cores. */
import { mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aFolder } from "../../src/store/testing/folder.ts";
import { aStage } from "./stage.ts";

test("as many checks run at once as max_parallel_checks says", async () => {
  const count = Math.floor(availableParallelism() / 2) + 1;
  const begun = join(aFolder(), "begun");
  mkdirSync(begun);
  const names = Array.from({ length: count }, (_, n) => `check${n}`);
  /** Each passes if all of them run at once. */
  const waits = `touch "$0/$1"; for n in $(seq 100); do [ $(ls "$0" | wc -l) -ge ${count} ] && exit 0; sleep 0.1; done; rm "$0/$1"; exit 1`;
  const checks = Object.fromEntries(names.map((name) => [name, ["sh", "-c", waits, begun, name]]));
  const stage = await aStage({
    project: { checks, sandbox: "none" },
    file: { orchestrator: { max_parallel_checks: count } },
  });
  await stage.client.checkBase({ id: "app" });
  const base = async () => (await stage.client.listProjects({}))[0]?.base;
  await expect.poll(base, { timeout: 60_000 }).toMatch(/green|red/);
  expect(await base()).toBe("green");
}, 90_000);
