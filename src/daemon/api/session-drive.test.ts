import { expect, test } from "vitest";
import { anApi } from "../../../test/fixtures/daemon-api.ts";
import { sessionId } from "../../domain/model/ids.ts";

test("a session is driven as it was asked for, else as the agent's settings say", async () => {
  const rig = await anApi();
  const started = [
    await rig.client().startSession({ title: "x", drive: "terminal" }),
    await rig.client().startSession({ title: "y" }),
  ];
  const kept = started.map(({ id }) => rig.store.sessions.get(sessionId(id))?.agent.drive);
  expect(kept).toEqual(["terminal", undefined]);
  const drives = await Promise.all(started.map(async ({ id }) => (await rig.client().session({ id })).drive));
  expect(drives).toEqual(["terminal", "turns"]);
  const listed = await rig.client().listSessions({});
  expect(new Set(listed.map(({ drive }) => drive))).toEqual(new Set(drives));
});
