import { existsSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { changeId } from "../../../domain/model/ids.ts";
import { aForge } from "../testing/a-forge.ts";
import { runScript } from "../testing/check-options.ts";
import { aChange, createKey, takeValue } from "../testing/deeds.ts";

const DAY_MS = 24 * 60 * 60_000;

test("after two weeks a log is gone and its result is not; trial merges go, the person's objects stay", async () => {
  let now = Date.now();
  const settings = {
    commands: { test: { command: runScript("console.log('Error'); process.exit(1)"), timeoutMs: null } },
  };
  const at = await aForge({ wallMs: () => now, checks: { settings } });
  const change = await aChange(at, { files: { "a.txt": "1" } });
  await at.repository.git("commit", "--quiet", "--allow-empty", "-m", "Mine");
  takeValue(await at.forge.scm.since(null));
  const tree = change.head.tree;
  const run = async () =>
    takeValue(
      await at.forge.checks.run({
        ...{ runId: createKey(), project: at.options.project, names: ["test"] },
        of: { kind: "change", change: changeId("shop#1"), tree },
      }),
    );
  await run();
  expect(at.forge.results.ofTree(tree)).toMatchObject([{ hasLog: true }]);
  const logs = join(at.options.checks.folder, "logs");
  const [first = ""] = readdirSync(logs);
  const objects = join(at.options.gitDir, "objects");
  const loose = () => readdirSync(objects, { recursive: true }).filter((name) => /^..\/.{38}$/.test(String(name)));
  for (const name of loose()) utimesSync(join(objects, String(name)), now / 1_000 - 999_999, now / 1_000 - 999_999);
  now += 15 * DAY_MS;
  await run();
  const next = at.again();
  await at.forge.close();
  expect(existsSync(join(logs, first))).toBe(false);
  expect(next.results.ofTree(tree)).toMatchObject([{ verdict: "failed", hasLog: true }]);
  expect(loose()).toEqual([]);
  await at.repository.git("fsck", "--strict", "--no-dangling");
});
