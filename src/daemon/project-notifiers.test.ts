import { afterEach, expect, test } from "vitest";
import { startReceiver, type Receiver } from "../../test/fixtures/receiver.ts";
import type { DaemonSettings } from "../config/daemon-settings.ts";
import type { Notice } from "../slots/notifier.ts";
import { openStore } from "../store/open.ts";
import type { RegisteredProject } from "./context.ts";
import { projectNotifiers } from "./project-notifiers.ts";

const receivers: Receiver[] = [];
afterEach(async () => {
  for (const receiver of receivers.splice(0)) await receiver.stop();
});

const notice: Notice = {
  ...{ key: "notify:1", title: "t", message: "m", level: "action", sessionId: "shop 1", url: null },
};

async function aProject(notifiers: readonly string[], routing: DaemonSettings["routing"] = null) {
  const [here, away] = [await startReceiver(), await startReceiver()];
  receivers.push(here, away);
  const settings = {
    notifiers: {
      here: { plugin: "webhook", settings: { url: here.url } },
      away: { plugin: "webhook", settings: { url: away.url } },
    },
    routing,
  } as Partial<DaemonSettings> as DaemonSettings;
  const store = openStore({ memory: true });
  const ground = { daemonSettings: () => settings, env: {}, store, dashboard: () => "http://127.0.0.1:3000" };
  const project = { settings: { notifiers } } as Partial<RegisteredProject> as RegisteredProject;
  return { here, away, notifiers: projectNotifiers(ground, project) };
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

test("a name that means nothing is answered with the nearest", async () => {
  const { notifiers } = await aProject(["slak"]);
  expect(notifiers.missing).toEqual(['there is no notifier "slak": did you mean slack?']);
});
