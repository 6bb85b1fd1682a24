/** The event log as a page and as a stream that is taken up again. */
import { request, type IncomingMessage } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { anApi, type ApiRig } from "../../../../test/fixtures/daemon-api.ts";
import { httpAsk } from "../../../../test/fixtures/http-ask.ts";
import { aSession, theSession } from "../../../../test/fixtures/domain.ts";
import { app } from "../../../../test/fixtures/rules.ts";
import { sessionId } from "../../../domain/model/ids.ts";
import type { EventNotice } from "../../../protocol/client/streams.ts";
import type { Store } from "../../../store/open.ts";

const other = sessionId("app-8");
/** Somebody worked in them a moment ago, so that a message is an event and nothing follows from it. */
const facts = (store: Store): void => {
  const quiet = {
    role: { kind: "worker", issue: null },
    hold: { by: "take_over", idleSinceMs: Date.now(), over: null },
  } as const;
  for (const id of [theSession, other]) store.sessions.save(aSession({ ...quiet, id }), { wants: null, dueMs: null });
};

function say(rig: ApiRig, text: string, session = theSession): void {
  rig.engine.take([
    {
      news: { kind: "command_given", by: { kind: "person", name: "maria" }, command: { kind: "send", session, text } },
    },
  ]);
}

/** Follows until `enough` says so. */
async function follow(
  rig: ApiRig,
  input: { readonly after?: number; readonly session?: string },
  enough: (notices: readonly EventNotice[]) => boolean,
  meanwhile: () => void = () => undefined,
): Promise<readonly EventNotice[]> {
  const stop = new AbortController();
  const notices: EventNotice[] = [];
  for await (const notice of rig.client({ retryForMs: 5_000 }).events(input, { signal: stop.signal })) {
    notices.push(notice);
    if (notice.kind === "live" && notices.filter(({ kind }) => kind === "live").length === 1) meanwhile();
    if (enough(notices)) stop.abort();
  }
  return notices;
}

const seqs = (notices: readonly EventNotice[]): readonly number[] =>
  notices.flatMap((notice) => (notice.kind === "event" ? [notice.event.seq] : []));

test("a page goes on where the last one ended, and says what there is", async () => {
  const rig = await anApi({ facts });
  for (const n of [1, 2, 3, 4]) say(rig, `message ${n}`);
  const latest = rig.store.events.latest();
  const first = await rig.client().eventPage({ after: 0, limit: 3 });
  expect(first).toMatchObject({ next: 3, latest, reset: false });
  const rest = await rig.client().eventPage({ after: first.next });
  expect([...first.events, ...rest.events].map(({ seq }) => seq)).toEqual(
    Array.from({ length: latest }, (_, n) => n + 1),
  );
  expect(rest.next).toBe(latest);
  expect((await rig.client().eventPage({ limit: 2 })).events.map(({ seq }) => seq)).toEqual([latest - 1, latest]);
  expect(first.events[0]).toMatchObject({
    project: "app",
    subject: theSession,
    kind: "command_given",
    told: 'maria: "message 1"',
  });
});

test("a page of one session holds nothing else, in both forms", async () => {
  const rig = await anApi({ facts });
  for (const n of [1, 2]) say(rig, `message ${n}`);
  say(rig, "elsewhere", other);
  const pages = [
    await rig.client().eventPage({ session: other }),
    await rig.client().eventPage({ session: other, after: 0 }),
  ];
  for (const page of pages) expect(new Set(page.events.map(({ subject }) => subject))).toEqual(new Set([other]));
});

test("what happens is told at once, after all that happened before", async () => {
  const rig = await anApi({ facts });
  say(rig, "before");
  const before = rig.store.events.latest();
  const notices = await follow(
    rig,
    { after: 0 },
    (all) => seqs(all).length >= before + 1,
    () => say(rig, "after"),
  );
  expect(seqs(notices).slice(0, before + 1)).toEqual(Array.from({ length: before + 1 }, (_, n) => n + 1));
  expect(notices[before]).toEqual({ kind: "live", latest: before });
});

test("without a number the stream begins with what happens next", async () => {
  const rig = await anApi({ facts });
  say(rig, "before");
  const before = rig.store.events.latest();
  const notices = await follow(
    rig,
    {},
    (all) => seqs(all).length > 0,
    () => say(rig, "after"),
  );
  expect(notices[0]).toEqual({ kind: "live", latest: before });
  expect(seqs(notices)[0]).toBe(before + 1);
});

test("a stream of one session is silent about the others, and yet its place moves on", async () => {
  const rig = await anApi({ facts });
  const notices = await follow(
    rig,
    { session: other },
    (all) => seqs(all).length > 0,
    () => {
      for (let n = 0; n < 5; n += 1) say(rig, "not for you");
      say(rig, "for you", other);
    },
  );
  const told = notices.flatMap((notice) => (notice.kind === "event" ? [notice.event.subject] : []));
  expect(new Set(told)).toEqual(new Set([other]));
});

