/** What checks depend on is changed while changes are open: verdicts found before do not stand, and nobody waits for one that never comes. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aStage, type Stage } from "./stage.ts";

const work = `Please.\n\n\`\`\`script\n${JSON.stringify({ start: [{ write: { "work.txt": "1\n" } }, { commit: "Add work" }] })}\n\`\`\`\n`;

/** As a person edits the file in the checkout. */
function edit(stage: Stage, set: (project: Record<string, unknown>) => void): void {
  const file = join(stage.repository, "agent-orchestrator.yaml");
  const config = JSON.parse(readFileSync(file, "utf8")) as { projects: { app: Record<string, unknown> } };
  set(config.projects.app);
  writeFileSync(file, JSON.stringify(config));
}

const checksOf = (stage: Stage, id: string) => async () => {
  const { checkResults, code } = await stage.client.change({ id });
  return [code, Object.fromEntries(checkResults.map(({ name, verdict }) => [name, verdict]))];
};

test("a check that is added runs by itself on an open change, and one that is taken away is not awaited", async () => {
  const stage = await aStage({ checks: { test: "true" } });
  const id = await stage.begin("one", work);
  const checks = checksOf(stage, id);
  await expect.poll(checks, { timeout: 40_000 }).toEqual(["review-you", { test: "passed" }]);
  edit(stage, (app) => (app["checks"] = { test: "true", e2e: "true" }));
  await expect.poll(checks, { timeout: 40_000 }).toEqual(["review-you", { test: "passed", e2e: "passed" }]);
  edit(stage, (app) => (app["checks"] = { test: "true", slow: "false" }));
  const failed = async () => (await stage.client.session({ id })).incidents.map(({ trouble }) => trouble);
  await expect.poll(failed, { timeout: 40_000 }).toEqual([]);
  const base = async () => (await stage.client.listProjects({}))[0]?.base;
  await expect.poll(base, { timeout: 40_000 }).toBe("red");
  edit(stage, (app) => (app["checks"] = { test: "true" }));
  await expect.poll(base, { timeout: 40_000 }).toBe("green");
  await expect.poll(async () => (await checks())[0], { timeout: 40_000 }).toBe("review-you");
});

test("a main that failed for want of a set-up is green once there is one, and the agent hears nothing of it", async () => {
  const stage = await aStage({ checks: { test: "test -e made" } });
  const id = await stage.begin("one", work);
  const checks = checksOf(stage, id);
  await expect.poll(async () => (await checks())[0], { timeout: 40_000 }).toBe("base-red");
  edit(stage, (app) => (app["setup"] = [["touch", "made"]]));
  await expect.poll(checks, { timeout: 40_000 }).toEqual(["review-you", { test: "passed" }]);
  expect((await stage.client.session({ id })).messages.map(({ reason }) => reason)).toEqual(["start"]);
  const again = await stage.client.checkChange({ id });
  expect(again.code).toBe("checking");
  await expect.poll(checks, { timeout: 40_000 }).toEqual(["review-you", { test: "passed" }]);
});

test("a main that failed for want of a program is green once a shell hands over a PATH with it", async () => {
  const stage = await aStage({
    project: { checks: { test: ["sh", "-c", "command -v a-linter || exit 1"] }, sandbox: "none" },
  });
  const id = await stage.begin("one", work);
  const checks = checksOf(stage, id);
  await expect.poll(async () => (await checks())[0], { timeout: 40_000 }).toBe("base-red");
  const programs = join(stage.folder, "programs");
  mkdirSync(programs);
  writeFileSync(join(programs, "a-linter"), "#!/bin/sh\n", { mode: 0o755 });
  const PATH = `${programs}:${process.env["PATH"] ?? ""}`;
  expect((await stage.client.takeEnvironment({ variables: { PATH } })).changed).toEqual(["PATH"]);
  await expect.poll(checks, { timeout: 40_000 }).toEqual(["review-you", { test: "passed" }]);
  expect((await stage.client.session({ id })).messages.map(({ reason }) => reason)).toEqual(["start"]);
});
