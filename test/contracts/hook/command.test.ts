import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { createCommandHook } from "../../../src/plugins/hook/command/command-hook.ts";
import { hookNames, type HookCall, type HookName, type HookPlugin } from "../../../src/slots/hook.ts";
import { describeHookContract } from "../hook.ts";

/** Keeps what it was told; says no where a file gives the reason. */
const PROGRAM = `
const { existsSync, readFileSync, writeFileSync } = require("node:fs");
writeFileSync("told.json", JSON.stringify({ input: JSON.parse(readFileSync(0, "utf8")), moment: process.env.AO_HOOK }));
if (existsSync("veto")) { console.log("thinking"); console.log(readFileSync("veto", "utf8")); process.exit(1); }
`;

function aProgram(ended: (call: HookCall, how: string | null) => void = () => {}) {
  const cwd = mkdtempSync(join(tmpdir(), "ao-hook-"));
  const command = [process.execPath, "-e", PROGRAM] as const;
  const at = (moment: HookName, timeoutMs = 20_000): HookPlugin =>
    createCommandHook({ moment, command, timeoutMs, cwd, env: process.env, ended });
  return { cwd, at, end: () => rmSync(cwd, { recursive: true }) };
}

describeHookContract("a command", () => {
  const program = aProgram();
  const plugins = new Map(
    hookNames.filter((name) => name === "before-landing").map((name) => [name, program.at(name)]),
  );
  const silent = program.at("session-ended");
  return {
    plugin: { name: "command", run: (call) => (plugins.get("before-landing") ?? silent).run(call) },
    veto: async (reason) => writeFileSync(join(program.cwd, "veto"), reason),
    dispose: async () => program.end(),
  };
});

const call: HookCall = {
  ...{ hook: "after-landing", key: "land:1", project: "shop", session: "shop-a", change: "shop#1" },
  changes: ["shop#1"],
};

test("after a deed nobody waits for it, and its failure is told", async () => {
  const ended = vi.fn();
  const program = aProgram(ended);
  writeFileSync(join(program.cwd, "veto"), "the server is down");
  expect(await program.at("after-landing").run(call)).toEqual({ ok: true, value: { kind: "go_on" } });
  await vi.waitFor(() => expect(ended).toHaveBeenCalledWith(call, "exit code 1: the server is down"), 20_000);
  expect(JSON.parse(readFileSync(join(program.cwd, "told.json"), "utf8"))).toEqual({ input: call, moment: call.hook });
  program.end();
});

test("one that hangs before a deed stops it, and one that is not there is refused", async () => {
  const program = aProgram();
  const hangs = createCommandHook({
    ...{ moment: "before-landing", timeoutMs: 50, cwd: program.cwd, env: process.env, ended: () => {} },
    command: [process.execPath, "-e", "setInterval(() => {}, 1000)"],
  });
  const before: HookCall = { ...call, hook: "before-landing" };
  expect(await hangs.run(before)).toMatchObject({
    value: { kind: "veto", reason: "the hook did not answer (timeout)" },
  });
  const missing = createCommandHook({
    ...{ moment: "before-landing", timeoutMs: 5_000, cwd: program.cwd, env: process.env, ended: () => {} },
    command: ["/nowhere/at-all"],
  });
  expect(await missing.run(before)).toMatchObject({ ok: false, error: { code: "refused" } });
  program.end();
});
