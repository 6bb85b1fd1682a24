/** Browsers that are told without an open page, through the HTTP interface, with a push service on loopback. */
import { statSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { anApi } from "../../../test/fixtures/daemon-api.ts";
import { aBrowser } from "../../../test/fixtures/push-browser.ts";
import { startReceiver } from "../../../test/fixtures/receiver.ts";
import type { Notice } from "../../slots/notifier.ts";
import { PushBook } from "../notices/push-book.ts";

const notice: Notice = {
  ...{ key: "notify:1", title: "question · app-7", message: "m".repeat(5_000), level: "urgent" },
  ...{ sessionId: "app-7", url: null },
};

async function aService() {
  const service = await startReceiver();
  onTestFinished(() => service.stop());
  const rig = await anApi();
  const book = () => new PushBook({ file: rig.home.push, nowMs: Date.now, takesLoopback: true });
  return { service, rig, client: rig.client(), book };
}

test("a browser that subscribes is told at once, by the key it subscribed with, and stays known after a restart", async () => {
  const { service, rig, client, book } = await aService();
  const browser = aBrowser(service.url);
  const { publicKey, browsers } = await client.push({});
  expect(browsers).toEqual([]);
  const made = await client.subscribePush(browser.offer);
  expect(made).toMatchObject({ name: "Firefox on Linux", through: new URL(service.url).host });
  expect(await client.push({})).toEqual({ publicKey, browsers: [made] });
  const [first] = service.received;
  expect(browser.read(first?.bytes ?? Buffer.alloc(0))).toMatchObject({ title: "Notices are on", path: "/" });
  expect(first?.headers).toMatchObject({
    ...{ "content-encoding": "aes128gcm", ttl: "86400", urgency: "high" },
    authorization: expect.stringMatching(new RegExp(`^vapid t=[\\w.-]+, k=${publicKey}$`)),
  });
  expect(statSync(rig.home.push).mode & 0o777).toBe(0o600);
  expect(book().publicKey()).toBe(publicKey);
  expect(await client.subscribePush(browser.offer)).toMatchObject({ id: made.id });
  expect(book().browsers()).toHaveLength(1);
});

test("what is sent is small, and only that browser can read it", async () => {
  const { service, book } = await aService();
  const [mine, other] = [aBrowser(service.url), aBrowser(service.url)];
  const pages = book();
  expect(pages.add(mine.offer).ok).toBe(true);
  for (const channel of pages.channels()) expect(await channel.notify(notice)).toEqual({ ok: true, value: null });
  const [sent] = service.received;
  const bytes = sent?.bytes ?? Buffer.alloc(0);
  expect(bytes.length).toBeLessThan(1_000);
  expect(bytes.includes("question")).toBe(false);
  expect(String(sent?.headers["topic"]).length).toBeLessThanOrEqual(32);
  expect(mine.read(bytes)).toEqual({
    ...{ key: "notify:1", title: "question · app-7", tag: "app-7", path: "/sessions/app-7" },
    body: `${"m".repeat(399)}…`,
  });
  expect(() => other.read(bytes)).toThrow();
});

test.each([404, 410])(
  "a browser that the service does not know any more (%i) is forgotten, and nobody is bothered",
  async (gone) => {
    const { service, book } = await aService();
    const pages = book();
    pages.add(aBrowser(service.url).offer);
    service.answer(gone);
    for (const channel of pages.channels()) expect((await channel.notify(notice)).ok).toBe(true);
    expect(book().browsers()).toEqual([]);
  },
);

test("a service that is down is asked again later; the browser stays", async () => {
  const { service, book } = await aService();
  const pages = book();
  pages.add(aBrowser(service.url).offer);
  service.answer(503);
  expect(await pages.channels()[0]?.notify(notice)).toMatchObject({ ok: false, error: { code: "unavailable" } });
  expect(book().browsers()).toHaveLength(1);
});

test("a browser is removed, once", async () => {
  const { service, client } = await aService();
  const { id } = await client.subscribePush(aBrowser(service.url).offer);
  await client.unsubscribePush({ id });
  expect((await client.push({})).browsers).toEqual([]);
  await expect(client.unsubscribePush({ id })).rejects.toMatchObject({ status: 404 });
});

test("where the first notice does not go out, nothing is kept", async () => {
  const { service, client } = await aService();
  service.answer(403);
  await expect(client.subscribePush(aBrowser(service.url).offer)).rejects.toMatchObject({ status: 409 });
  expect((await client.push({})).browsers).toEqual([]);
});

test.each([
  ["http://push.example.net/x", {}, "has an https address"],
  ["http://127.0.0.2/x", {}, "has an https address"],
  ["https://ada:secret@push.example.net/x", {}, "no name and no password"],
  ["https://push.example.net/x", { auth: "c2hvcnQ" }, "keys are not those"],
  ["https://push.example.net/x", { p256dh: "A".repeat(87) }, "keys are not those"],
])("%s is refused", async (endpoint, keys, says) => {
  const { client, book } = await aService();
  const offer = { ...aBrowser("").offer, endpoint, ...keys };
  await expect(client.subscribePush(offer)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining(says),
  });
  expect(book().browsers()).toEqual([]);
});

test("without the word of a test, not even this machine is a push service", async () => {
  const { service, rig } = await aService();
  const strict = new PushBook({ file: rig.home.push, nowMs: Date.now });
  expect(strict.add(aBrowser(service.url).offer)).toMatchObject({ ok: false, error: { code: "refused" } });
});

test("one person has at most twenty browsers", async () => {
  const { service, book } = await aService();
  const pages = book();
  for (let n = 0; n < 20; n += 1) expect(pages.add(aBrowser(service.url).offer).ok).toBe(true);
  expect(pages.add(aBrowser(service.url).offer)).toMatchObject({ ok: false, error: { code: "refused" } });
});
