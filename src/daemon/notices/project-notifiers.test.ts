import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { aBrowser } from "../../../test/fixtures/push-browser.ts";
import { startReceiver, type Receiver } from "../../../test/fixtures/receiver.ts";
import type { DaemonSettings } from "../../config/resolve/daemon-settings.ts";
import { projectId } from "../../domain/model/ids.ts";
import { createProject } from "../../domain/core/project.ts";
import { settleOver } from "../../engine/notices/settle-over.ts";
import { tellHeld } from "../../engine/notices/tell-held.ts";
import type { Notice } from "../../slots/notifier.ts";
import { openStore, type Store } from "../../store/open.ts";
import { aFolder } from "../../store/testing/folder.ts";
import { ChannelHealth } from "./channel-health.ts";
import type { RegisteredProject } from "../context.ts";
import { wallClock } from "../process/wall-clock.ts";
import { createProjectNotifiers } from "./project-notifiers.ts";
import { PushBook } from "./push-book.ts";

const receivers: Receiver[] = [];
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.stop();
});

const notice: Notice = {
  ...{ key: "notify:1", title: "t", message: "m", level: "action", sessionId: "shop 1", url: null },
};

const atOnce: DaemonSettings["notices"] = { quiet: [], digestEveryMs: null, digestOf: [] };
const allWeek = [
  { from: 0, to: 5_040 },
  { from: 5_040, to: 10_080 },
] as const;

async function aProject(
  notifiers: readonly string[],
  routing: DaemonSettings["routing"] = null,
  notices: DaemonSettings["notices"] = atOnce,
) {
  const [here, away] = [await startReceiver(), await startReceiver()];
  receivers.push(here, away);
  const settings = {
    notifiers: {
      here: { plugin: "webhook", settings: { url: here.url } },
      away: { plugin: "webhook", settings: { url: away.url } },
    },
    ...{ routing, notices },
  } as Partial<DaemonSettings> as DaemonSettings;
  const store = openStore({ memory: true });
  const channels = new ChannelHealth((text) => text);
  const dashboard = () => "http://127.0.0.1:3000";
  const push = new PushBook({ file: join(aFolder(), "push.json"), nowMs: Date.now, takesLoopback: true });
  const ground = { daemonSettings: () => settings, env: {}, store, channels, dashboard, push, clock: wallClock };
  const project = { id: projectId("shop"), settings: { notifiers } } as Partial<RegisteredProject> as RegisteredProject;
  const made = createProjectNotifiers(ground, project);
  const channelOf = (_: unknown, name: string) => made.channel(name);
  const timing = () => atOnce;
  const ahead = (ms: number) => ({ store, channelOf, timing, clock: { ...wallClock, wallMs: () => Date.now() + ms } });
  const later = (ms: number) => tellHeld({ ...ahead(ms), mayStillArrive: () => false });
  const look = (ms = 0) => settleOver(ahead(ms));
  return { here, away, channels, push, store, notifiers: made, later, look };
}

test("without a routing everything but `info` goes to the project's own", async () => {
  const { notifiers } = await aProject(["here", "away"]);
  expect(notifiers.told("warning").map(({ name }) => name)).toEqual(["here", "away"]);
  expect(notifiers.told("info")).toEqual([]);
});

test("a routing decides by priority", async () => {
  const { notifiers } = await aProject(["here"], { urgent: ["here", "away"], action: [], warning: ["away"], info: [] });
  expect(notifiers.told("urgent").map(({ name }) => name)).toEqual(["here", "away"]);
  expect(notifiers.told("action")).toEqual([]);
  expect(notifiers.told("warning").map(({ name }) => name)).toEqual(["away"]);
});

test("a notice leads to its session, and is known to have been sent on its channel only", async () => {
  const { here, notifiers } = await aProject(["here", "away"]);
  const [first, second] = notifiers.told("action");
  expect((await first?.notify(notice))?.ok).toBe(true);
  expect(JSON.parse(here.received[0]?.body ?? "{}")).toMatchObject({ url: "http://127.0.0.1:3000/sessions/shop%201" });
  expect(await first?.wasSent(notice.key)).toEqual({ ok: true, value: { known: true, value: true } });
  expect(await second?.wasSent(notice.key)).toMatchObject({ ok: true, value: { known: false } });
});

