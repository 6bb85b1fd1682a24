import { expect, test } from "vitest";
import { known } from "../../../domain/model/known.ts";
import { QuotaBroker } from "../../../plugins/remote/quota/quota-broker.ts";
import { githubRules } from "../../../plugins/github/quota-rules.ts";
import { createRemote } from "../../../plugins/remote/http/remote.ts";
import { ok } from "../../../slots/result.ts";
import type { Notice } from "../../../slots/notifier.ts";
import type { ProjectSlots } from "../../../slots/slots.ts";
import { tellOfRefused } from "./refused-tokens.ts";

async function aForge(status: number) {
  const clock = { wallMs: () => 1_000, after: () => () => undefined };
  const broker = new QuotaBroker({ credential: "github:x", rules: githubRules, clock });
  const { ask } = createRemote({
    ...{ name: "GitHub", base: new URL("https://api.github.com/"), broker, clock, redact: (text) => text },
    authorize: async () => ({ ok: true, value: {} }),
    fetch: async () => new Response(JSON.stringify({ message: "Bad credentials" }), { status }),
  });
  await ask({ path: "user" });
  return broker;
}

function aProject(credential: string) {
  const told: Notice[] = [];
  const notifier = {
    name: "here",
    notify: async (notice: Notice) => ok((told.push(notice), null)),
    wasSent: async (key: string) => ok(known(told.some((notice) => notice.key === key))),
  };
  const slot = { credential };
  const slots = { tracker: slot, scm: slot, checks: slot, notifiers: () => [notifier] } as unknown as ProjectSlots;
  return { told, use: { project: "shop", slots } };
}

test("a refused token is told to whoever uses it, once a day", async () => {
  const broker = await aForge(401);
  const [mine, other] = [aProject("github:x"), aProject("gitlab:y")];
  const tell = (nowMs: number) => tellOfRefused([broker.counts()], [mine.use, other.use], nowMs);
  await tell(0);
  await tell(60_000);
  expect(mine.told).toMatchObject([
    { level: "action", title: "token refused · github:x", message: expect.stringContaining("renew it") },
  ]);
  expect(mine.told[0]?.message).toMatch(
    /^Nothing is read or written for shop\. GitHub answered 401: Bad credentials\./,
  );
  expect(other.told).toEqual([]);
  await tell(25 * 3_600_000);
  expect(mine.told).toHaveLength(2);
});

test("a limit is not told of: it ends by itself", async () => {
  const broker = await aForge(429);
  const mine = aProject("github:x");
  await tellOfRefused([broker.counts()], [mine.use], 0);
  expect([broker.counts().restsUntilMs === null, mine.told]).toEqual([false, []]);
});
