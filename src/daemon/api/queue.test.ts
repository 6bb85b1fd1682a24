/** The landing queue through the HTTP interface, on a real local forge; a freeze keeps everything waiting. */
import { expect, test } from "vitest";
import { anApiOnForge } from "../../../test/fixtures/forge-api.ts";
import { aRules } from "../../../test/fixtures/rules.ts";
import { runScript } from "../../plugins/local/testing/check-options.ts";
import { aChange } from "../../plugins/local/testing/deeds.ts";

const always = { from: 0, to: 7 * 24 * 60 };

test("a green change that nothing blocks it of is ready to land, and not among those that cannot enter", async () => {
  const made = await anApiOnForge(
    { rules: aRules({ autoAssign: false, autonomy: "fix", policy: { approvals: 0 } }) },
    { checks: { settings: { commands: { test: { command: runScript("process.exit(0)"), timeoutMs: 10_000 } } } } },
  );
  const client = made.rig.client();
  await aChange(made, { name: "a", files: { "a.txt": "1\n" } });
  await expect
    .poll(async () => (await client.queue({}))[0], { timeout: 10_000 })
    .toMatchObject({ ready: [{ name: "1", code: "ready-to-land", command: "ao merge shop-a" }], cannotEnter: [] });
});

test("changes wait in the order they asked, which a person may change, and leave when told to", async () => {
  const made = await anApiOnForge({ rules: aRules({ autoAssign: false, policy: { approvals: 0, freeze: [always] } }) });
  const client = made.rig.client();
  for (const name of ["a", "b", "c", "d"]) await aChange(made, { name, files: { [`${name}.txt`]: "1\n" } });
  for (const id of ["1", "2", "3"]) await client.landChange({ id });
  const names = (queue: Awaited<ReturnType<typeof client.queue>>) => queue[0]?.next.map(({ name }) => name);
  const [queue] = await client.queue({});
  expect(queue).toMatchObject({
    ...{ project: "app", base: "main", landedToday: 0, lastLanded: null, testing: [] },
    next: [{ name: "1", position: 1, why: expect.stringContaining("In the queue, but") }, { name: "2" }, { name: "3" }],
    cannotEnter: [{ name: "4", position: null }],
  });
  expect(names(await client.moveInQueue({ id: "3", position: 1 }))).toEqual(["3", "1", "2"]);
  expect(names(await client.moveInQueue({ id: "3", position: 2 }))).toEqual(["1", "3", "2"]);
  expect(names(await client.moveInQueue({ id: "1", position: 9 }))).toEqual(["3", "2", "1"]);
  expect(names(await client.removeFromQueue({ id: "2" }))).toEqual(["3", "1"]);
  await expect(client.removeFromQueue({ id: "2" })).rejects.toMatchObject({ status: 409, try: "ao queue" });
  await expect(client.moveInQueue({ id: "4", position: 1 })).rejects.toMatchObject({ status: 409 });
  expect(await client.change({ id: "3" })).toMatchObject({ position: 1, code: "queued" });
});
