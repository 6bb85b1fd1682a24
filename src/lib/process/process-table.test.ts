import { afterAll, expect, test } from "vitest";
import { launch } from "../run.ts";
import { openProcessTable, createPsTable } from "./process-table.ts";

const env = { PATH: "/usr/bin:/bin", MARK: "here it is" };
const launched = await launch({ program: "sleep", args: ["300"], env, stdout: "ignore", stderr: "ignore" });
const pid = launched.ok ? launched.pid : 0;
afterAll(() => process.kill(pid, "SIGKILL"));

test("a process is found with its family, its words and its environment", async () => {
  const found = await openProcessTable().find(pid);
  expect(found).toMatchObject({ pid, parent: process.pid, group: pid });
  expect(found?.args().slice(0, 2)).toEqual(["sleep", "300"]);
  expect(found?.startTime).toBe((await openProcessTable().find(pid))?.startTime);
  expect((await openProcessTable().all()).map((entry) => entry.pid)).toContain(pid);
});

test.runIf(process.platform === "linux")("what it was started with is told where the system tells", async () => {
  const found = await openProcessTable().find(pid);
  expect(found?.session).toBe(pid);
  expect(found?.hasInEnvironment("MARK=here it is")).toBe(true);
  expect(found?.hasInEnvironment("MARK=here")).toBe(false);
});

test("a number that nobody has is nobody", async () => {
  expect(await openProcessTable().find(4_194_305)).toBeNull();
  expect(await createPsTable().find(4_194_305)).toBeNull();
});

test("one that has ended and waits for its parent is gone", async () => {
  const child = await launch({ program: "sleep", args: ["300"], stdout: "ignore", stderr: "ignore" });
  if (!child.ok) throw child.error;
  process.kill(child.pid, "SIGKILL");
  while ((await openProcessTable().find(child.pid)) !== null) await new Promise((resolve) => setImmediate(resolve));
  expect((await openProcessTable().all()).map((entry) => entry.pid)).not.toContain(child.pid);
});

test("without /proc the same is asked of ps", async () => {
  const found = await createPsTable().find(pid);
  expect(found).toMatchObject({ pid, parent: process.pid, group: pid, session: null });
  expect(found?.startTime).toMatch(/^\w+_\w+_\d+_\d\d:\d\d:\d\d_\d{4}$/);
  expect(found?.args().slice(0, 2)).toEqual(["sleep", "300"]);
  expect((await createPsTable().all()).map((entry) => entry.pid)).toContain(pid);
});
