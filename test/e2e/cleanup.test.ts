/** `ao cleanup` gives back the room that checks took: their workspaces are laid out anew when one is needed. */
import { existsSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aStage } from "./stage.ts";

test("workspaces of checks that were not used for an hour go with a cleanup, and the next check has one again", async () => {
  const stage = await aStage({ checks: { test: "true" } });
  const base = async () => (await stage.client.listProjects({}))[0]?.base;
  await stage.client.checkBase({ id: "app" });
  await expect.poll(base, { timeout: 40_000 }).toBe("green");
  const workspace = join(stage.home, "projects/app/checks/0");
  const removed = async () => (await stage.client.cleanup({})).removed.filter(({ path }) => path === workspace);
  expect([await removed(), existsSync(workspace)]).toEqual([[], true]);
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60_000);
  utimesSync(workspace, twoHoursAgo, twoHoursAgo);
  expect(await removed()).toMatchObject([{ what: "check workspace", bytes: expect.any(Number) }]);
  expect(existsSync(workspace)).toBe(false);
  await stage.client.checkBase({ id: "app" });
  await expect.poll(() => existsSync(join(workspace, "tree/README.md")), { timeout: 40_000 }).toBe(true);
  await expect.poll(base, { timeout: 40_000 }).toBe("green");
});
