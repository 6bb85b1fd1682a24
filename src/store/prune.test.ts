import { expect, test } from "vitest";
import { limits } from "../domain/model/limits.ts";
import { sessionId } from "../domain/model/ids.ts";
import { prune } from "./prune.ts";
import { aStore } from "./testing/folder.ts";
import { aChange, anEvent, aSession, asked, deed, endedAt, idle, seen } from "./testing/samples.ts";

const day = limits.dayMs;
const today = 1_000 * day;
/** The machine slept for a hundred days in all. */
const now = { wallMs: today, countedMs: today - 100 * day };

test("decided observations and finished effects go after a week, and their keys with them", () => {
  const store = aStore();
  for (const [id, age] of [
    ["old", 8],
    ["set aside", 8],
    ["undecided", 8],
    ["young", 6],
  ] as const) {
    store.inbox.add(seen(id, { dedupKey: id, seenMs: today - age * day }));
    store.outbox.add(deed(id), asked({ nowMs: now.countedMs - age * day }));
  }
  for (const seq of [1, 4]) store.inbox.markDone(seq);
  store.inbox.setAside(2, "it threw");
  store.outbox.finish(1, "done", null, now.countedMs - 8 * day);
  store.outbox.finish(2, "failed", "gone", now.countedMs - 6 * day);
  store.outbox.finish(4, "done", null, now.countedMs - 6 * day);

  expect(prune(store, now)).toEqual({ inbox: 1, requests: 0, sentNotices: 0, outbox: 1, events: 0, more: false });
  expect(store.inbox.add(seen("old again", { dedupKey: "old" }))).toBe(5);
  expect(store.inbox.add(seen("young again", { dedupKey: "young" }))).toBeNull();
  expect(store.inbox.putAside(9)).toHaveLength(1);
  expect([1, 2, 3, 4].map((seq) => store.outbox.get(seq)?.effect.key)).toEqual([
    undefined,
    "set aside",
    "undecided",
    "young",
  ]);
});

test("a request is known by its key for a week", () => {
  const store = aStore();
  const kept = { route: "answer", hash: "h", ref: { session: "app-7" }, answer: null };
  store.requests.add({ key: "old", ...kept }, today - 8 * day);
  store.requests.add({ key: "young", ...kept }, today - 6 * day);
  store.requests.answered("young", "first");
  store.requests.answered("young", "second");

  expect(prune(store, now)).toMatchObject({ requests: 1, more: false });
  expect(store.requests.get("old")).toBeNull();
  expect(store.requests.get("young")).toEqual({ key: "young", ...kept, answer: "first" });
});

test("a number is not given twice after everything was pruned", () => {
  const store = aStore();
  store.inbox.add(seen("o1"));
  store.inbox.markDone(1);
  store.events.append(anEvent("shop"));
  expect(prune(store, now)).toMatchObject({ inbox: 1, events: 1 });
  store.inbox.add(seen("o2"));
  expect(store.inbox.undecided(9)[0]?.seq).toBe(2);
  expect(store.events.latest()).toBe(1);
  expect(store.events.append(anEvent("shop"))).toBe(2);
});

test("events go thirty days after their session ended, those of projects by their own age; the floor tells", () => {
  const store = aStore();
  store.sessions.save(aSession("live"), idle);
  store.sessions.save(aSession("long ended", { phase: endedAt(now.countedMs - 31 * day) }), idle);
  store.sessions.save(aSession("just ended", { phase: endedAt(now.countedMs - 29 * day) }), idle);
  store.changes.save(aChange("live's change", { session: sessionId("live") }), { dueMs: null });
  store.changes.save(aChange("ended's change", { session: sessionId("long ended") }), { dueMs: null });
  store.changes.save(aChange("a person's change"), { dueMs: null });
  const subjects = ["live", "long ended", "just ended", "live's change", "ended's change", "a person's change", "shop"];
  for (const subject of subjects) store.events.append(anEvent(subject, today - 31 * day));
  store.events.append(anEvent("long ended", today - 29 * day));
  store.events.append(anEvent("shop", today));

  expect(prune(store, now).events).toBe(4);
  expect(store.events.after(0, 99).map((event) => event.seq)).toEqual([1, 3, 4, 8, 9]);
  expect(store.events.floor()).toBe(8);
  expect(prune(store, now).events).toBe(0);
  expect(store.events.floor()).toBe(8);
});

test("a long arrear is worked off in batches, oldest first, and the audit log stays", () => {
  const store = aStore();
  store.transaction(() => {
    for (let n = 0; n < 25; n += 1) store.events.append(anEvent("shop", n));
  });
  store.audit.append({ atMs: 0, who: "ann", what: "start", subject: "shop", cause: null, why: "asked" });
  expect(prune(store, now, 10)).toMatchObject({ events: 10, more: true });
  expect(store.events.floor()).toBe(11);
  expect(prune(store, now, 10)).toMatchObject({ events: 10, more: true });
  expect(prune(store, now, 10)).toMatchObject({ events: 5, more: false });
  expect([store.events.floor(), store.events.latest()]).toEqual([26, 25]);
  expect(store.audit.page({ subject: null, before: null, limit: 9 })).toHaveLength(1);
});
