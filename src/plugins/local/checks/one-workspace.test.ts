/** Checks of one tree use one workspace, one after another, where they cannot run at once. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import type { CheckResult } from "../../../domain/checks/check.ts";
import { changeId } from "../../../domain/model/ids.ts";
import type { CheckSubject } from "../../../domain/core/subject.ts";
import { layInWorkspace } from "../../../lib/prepared/lay-in-workspace.ts";
import type { PreparedFolders } from "../../../lib/prepared/prepared.ts";
import { aForge } from "../testing/a-forge.ts";
import { aFolder } from "../testing/a-repository.ts";
import { runScript, type TestChecks } from "../testing/check-options.ts";
import { createKey, takeValue } from "../testing/deeds.ts";
import { createCheckSlots } from "./run/check-slots.ts";

const fs = `const fs = require("node:fs");`;
const never = new AbortController().signal;
const isWorkspace = (name: string): boolean => /^\d+$/.test(name);

type Wishes = TestChecks & { readonly code?: string };

/** Checks called a, b and c of one tree, which run `code`; they and set-up say in `said` that they ran, and where. */
async function aShop(max: number, { code = "", settings, ...more }: Wishes = {}) {
  const places = createCheckSlots(() => max);
  const says = (name: string) =>
    `${fs} fs.appendFileSync(process.cwd() + "/../../said", ${name} + require("node:path").basename(require("node:path").dirname(process.cwd())) + " ");`;
  const command = runScript(`${says("process.env.AO_CHECK")} ${code}`);
  const check = { command, timeoutMs: null };
  const setup = [
    runScript(`${says('"set-up"')} fs.mkdirSync("deps", { recursive: true }); fs.writeFileSync("deps/made", "x");`),
  ];
  const at = await aForge({
    files: { "a.txt": "a", ".gitignore": "deps\n*.log\n" },
    checks: {
      places,
      settings: { commands: { a: check, b: check, c: check }, setup, cache: ["deps"], ...settings },
      ...more,
    },
  });
  const { folder } = at.options.checks;
  const tree = await at.repository.tree(await at.repository.commit({ files: { "n.txt": createKey() } }));
  const ask = async (names: readonly string[], of: CheckSubject): Promise<readonly CheckResult[]> =>
    takeValue(await at.forge.checks.run({ runId: createKey(), project: at.options.project, of, names }));
  const said = (): readonly string[] =>
    existsSync(join(folder, "said")) ? readFileSync(join(folder, "said"), "utf8").trim().split(" ") : [];
  return {
    ...{ folder, places },
    run: (names: readonly string[]) => ask(names, { kind: "change", change: changeId(createKey()), tree }),
    runOnBase: (names: readonly string[]) => ask(names, { kind: "base", project: at.options.project, tree }),
    setups: (): number => said().filter((word) => word.startsWith("set-up")).length,
    checksRun: (): readonly string[] => said().filter((word) => !word.startsWith("set-up")),
    workspaces: (): readonly string[] => readdirSync(folder).filter(isWorkspace).toSorted(),
  };
}

const verdicts = (results: readonly CheckResult[]) => results.map(({ verdict }) => verdict);

async function until(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !isSo(); await pause(5)) if (Date.now() > end) throw new Error("it never came");
}

test("with one place, the checks of a tree share one workspace and one set-up", async () => {
  const shop = await aShop(1);
  expect(verdicts(await shop.run(["a", "b", "c"]))).toEqual(["passed", "passed", "passed"]);
  expect([shop.setups(), shop.workspaces(), shop.checksRun().length]).toEqual([1, ["0"], 3]);
});

test("without kept folders they share one workspace, and set-up runs for each: what it made may have been changed", async () => {
  const shop = await aShop(1, { settings: { cache: [] } });
  expect(verdicts(await shop.run(["a", "b", "c"]))).toEqual(["passed", "passed", "passed"]);
  expect([shop.setups(), shop.workspaces()]).toEqual([3, ["0"]]);
});

test("where there are places for two they run at once, each in a workspace of its own", async () => {
  const other = `const other = process.env.AO_CHECK === "a" ? "b" : "a";
    setInterval(() => { if (fs.readFileSync(process.cwd() + "/../../said", "utf8").includes(other)) process.exit(0); }, 5);`;
  const shop = await aShop(2, { code: other });
  expect(verdicts(await shop.run(["a", "b"]))).toEqual(["passed", "passed"]);
  expect([shop.setups(), shop.workspaces()]).toEqual([2, ["0", "1"]]);
});

test("nothing that a check leaves reaches the next one in its workspace", async () => {
  const spoils = `const git = ".git/hooks/left"; const left = [git, "left.txt", "left.log", "sub/.git/HEAD", process.env.TMPDIR + "/left"];
    if (left.some((file) => fs.existsSync(file)) || fs.readFileSync("a.txt", "utf8") !== "a") process.exit(3);
    for (const folder of [".git/hooks", "sub/.git"]) fs.mkdirSync(folder, { recursive: true });
    for (const file of left) fs.writeFileSync(file, ""); fs.writeFileSync("a.txt", "spoiled"); fs.chmodSync("a.txt", 0o755);
    require("node:child_process").spawn(process.execPath, ["-e",
      'setTimeout(() => require("node:fs").writeFileSync("left.txt", ""), 300)'], { detached: true, stdio: "ignore" }).unref();`;
  const shop = await aShop(1, { code: spoils });
  expect(verdicts(await shop.run(["a", "b", "c"]))).toEqual(["passed", "passed", "passed"]);
  expect(shop.workspaces()).toEqual(["0"]);
});

test("a workspace that was laid out for one check goes to another one of its tree whose place comes first", async () => {
  const shop = await aShop(1);
  const held = await shop.places.take({ urgency: 0, project: "holder", expectedMs: null }, never);
  const first = shop.run(["a"]);
  await until(() => existsSync(join(shop.folder, "0/tree/n.txt")));
  const second = shop.runOnBase(["b"]);
  await until(() => shop.places.countWaiting() === 2);
  held?.giveBack();
  await Promise.all([first, second]);
  expect([shop.checksRun(), shop.setups(), shop.workspaces()]).toEqual([["b0", "a0"], 1, ["0"]]);
});

test("a prepared folder is put back for the next one, which finds nothing of what the last one did to it", async () => {
  const spoils = `if (fs.readFileSync("deps/made", "utf8") !== "prepared" || fs.existsSync("deps/left")) process.exit(3);
    fs.writeFileSync("deps/made", "spoiled"); fs.writeFileSync("deps/left", "");`;
  const items = aFolder();
  onTestFinished(() => rmSync(items, { recursive: true }));
  mkdirSync(join(items, "0"));
  writeFileSync(join(items, "0/made"), "prepared");
  const list = { items: [{ path: "deps", at: "0" }], texts: [], links: [], settings: [] };
  const entry = { tree: "", madeIn: items, isOfTree: false, ...list };
  const prepared: PreparedFolders = {
    lay: async () => null,
    layInDesk: async (desk, { signal }) => layInWorkspace(desk, { entry, key: "key", items, signal }),
    end: async () => undefined,
  };
  const shop = await aShop(1, { code: spoils, prepared });
  expect(verdicts(await shop.run(["a", "b", "c"]))).toEqual(["passed", "passed", "passed"]);
  expect([shop.setups(), shop.workspaces()]).toEqual([0, ["0"]]);
});
