import { expect, test } from "vitest";
import { anApi } from "../../../test/fixtures/daemon-api.ts";

test("a session is started, seen, told something and stopped", async () => {
  const rig = await anApi();
  const client = rig.client();
  const { id } = await client.startSession({ title: "Fix the login form" });
  expect(id).toBe("app-fix-the-login-form");
  expect(await client.status({ id })).toMatchObject({ id, project: "app", branch: "agent/fix-the-login-form" });
  expect(await client.listSessions({})).toHaveLength(1);
  const message = await client.sendMessage({ id, content: "Also the tests" });
  expect(message).toMatchObject({ session: id, state: "queued", text: "Also the tests" });
  expect(await client.session({ id })).toMatchObject({ id });
  expect(await client.why({ id })).toMatchObject({ status: { id } });
  expect(await client.message({ id: message.id })).toMatchObject({ id: message.id });
  expect(await client.stopSession({ id })).toMatchObject({ id });
  expect((await client.eventPage({ session: id })).events.length).toBeGreaterThan(0);
});