test("a storm of broken connections and a restart leave no gap and tell nothing twice", async () => {
  const rig = await anApi({ facts });
  const stop = new AbortController();
  const seen: number[] = [];
  const followed = (async () => {
    const client = rig.client({ retryForMs: 10_000 });
    for await (const notice of client.events({ after: 0 }, { signal: stop.signal }))
      if (notice.kind === "event") seen.push(notice.event.seq);
  })();
  let sent = 0;
  const port = rig.port;
  for (let round = 0; round < 12; round += 1) {
    for (let n = 0; n < 20; n += 1) say(rig, `message ${(sent += 1)}`);
    await until(() => seen.length > 0);
    if (round % 4 === 3) {
      await rig.kill();
      await rig.start();
      expect(rig.port).toBe(port);
    } else rig.cutConnections();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const latest = rig.store.events.latest();
  await until(() => seen.length >= latest);
  stop.abort();
  await followed;
  expect(seen).toEqual(Array.from({ length: latest }, (_, n) => n + 1));
});

test("below the floor a client is told to begin anew, and goes on from there", async () => {
  const rig = await anApi({ facts });
  for (const n of [1, 2, 3, 4, 5]) say(rig, `message ${n}`);
  const latest = rig.store.events.latest();
  prune(rig, 3);
  const notices = await follow(
    rig,
    { after: 1 },
    (all) => seqs(all).length > 0,
    () => say(rig, "after"),
  );
  expect(notices[0]).toEqual({ kind: "reset", reset: { after: latest, floor: 4 } });
  expect(seqs(notices)[0]).toBe(latest + 1);
  expect(await rig.client().eventPage({ after: 1 })).toMatchObject({ reset: true });
  expect(await rig.client().eventPage({ after: 3 })).toMatchObject({ reset: false });
});

test("a number that was never given means another log: begin anew", async () => {
  const rig = await anApi({ facts });
  say(rig, "one");
  const [first] = await follow(rig, { after: 1_000 }, (all) => all.length > 0);
  expect(first).toMatchObject({ kind: "reset" });
  expect(await rig.client().eventPage({ after: 1_000 })).toMatchObject({ reset: true, events: [] });
});

test("a number that is none is refused", async () => {
  const rig = await anApi();
  const headers = { authorization: `Bearer ${rig.token}`, accept: "text/event-stream", "last-event-id": "x" };
  expect(await httpAsk(rig.port, { path: "/api/events", headers })).toMatchObject({ status: 400 });
});

test("a client that does not read holds up nobody, and nothing is kept for it without limit", async () => {
  const rig = await anApi({ facts });
  const stalled = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${rig.token}`,
      accept: "text/event-stream",
      host: `127.0.0.1:${rig.port}`,
    };
    const asking = request({ port: rig.port, host: "127.0.0.1", path: "/api/events?after=0", headers }, resolve);
    asking.once("error", reject).end();
  });
  onTestFinished(() => void stalled.destroy());
  stalled.pause();
  const long = "x".repeat(60_000);
  rig.store.transaction(() => {
    for (let n = 0; n < 200; n += 1)
      rig.store.events.append({ atMs: n, project: app, subject: "app", kind: "noise", doc: { why: [long] } });
  });
  say(rig, "after the noise");
  const latest = rig.store.events.latest();
  const notices = await follow(rig, { after: latest - 1 }, (all) => seqs(all).includes(latest));
  expect(seqs(notices)).toContain(latest);
  expect(rig.bufferedBytes()).toBeLessThan(20_000_000);
});

test("a page of one session over a long log may end early, and goes on where it ended", async () => {
  const rig = await anApi({ facts });
  rig.store.transaction(() => {
    for (let n = 0; n < 10_100; n += 1)
      rig.store.events.append({ atMs: n, project: app, subject: "app", kind: "noise", doc: {} });
  });
  say(rig, "at last");
  const first = await rig.client().eventPage({ session: theSession, after: 0 });
  expect(first).toMatchObject({ events: [], next: 10_000 });
  const second = await rig.client().eventPage({ session: theSession, after: first.next });
  expect(second.events).toMatchObject([{ told: 'maria: "at last"' }]);
  expect(second.next).toBe(second.latest);
});

test("secrets are taken out of what is told", async () => {
  const rig = await anApi({ facts });
  say(rig, "use hunter2-hunter2 there");
  const { events } = await rig.client().eventPage({ after: 0 });
  expect(JSON.stringify(events)).not.toContain("hunter2");
});

function prune(rig: ApiRig, upTo: number): void {
  rig.meddle(`DELETE FROM events WHERE seq <= ${upTo}`);
  rig.meddle(`UPDATE retention SET events_floor = ${upTo + 1}`);
}

async function until(isSo: () => boolean): Promise<void> {
  const untilMs = Date.now() + 10_000;
  while (!isSo()) {
    if (Date.now() > untilMs) throw new Error("it did not come to pass");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
