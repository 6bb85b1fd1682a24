import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createModuleHook } from "../../../src/plugins/hook/module/module-hook.ts";
import { describeHookContract } from "../hook.ts";

const MODULE = `
import { existsSync, readFileSync } from "node:fs";
export default async (call) => {
  const file = new URL("./veto", import.meta.url);
  return existsSync(file) ? { veto: readFileSync(file, "utf8") } : undefined;
};
`;

describeHookContract("a module", () => {
  const folder = mkdtempSync(join(tmpdir(), "ao-hook-"));
  const file = join(folder, "hook.mjs");
  writeFileSync(file, MODULE);
  return {
    plugin: createModuleHook({ moment: "before-landing", file }),
    veto: async (reason) => writeFileSync(join(folder, "veto"), reason),
    dispose: async () => rmSync(folder, { recursive: true }),
  };
});

test("a module that cannot be loaded, or exports nothing to call, is named", async () => {
  const call = { hook: "turn-ended", key: "1", project: "p", session: null, change: null, changes: [] } as const;
  const missing = await createModuleHook({ moment: "turn-ended", file: "/nowhere/hook.mjs" }).run(call);
  expect(missing).toMatchObject({ ok: false, error: { code: "refused" } });
});
