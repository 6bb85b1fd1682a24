import { expect, test } from "vitest";
import { anApi } from "../../../test/fixtures/daemon-api.ts";
import { aSession, theSession } from "../../../test/fixtures/domain.ts";
import { messageId, turnId } from "../../domain/model/ids.ts";

test("what came too late to matter is an event, and no reason", async () => {
  const rig = await anApi({ facts: (store) => store.sessions.save(aSession(), { wants: null, dueMs: null }) });
  const client = rig.client();
  await client.sendMessage({ id: theSession, content: "go" });
  const gone = { session: theSession, turn: turnId("gone"), message: messageId("gone") };
  rig.engine.take([{ news: { kind: "turn_acknowledged", ...gone } }]);
  const reasons = async () => (await client.eventPage({ session: theSession })).events.flatMap(({ why }) => why);
  await expect.poll(reasons).toContainEqual(expect.stringMatching(/^ignored: /));
  const { steps } = await client.why({ id: theSession });
  expect(steps.length).toBeGreaterThan(0);
  expect(steps.filter(({ text }) => text.includes("ignored: "))).toEqual([]);
});
