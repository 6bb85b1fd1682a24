/** Browsers that are signed in: for how long, which, and how they are signed out. */
import { mkdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { anApi, type ApiRig } from "../../../test/fixtures/daemon-api.ts";
import { httpAsk } from "../../../test/fixtures/http-ask.ts";
import { aBrowser } from "../../../test/fixtures/push-browser.ts";
import { aSignIn } from "../../../test/fixtures/sign-in.ts";
import { startReceiver } from "../../../test/fixtures/receiver.ts";
import { limits } from "../../domain/model/limits.ts";
import { createClient } from "../../protocol/client/create-client.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const as = (rig: ApiRig, token: string) => createClient({ url: () => rig.url, token, retryForMs: 0 });

async function statusOf(rig: ApiRig, token: string): Promise<number> {
  return (await httpAsk(rig.port, { path: "/api/sessions", headers: { authorization: `Bearer ${token}` } })).status;
}

test("who is signed in is listed, the one that was seen last first, and knows itself", async () => {
  const rig = await anApi();
  const desk = await aSignIn(rig);
  const phone = await aSignIn(rig, "Safari on iPhone");
  rig.aheadMs = HOUR;
  const list = await as(rig, desk.token).listBrowsers({});
  expect(list).toMatchObject([
    { id: desk.id, name: "Firefox on Linux", isThis: true },
    { id: phone.id, name: "Safari on iPhone", isThis: false },
  ]);
  const [first] = list;
  expect(Date.parse(first?.until ?? "") - Date.parse(first?.lastSeen ?? "")).toBe(limits.browserIdleMs);
  expect((await rig.client().listBrowsers({})).map(({ isThis }) => isThis)).toEqual([false, false]);
});

test("a browser outlives the daemon; its secret is kept nowhere", async () => {
  const rig = await anApi();
  const { token } = await aSignIn(rig);
  await rig.kill();
  await rig.start();
  expect(await statusOf(rig, token)).toBe(200);
  expect(readFileSync(rig.home.browsers, "utf8")).not.toContain(token.split(".")[2]);
  expect(statSync(rig.home.browsers).mode & 0o777).toBe(0o600);
});

test("a day without use signs out; use every day does not, and a week does in any case", async () => {
  const rig = await anApi();
  const [idle, busy] = [await aSignIn(rig), await aSignIn(rig)];
  for (let atMs = 0; atMs < 7 * DAY; atMs += 20 * HOUR) {
    rig.aheadMs = atMs;
    expect([atMs, await statusOf(rig, busy.token)]).toEqual([atMs, 200]);
  }
  expect(await statusOf(rig, idle.token)).toBe(401);
  rig.aheadMs = 7 * DAY + HOUR;
  expect(await statusOf(rig, busy.token)).toBe(401);
  expect(await rig.client().listBrowsers({})).toEqual([]);
});

test("when the daemon comes up at another port, whoever signed in at the old one is signed out", async () => {
  const rig = await anApi();
  const { token } = await aSignIn(rig);
  await rig.kill();
  rig.port = 0;
  await rig.start();
  expect(await statusOf(rig, token)).toBe(401);
  expect(await rig.client().listBrowsers({})).toEqual([]);
});

test("a browser that is signed out is refused at once, its stream ends, and it is told nothing more", async () => {
  const service = await startReceiver();
  onTestFinished(() => service.stop());
  const rig = await anApi();
  const [lost, kept] = [await aSignIn(rig), await aSignIn(rig)];
  await as(rig, lost.token).subscribePush(aBrowser(service.url).offer);
  await as(rig, kept.token).subscribePush(aBrowser(service.url).offer);
  const heard: string[] = [];
  const following = (async () => {
    for await (const { kind } of as(rig, lost.token).events({}, { retryForMs: 20_000 })) heard.push(kind);
  })().catch((error: unknown) => error);
  await expect.poll(() => heard).toEqual(["live"]);
  await as(rig, kept.token).signOut({ id: lost.id });
  expect(await following).toMatchObject({ status: 401, try: "ao dashboard" });
  expect(await statusOf(rig, lost.token)).toBe(401);
  expect(await statusOf(rig, kept.token)).toBe(200);
  expect((await rig.client().push({})).browsers).toHaveLength(1);
  await expect(rig.client().signOut({ id: lost.id })).rejects.toMatchObject({ status: 404 });
});

test("all are signed out, one's own included, and stay so after a restart", async () => {
  const rig = await anApi();
  const tokens = [(await aSignIn(rig)).token, (await aSignIn(rig)).token];
  expect(await as(rig, tokens[0] ?? "").signOutAll({})).toEqual({ signedOut: 2 });
  await rig.kill();
  await rig.start();
  for (const token of tokens) expect(await statusOf(rig, token)).toBe(401);
});

test("a browser that signs in again is the same browser, and its old secret is worth nothing", async () => {
  const rig = await anApi();
  const before = await aSignIn(rig);
  const after = await aSignIn(rig, "Firefox on Linux", before.id);
  expect(after.id).toBe(before.id);
  expect([await statusOf(rig, before.token), await statusOf(rig, after.token)]).toEqual([401, 200]);
  expect(await rig.client().listBrowsers({})).toHaveLength(1);
});

test("of too many the one that was not seen for longest is signed out", async () => {
  const rig = await anApi();
  const tokens: string[] = [];
  for (let n = 0; n <= limits.browsersMax; n += 1) {
    rig.aheadMs = n * 1_000;
    tokens.push((await aSignIn(rig)).token);
  }
  expect(await rig.client().listBrowsers({})).toHaveLength(limits.browsersMax);
  expect(await statusOf(rig, tokens[0] ?? "")).toBe(401);
  expect(await statusOf(rig, tokens[1] ?? "")).toBe(200);
});

test("a file that cannot be read signs everybody out, and the daemon comes up", async () => {
  const rig = await anApi();
  const { token } = await aSignIn(rig);
  await rig.kill();
  writeFileSync(rig.home.browsers, '{"browsers":[{"id"');
  await rig.start();
  expect(await statusOf(rig, token)).toBe(401);
  expect(await statusOf(rig, (await aSignIn(rig)).token)).toBe(200);
});

test("on a full disk a browser is signed out all the same, and that is written down as soon as there is room", async () => {
  const rig = await anApi();
  const { id, token } = await aSignIn(rig);
  mkdirSync(`${rig.home.browsers}.new`);
  await expect(rig.client().signOut({ id })).rejects.toMatchObject({ status: 500 });
  rig.complaints.length = 0;
  expect(await statusOf(rig, token)).toBe(401);
  rmdirSync(`${rig.home.browsers}.new`);
  await rig.kill();
  await rig.start();
  expect(await statusOf(rig, token)).toBe(401);
});

test("a push service that gives a browser another address is followed; nobody else can say so", async () => {
  const service = await startReceiver();
  onTestFinished(() => service.stop());
  const rig = await anApi();
  const { token } = await aSignIn(rig);
  const { offer } = aBrowser(service.url);
  const { id } = await as(rig, token).subscribePush(offer);
  const { name: _, ...address } = aBrowser(service.url).offer;
  const anybody = createClient({ url: rig.url, token: null, retryForMs: 0 });
  await expect(anybody.renewPush({ ...address, was: `${offer.endpoint}x` })).rejects.toMatchObject({ status: 401 });
  await anybody.renewPush({ ...address, was: offer.endpoint });
  expect((await rig.client().push({})).browsers).toMatchObject([{ id, name: offer.name }]);
  await expect(anybody.renewPush({ ...address, was: offer.endpoint })).rejects.toMatchObject({ status: 401 });
});
