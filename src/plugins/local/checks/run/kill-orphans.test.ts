import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test } from "vitest";
import { changeId } from "../../../../domain/model/ids.ts";
import { aChild } from "../../../../store/testing/child.ts";
import { aForge } from "../../testing/a-forge.ts";
import { checkOptions, runScript } from "../../testing/check-options.ts";
import { takeValue } from "../../testing/deeds.ts";

const moduleOf = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);

async function until(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !isSo(); await pause(5)) if (Date.now() > end) throw new Error("it never came");
}

const isAlive = (pid: number): boolean =>
  existsSync(`/proc/${pid}`) && !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z");

/** Says its number, ends well once it is let go, and would go on for ever otherwise; what it starts leaves its group. */
const code = `const fs = require("node:fs"); const { spawn } = require("node:child_process");
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { detached: true, stdio: "ignore" });
  fs.appendFileSync(process.env.BEGUN, process.pid + " " + child.pid + "\\n");
  setInterval(() => { if (fs.existsSync(process.env.OPEN)) { child.kill(); process.exit(0); } }, 5);`;

test("a daemon dies in the middle of a check: the next one ends what is left of it, and runs it again under the same name", async () => {
  const at = await aForge();
  const { folder } = at.repository;
  const [begun, open] = [join(folder, "begun"), join(folder, "open")];
  const pids = (): readonly number[] =>
    existsSync(begun) ? readFileSync(begun, "utf8").trim().split(/\s/).map(Number) : [];
  const tree = await at.repository.tree("main");
  const environment = { PATH: process.env["PATH"] ?? "", BEGUN: begun, OPEN: open };
  const settings = { commands: { test: { command: runScript(code), timeoutMs: null } } };
  const request = {
    ...{ runId: "run:1", project: at.options.project, names: ["test"] },
    of: { kind: "change", change: changeId("shop#1"), tree } as const,
  };
  const { checks: _, ...options } = at.options;
  const daemon = aChild(`
    import { createLocalForge } from ${moduleOf("../../local-forge.ts")};
    import { createCheckSlots } from ${moduleOf("./check-slots.ts")};
    const checks = {
      settings: () => ({ setup: [], setupKey: [], cache: [], copy: [], symlinks: [], ...${JSON.stringify(settings)} }),
      folder: ${JSON.stringify(join(folder, "checks"))}, environment: async () => (${JSON.stringify(environment)}),
      sandbox: { name: "none", wrap: ({ argv }) => argv }, home: () => ({ opened: { read: [], write: [] } }), places: createCheckSlots(() => 1),
      logDirOf: () => "", redact: (text) => text, warn: console.error,
    };
    const forge = createLocalForge({ ...${JSON.stringify(options)}, checks });
    await forge.checks.run(${JSON.stringify(request)});`);
  await until(() => pids().length === 2);
  process.kill(daemon.pid(), "SIGKILL");
  await daemon.ended;
  const first = pids();
  expect(first.map(isAlive)).toEqual([true, true]);

  const checks = checkOptions(folder, { settings, environment: async () => environment });
  const answer = at.again({ checks }).checks.run(request);
  await until(() => pids().length === 4);
  expect(first.map(isAlive)).toEqual([false, false]);
  writeFileSync(open, "");
  expect(takeValue(await answer)).toMatchObject([{ name: "test", verdict: "passed" }]);
});

test("a daemon that ends stops its checks, and the next one runs them", async () => {
  const at = await aForge();
  const { folder } = at.repository;
  const [begun, open] = [join(folder, "begun"), join(folder, "open")];
  const environment = async () => ({ PATH: process.env["PATH"] ?? "", BEGUN: begun, OPEN: open });
  const settings = {
    commands: { test: { command: runScript(code.replace("detached: true, ", "")), timeoutMs: null } },
  };
  const checks = checkOptions(folder, { settings, environment });
  const request = {
    ...{ runId: "run:1", project: at.options.project, names: ["test"] },
    of: { kind: "base", project: at.options.project, tree: await at.repository.tree("main") } as const,
  };
  const first = at.again({ checks });
  const answer = first.checks.run(request);
  await until(() => existsSync(begun) && readFileSync(begun, "utf8").endsWith("\n"));
  await first.close();
  expect(await answer).toMatchObject({ ok: false, error: { code: "unavailable" } });
  expect(readFileSync(begun, "utf8").trim().split(/\s/).map(Number).map(isAlive)).toEqual([false, false]);
  writeFileSync(open, "");
  expect(takeValue(await at.again({ checks }).checks.run(request))).toMatchObject([{ verdict: "passed" }]);
});
