/** What is true of the world when a daemon comes up. */
import { expect, test } from "vitest";
import { anEngine } from "../../test/fixtures/daemon-engine.ts";
import { theSession } from "../../test/fixtures/domain.ts";
import { limits } from "../domain/model/limits.ts";

test("a session that a person had taken over is handed back when nobody comes back after a restart", async () => {
  const rig = await anEngine();
  rig.take({
    kind: "command_given",
    by: { kind: "person", name: "Ada" },
    command: { kind: "take_over", session: theSession, clients: 1 },
  });
  await rig.pass(2 * limits.takeOverIdleMs);
  const hold = () => rig.store.sessions.get(theSession)?.hold;
  expect(hold()).toMatchObject({ by: "take_over", idleSinceMs: null });
  rig.kill();
  await rig.start();
  expect(hold()).toMatchObject({ by: "take_over", idleSinceMs: expect.any(Number) });
  await rig.pass(limits.takeOverIdleMs);
  expect(hold()).toBeNull();
});
