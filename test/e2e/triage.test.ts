/** A main that fails by two causes: a session for each, each fixes its own, both land, and main is green. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aStage, type Stage } from "./stage.ts";

const node = process.execPath;
const files: Readonly<Record<string, string>> = {
  "src/add.mjs": "export const add = (a, b) => a - b;\n",
  "src/old.mjs": "var one = 1;\nexport { one };\n",
  "test/add.test.mjs": [
    'import test from "node:test";',
    'import assert from "node:assert";',
    'import { add } from "../src/add.mjs";',
    'test("adds", () => assert.equal(add(2, 3), 5));',
    'test("runs", () => assert.ok(true));\n',
  ].join("\n"),
  "lint.mjs": [
    'import { readFileSync } from "node:fs";',
    'const bad = /^var /m.test(readFileSync("src/old.mjs", "utf8"));',
    'if (bad) console.log("src/old.mjs: error: unexpected var");',
    "process.exitCode = bad ? 1 : 0;\n",
  ].join("\n"),
  // An agent that knows one thing: to fix the failure that its task names.
  "agent.sh": [
    "task=$(cat)",
    'case "$task" in',
    "*'of `lint`'*) sed -i 's/^var/const/' src/old.mjs ;;",
    "*'of `test`'*) sed -i 's/a - b/a + b/' src/add.mjs ;;",
    "esac",
    "git commit -qam Fix\n",
  ].join("\n"),
};

test("a failing test and a lint error on main: two triage sessions, each fixes its own, both land", async () => {
  const stage = await aStage({
    agentConfig: { command: ["sh", "agent.sh"] },
    checks: {
      test: `${node} --test --test-reporter=tap test/add.test.mjs`,
      lint: `${node} lint.mjs`,
    },
    file: { policy: { preset: "hands-off" }, orchestrator: { max_parallel_agents: 2, auto_assign: false } },
    prepare: async (repository, git) => {
      for (const folder of ["src", "test"]) mkdirSync(join(repository, folder));
      for (const [path, text] of Object.entries(files)) writeFileSync(join(repository, path), text);
      await git("add", ".");
      await git("commit", "-q", "-m", "Fail twice");
    },
  });
  const groups = await triaged(stage);
  expect(groups.map(({ check, tests }) => [check, tests])).toEqual([
    ["test", ["adds"]],
    ["lint", []],
  ]);
  const sessions: string[] = [];
  for (const { issue } of groups)
    sessions.push((await stage.client.startSession({ projectId: "app", issue: issue.name })).id);
  for (const id of sessions) {
    const { change } = await stage.until(id, "ready to land", ({ attention }) => attention.code === "ready-to-land");
    await stage.client.landChange({ id: change?.id ?? "" });
  }
  for (const id of sessions) {
    const { turns } = await stage.until(id, "a landing", ({ change }) => change?.state === "landed");
    expect(turns).toBe(1);
  }
  expect(await stage.git("grep", "-c", "a + b", "main", "--", "src/add.mjs")).toContain(":1");
  expect(await stage.git("grep", "-c", "^const", "main", "--", "src/old.mjs")).toContain(":1");
}, 120_000);

const WITHIN_MS = 60_000;

async function triaged({ client }: Stage) {
  await expect
    .poll(() => client.triage({ projectId: "app", run: "r", waitMs: 1_000 }), { timeout: WITHIN_MS })
    .toMatchObject({ state: "done" });
  return (await client.triage({ projectId: "app", run: "r", waitMs: 1_000 })).groups;
}