test("a channel that takes nothing is known with its reason until it does, or until nobody is told there", async () => {
  const { away, channels, notifiers } = await aProject(["here", "away"]);
  const tell = async () => {
    for (const channel of notifiers.told("action")) await channel.notify(notice);
  };
  away.answer(503);
  await tell();
  await tell();
  expect(channels.all()).toMatchObject([{ name: "away", attempts: 2, why: expect.stringContaining("503") }]);
  away.answer(200);
  await tell();
  expect(channels.all()).toEqual([]);
  away.answer(503);
  await tell();
  channels.keepOnly(["here"]);
  expect(channels.all()).toEqual([]);
});

test("a name that means nothing is answered with the nearest", async () => {
  const { notifiers } = await aProject(["slak"]);
  expect(notifiers.missing).toEqual(['there is no notifier "slak": did you mean slack?']);
});

test("in quiet hours only what is urgent is told; the rest afterwards, once, in one message", async () => {
  const { here, notifiers, later } = await aProject(["here"], null, { ...atOnce, quiet: allWeek });
  const [channel] = notifiers.told("action");
  for (const key of ["notify:1", "notify:1", "notify:2"]) await channel?.notify({ ...notice, key, title: key });
  expect(await channel?.wasSent("notify:2")).toEqual({ ok: true, value: { known: true, value: true } });
  await later(0);
  expect(here.received).toEqual([]);
  await notifiers.told("urgent")[0]?.notify({ ...notice, level: "urgent" });
  expect(here.received).toHaveLength(1);
  await later(100 * 24 * 3_600_000);
  await later(100 * 24 * 3_600_000);
  expect(here.received.slice(1).map(({ body }) => JSON.parse(body))).toMatchObject([
    { title: "2 notices", message: "• notify:1: m\n• notify:2: m", level: "action" },
  ]);
});

test("what can wait is told together as often as the settings say; a dead channel is asked again for a day", async () => {
  const timing = { ...atOnce, digestEveryMs: 3_600_000, digestOf: ["warning"] as const };
  const { here, away, notifiers, later } = await aProject(["here", "away"], null, timing);
  await notifiers.told("action")[0]?.notify(notice);
  expect(here.received).toHaveLength(1);
  for (const channel of notifiers.told("warning"))
    await channel.notify({ ...notice, key: "notify:2", level: "warning" });
  away.answer(503);
  await later(3_600_000);
  expect(here.received).toHaveLength(2);
  expect(JSON.parse(here.received[1]?.body ?? "{}")).toMatchObject({ title: "t", level: "warning" });
  away.answer(200);
  await later(2 * 3_600_000);
  expect([here.received.length, away.received.length]).toEqual([2, 1]);
});

test("a browser that asked for it is told of all but `info`, each notice once, whatever the settings name", async () => {
  const { here, away, push, notifiers } = await aProject(["here"]);
  const browser = aBrowser(away.url);
  push.add(browser.offer);
  expect(notifiers.told("info")).toEqual([]);
  const names = notifiers.told("action").map(({ name }) => name);
  expect(names).toEqual(["here", expect.stringMatching(/^push:/)]);
  for (const channel of notifiers.told("action")) expect((await channel.notify(notice)).ok).toBe(true);
  expect(away.received.map(({ bytes }) => browser.read(bytes))).toEqual([
    { key: "notify:1", title: "t", body: "m", tag: "shop 1", path: "/sessions/shop%201" },
  ]);
  const again = await notifiers.told("action")[1]?.wasSent(notice.key);
  expect(again).toEqual({ ok: true, value: { known: true, value: true } });
  expect(here.received).toHaveLength(1);
});

