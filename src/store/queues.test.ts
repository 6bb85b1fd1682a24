/** Inbox, outbox and messages: order, and once only. */
import { expect, test } from "vitest";
import { messageId, sessionId } from "../domain/model/ids.ts";
import { aStore } from "./testing/folder.ts";
import { aMessage, asked, deed, seen } from "./testing/samples.ts";

const keys = (rows: readonly { readonly effect: { readonly key: string } }[]): readonly string[] =>
  rows.map((row) => row.effect.key);

test("an observation with a known dedup key is not taken again, even after it was decided", () => {
  const { inbox } = aStore();
  expect(inbox.add(seen("o1", { dedupKey: "delivery-1" }))).toBe(1);
  expect(inbox.add(seen("o2", { dedupKey: "delivery-1" }))).toBeNull();
  inbox.markDone(1);
  expect(inbox.add(seen("o3", { dedupKey: "delivery-1" }))).toBeNull();
  expect(inbox.undecided(10)).toEqual([]);
});

test("observations without a key are all taken", () => {
  const { inbox } = aStore();
  expect([inbox.add(seen("o1")), inbox.add(seen("o2"))]).toEqual([1, 2]);
});

test("undecided observations come in the order they were seen; decided and set-aside ones do not come again", () => {
  const { inbox } = aStore();
  for (const id of ["o3", "o1", "o2", "o4"]) inbox.add(seen(id, { seenMs: 7 }));
  expect(inbox.undecided(2).map((row) => row.observation.id)).toEqual(["o3", "o1"]);
  inbox.markDone(1);
  inbox.setAside(2, "it threw");
  expect(inbox.undecided(9)).toEqual([
    { seq: 3, seenMs: 7, observation: seen("o2").observation },
    { seq: 4, seenMs: 7, observation: seen("o4").observation },
  ]);
  expect(inbox.putAside(9)).toEqual([{ seq: 2, id: "o1", kind: "turn_granted", seenMs: 7, error: "it threw" }]);
});

test("a deed is in the outbox once, done or not", () => {
  const { outbox } = aStore();
  expect([outbox.add(deed("k"), asked()), outbox.add(deed("k"), asked())]).toEqual([true, false]);
  outbox.finish(1, "done", null, 5);
  expect(outbox.add(deed("k"), asked())).toBe(false);
  expect(outbox.byKey("k")).toMatchObject({ seq: 1, outcome: "done", finishedMs: 5 });
  expect(outbox.byKey("other")).toBeNull();
});

test("effects that are due come in the order they were asked for, whatever their due times", () => {
  const { outbox } = aStore();
  Object.entries({ a: 30, b: 10, c: 20, d: 99 }).forEach(([key, dueMs]) =>
    outbox.add(deed(key), asked({ lane: key, dueMs })),
  );
  expect(keys(outbox.ready(30, 9))).toEqual(["a", "b", "c"]);
  expect(keys(outbox.ready(30, 2))).toEqual(["a", "b"]);
  expect([outbox.pending(), outbox.nextDueMs(0), outbox.nextDueMs(30), outbox.nextDueMs(99)]).toEqual([
    4,
    10,
    99,
    null,
  ]);
});

test("the first of a lane holds back those behind it until it is finished, even while it waits for its time", () => {
  const { outbox } = aStore();
  outbox.add(deed("x1"), asked({ lane: "x", dueMs: 50 }));
  outbox.add(deed("x2"), asked({ lane: "x" }));
  outbox.add(deed("y1"), asked({ lane: "y" }));
  expect(keys(outbox.ready(10, 9))).toEqual(["y1"]);
  outbox.finish(1, "failed", "gone", 10);
  expect(keys(outbox.ready(10, 9))).toEqual(["x2", "y1"]);
});

test("a lane in a hurry tries again at once what it had put off, and nothing that was to wait from the start", () => {
  const { outbox } = aStore();
  for (const lane of ["x", "y"]) {
    outbox.add(deed(lane), asked({ lane }));
    outbox.retryLater(outbox.lastSeq(), { attempts: 1, dueMs: 90, error: "busy" });
  }
  outbox.add(deed("z"), asked({ lane: "z", dueMs: 90 }));
  for (const lane of ["x", "z"]) outbox.hurry(lane, 20);
  expect(keys(outbox.ready(20, 9))).toEqual(["x"]);
});

test("the last number counts on after its row was finished and pruned", () => {
  const { outbox } = aStore();
  expect(outbox.lastSeq()).toBe(0);
  outbox.add(deed("a"), asked());
  outbox.finish(1, "done", null, 1);
  expect([outbox.prune(10, 9), outbox.get(1), outbox.lastSeq()]).toEqual([1, null, 1]);
});

test("an effect put off comes back later with its attempts; a finished one never, and its first outcome stands", () => {
  const { outbox } = aStore();
  for (const key of ["a", "b"]) outbox.add(deed(key), asked());
  outbox.retryLater(1, { attempts: 3, dueMs: 50, error: "busy" });
  outbox.finish(2, "failed", "gone", 6);
  outbox.finish(2, "done", null, 7);
  expect(outbox.ready(49, 9)).toEqual([]);
  expect(outbox.ready(50, 9)).toMatchObject([{ seq: 1, attempts: 3, error: "busy", outcome: null }]);
  expect(outbox.get(2)).toEqual({
    ...{ seq: 2, effect: deed("b"), lane: "s", slot: "workspace", cause: null, attempts: 0, dueMs: 0, createdMs: 0 },
    ...{ finishedMs: 6, outcome: "failed", error: "gone" },
  });
  expect([outbox.pending(), outbox.nextDueMs(0), outbox.get(3)]).toEqual([1, 50, null]);
});

test("a lane shows what is unfinished in it, oldest first", () => {
  const { outbox } = aStore();
  Object.entries({ a: "x", b: "y", c: "x", d: "x" }).forEach(([key, lane]) =>
    outbox.add(deed(key), asked({ lane, dueMs: 9 })),
  );
  outbox.finish(1, "done", null, 1);
  expect(keys(outbox.unfinishedOfLane("x"))).toEqual(["c", "d"]);
});

test("messages keep their order however often they are saved, and leave the list when settled", () => {
  const { messages } = aStore();
  for (const id of ["m2", "m1", "m3"]) messages.save(aMessage(id));
  messages.save(aMessage("other", { session: sessionId("t") }));
  messages.save(aMessage("m2", { deliveries: 1 }));
  expect(messages.unsettledOf(sessionId("s")).map((message) => message.id)).toEqual(["m2", "m1", "m3"]);

  messages.save(aMessage("m1", { state: { kind: "dropped", why: "not_needed" } }));
  expect(messages.unsettledOf(sessionId("s")).map((message) => message.id)).toEqual(["m2", "m3"]);
  expect(messages.ofSession(sessionId("s"), 2).map((message) => message.id)).toEqual(["m3", "m1"]);
  expect(messages.get(messageId("m2"))).toEqual(aMessage("m2", { deliveries: 1 }));
  expect(messages.get(messageId("none"))).toBeNull();
});
