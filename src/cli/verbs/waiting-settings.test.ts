import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aFolder } from "../../store/testing/folder.ts";
import { fixtureDaemon, FixtureRefusal } from "../testing/fixture-daemon.ts";
import { ao } from "../testing/run-ao.ts";
import { aProject, aWhy } from "../testing/views.ts";

const SENTENCE =
  'New settings of app wait for you to accept them (setup: npm ci (instead of npm install); a: 1; b: 2; and 1 more, see ao doctor): ao start "/code/my app"\n';

async function aWaitingProject(file: string | null = null, inForce: string | null = null) {
  const waiting = { hash: "h", lines: ["setup: npm ci (instead of npm install)", "a: 1", "b: 2", "c: 3"], inForce };
  const others = aProject({ id: "other", waiting: { hash: "h", lines: ["d: 4"], inForce: null }, configFile: null });
  const daemon = await fixtureDaemon({
    listProjects: () => [aProject({ path: "/code/my app", waiting, configFile: file }), others],
    startSession: () => ({ id: "app-fix-it", stopped: [] }),
    why: () => aWhy(),
  });
  onTestFinished(() => daemon.close());
  return { env: { ...daemon.env, NO_COLOR: "1" } };
}

test("ao new and ao why say beside their answer which settings of that project wait", async () => {
  const program = await aWaitingProject();
  const started = await ao(program, "new", "Fix it", "--project", "app");
  expect(started).toEqual({ code: 0, stdout: "app-fix-it\n", stderr: SENTENCE });
  expect(await ao(program, "why", "app-7")).toMatchObject({ code: 0, stderr: SENTENCE });
});

test("what was asked for is done where the daemon does not say what waits", async () => {
  const listProjects = () => {
    throw new FixtureRefusal(403, { code: "forbidden", message: "an agent only reads about its own session" });
  };
  const startSession = () => ({ id: "app-fix-it", stopped: [] });
  const daemon = await fixtureDaemon({ listProjects, startSession, why: () => aWhy() });
  onTestFinished(() => daemon.close());
  expect(await ao(daemon, "new", "Fix it", "--project", "app")).toEqual({
    ...{ code: 0, stdout: "app-fix-it\n", stderr: "" },
  });
  expect(await ao(daemon, "why", "app-7")).toMatchObject({ code: 0, stderr: "" });
});

test("ao config get says what is in force while another value waits, and nothing while it does not", async () => {
  const cwd = aFolder();
  const file = join(cwd, "agent-orchestrator.yaml");
  writeFileSync(file, "projects: { app: { autonomy: land, sessionPrefix: x } }\n");
  const inForce = "projects: { app: { autonomy: observe, sessionPrefix: x } }\n";
  const program = { ...(await aWaitingProject(file, inForce)), cwd };
  expect(await ao(program, "config", "get", "projects.app.autonomy")).toEqual({
    code: 0,
    stdout: "land\n",
    stderr: 'in force is observe: what the file says waits for you to accept it: ao start "/code/my app"\n',
  });
  expect(await ao(program, "config", "get", "projects.app.sessionPrefix")).toMatchObject({ stdout: "x\n", stderr: "" });
});

test("settings that cannot be read are said beside the answer", async () => {
  const problem = { severity: "error", file: "/code/app/agent-orchestrator.yaml", line: 3, key: "x" } as const;
  const problems = [
    { ...problem, severity: "warning" as const, sentence: "is old" },
    { ...problem, sentence: "unknown key `x` (line 3)" },
    { ...problem, sentence: "unknown key `y` (line 4)" },
  ];
  const daemon = await fixtureDaemon({ listProjects: () => [aProject({ problems })], why: () => aWhy() });
  onTestFinished(() => daemon.close());
  expect(await ao({ env: daemon.env }, "why", "app-7")).toMatchObject({
    code: 0,
    stderr: "The settings of app have 2 problems (unknown key `x` (line 3); unknown key `y` (line 4)): ao doctor\n",
  });
});

test("ao config show says which projects have settings in the file that wait", async () => {
  const cwd = aFolder();
  const file = join(cwd, "agent-orchestrator.yaml");
  writeFileSync(file, "projects: { app: { autonomy: land } }\n");
  const program = { ...(await aWaitingProject(file)), cwd };
  expect(await ao(program, "config", "show")).toMatchObject({ code: 0, stderr: SENTENCE });
});