test("a routing that names `push` says of what browsers are told", async () => {
  const { away, push, notifiers } = await aProject([], { urgent: ["push"], action: [], warning: [], info: ["push"] });
  push.add(aBrowser(away.url).offer);
  expect((["urgent", "action", "warning", "info"] as const).map((level) => notifiers.told(level).length)).toEqual([
    1, 0, 0, 1,
  ]);
  expect(notifiers.missing).toEqual([]);
});

const aboutBase: Notice = { ...notice, about: { kind: "base_red", project: projectId("shop") } };

/** Whether main is red, as far as people were told. */
function mainIs(store: Store, state: "red" | "green"): void {
  const { base, ...rest } = createProject(projectId("shop"), "main");
  store.transaction(() =>
    store.projects.save({ ...rest, base: { ...base, toldRed: state === "red" ? ["test"] : [] } }),
  );
}

const bodies = (receiver: Receiver) => receiver.received.map(({ body }) => JSON.parse(body));

test("what was told is marked as over once, when its cause is gone", async () => {
  const { here, store, notifiers, look } = await aProject(["here"]);
  mainIs(store, "red");
  await notifiers.told("action")[0]?.notify(aboutBase);
  await look();
  expect(here.received).toHaveLength(1);
  mainIs(store, "green");
  await look();
  await look();
  expect(bodies(here)).toMatchObject([
    { title: "t", over: false },
    { title: "✓ over · t", over: true, url: "http://127.0.0.1:3000/sessions/shop%201" },
  ]);
  expect(JSON.stringify(bodies(here))).not.toContain("base_red");
});

test("a channel that is down when something is over is asked again after a while, and holds up no other", async () => {
  const { here, away, store, notifiers, look } = await aProject(["here", "away"]);
  mainIs(store, "red");
  for (const channel of notifiers.told("action")) await channel.notify(aboutBase);
  mainIs(store, "green");
  away.answer(503);
  await look();
  away.answer(200);
  await look(60_000);
  expect([here.received.length, away.received.length]).toEqual([2, 1]);
  await look(11 * 60_000);
  expect(bodies(away)).toMatchObject([{ over: false }, { over: true }]);
});

test("what was told long ago stays as it is, and so does what is about nothing that can end", async () => {
  const { here, store, notifiers, look } = await aProject(["here"]);
  mainIs(store, "red");
  const [channel] = notifiers.told("action");
  await channel?.notify(aboutBase);
  await channel?.notify({ ...notice, key: "notify:2", about: { kind: "budget", project: projectId("shop") } });
  await channel?.notify({ ...notice, key: "notify:3" });
  await look(8 * 24 * 3_600_000);
  mainIs(store, "green");
  await look();
  expect(here.received).toHaveLength(3);
});

test.for<[what: string, status: number, headers: Record<string, string>, received: readonly number[]]>([
  ["says itself when to come back is asked again then", 429, { "retry-after": "1800" }, [1, 2]],
  ["refuses to change what it shows is not asked again", 400, {}, [1, 1]],
])("a channel that %s", async ([, status, headers, received]) => {
  const { here, store, notifiers, look } = await aProject(["here"]);
  mainIs(store, "red");
  await notifiers.told("action")[0]?.notify(aboutBase);
  mainIs(store, "green");
  here.answer(status, headers);
  await look();
  here.answer(200);
  await look(11 * 60_000);
  const soon = here.received.length;
  await look(31 * 60_000);
  expect([soon, here.received.length]).toEqual(received);
});

test("what a channel did not take is not marked as over there", async () => {
  const { here, store, notifiers, look } = await aProject(["here"]);
  mainIs(store, "red");
  here.answer(503);
  await notifiers.told("action")[0]?.notify(aboutBase);
  here.answer(200);
  mainIs(store, "green");
  await look();
  expect(here.received).toEqual([]);
});

test("a notice with an address of its own keeps it", async () => {
  const { here, notifiers } = await aProject(["here"]);
  await notifiers.told("action")[0]?.notify({ ...notice, url: "https://forge.example/1" });
  expect(bodies(here)).toMatchObject([{ url: "https://forge.example/1" }]);
});
