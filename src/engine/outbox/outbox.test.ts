import { expect, test } from "vitest";
import { anEngine, type EngineRig } from "../../../test/fixtures/daemon-engine.ts";
import { closing, committing, notice } from "../../../test/fixtures/daemon-news.ts";
import { aSession, theSession } from "../../../test/fixtures/domain.ts";
import { sessionId } from "../../domain/model/ids.ts";
import { limits } from "../../domain/model/limits.ts";
import { failed } from "../../slots/result.ts";

const down = failed("unavailable", "the tracker is down");
const MINUTE_MS = 60_000;

test("a lane is first in, first out, also across a retry, and other lanes do not wait for it", async () => {
  const rig = await anEngine();
  rig.plugins.on("tracker.close", ({ nth }) => (nth === 1 ? down : "done"));
  rig.ask(closing("first", "41"), closing("second", "41"), closing("third", "41"), closing("other", "42"));
  await rig.pass(0);
  expect(rig.plugins.asked("tracker.close")).toEqual(["first", "other"]);

  await rig.pass(limits.effectRetryBaseMs);
  expect(rig.plugins.asked("tracker.close")).toEqual(["first", "other", "first", "second", "third"]);
});

test("of one lane no two are under way at once", async () => {
  const rig = await anEngine();
  const gate = aGate();
  rig.plugins.on("tracker.close", () => gate.opened);
  rig.ask(closing("first", "41"), closing("second", "41"));
  await rig.pass(MINUTE_MS);
  expect(rig.plugins.asked("tracker.close")).toEqual(["first"]);
  gate.open();
  await rig.pass(0);
  expect(rig.plugins.asked("tracker.close")).toEqual(["first", "second"]);
});

test("a later effect of a session's lane hurries the retry before it", async () => {
  const rig = await anEngine();
  rig.plugins.on("workspace.commit", ({ nth }) => (nth <= 6 ? down : "done"));
  rig.ask(committing("slow"));
  await rig.pass(40_000);
  expect(attemptsOf(rig, "slow")).toBe(6);

  rig.ask(committing("behind"));
  await rig.pass(0);
  expect([outcomeOf(rig, "slow"), outcomeOf(rig, "behind")]).toEqual(["done", "done"]);
  expect(rig.plugins.asked("workspace.commit")).toHaveLength(8);
});

test("the back-off doubles up to its cap", async () => {
  const rig = await anEngine();
  const askedAtMs: number[] = [];
  rig.plugins.on("tracker.close", () => {
    askedAtMs.push(rig.clock.awakeMs);
    return down;
  });
  rig.ask(closing("poison"));
  await rig.pass(90 * MINUTE_MS);
  const gaps = askedAtMs.slice(1).map((atMs, n) => (atMs - (askedAtMs[n] ?? 0)) / 1_000);
  expect(gaps).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300, 300, 300, 300]);
});

test("an effect that never succeeds is given up at its limit, and a person hears of it once", async () => {
  const rig = await anEngine();
  rig.plugins.on("tracker.close", ({ args }) => (JSON.stringify(args).includes("poison") ? down : "done"));
  rig.ask(closing("poison", "41"), closing("behind", "41"));
  await rig.pass(120 * MINUTE_MS);

  expect(rig.plugins.asked("tracker.close")).toHaveLength(limits.effectAttemptsMax + 1);
  expect(rig.store.outbox.byKey("poison")).toMatchObject({ outcome: "failed", error: "the tracker is down" });
  expect(outcomeOf(rig, "behind")).toBe("done");
  expect(messagesOf(rig)).toEqual(["close issue failed for good: the tracker is down"]);
});

test("what is refused for good is not tried again, and its session asks for a person", async () => {
  const rig = await anEngine();
  rig.plugins.on("workspace.commit", () => failed("refused", "the disk is read-only"));
  rig.ask(committing("commit"));
  await rig.pass(10 * MINUTE_MS);
  expect(rig.plugins.asked("workspace.commit")).toHaveLength(1);
  expect(rig.store.sessions.get(theSession)?.incidents).toEqual([
    expect.objectContaining({
      trouble: "effect",
      summary: "commit workspace failed for good: the disk is read-only",
    }),
  ]);
  expect(messagesOf(rig)).toEqual([expect.stringContaining("the disk is read-only")]);
});

test("a notice has the patience of more than a day, and is given up in silence", async () => {
  const rig = await anEngine({ sweepMs: 60 * MINUTE_MS });
  rig.plugins.on("notifier.notify", () => down);
  rig.ask(notice("n"));
  await rig.pass(24 * 60 * MINUTE_MS);
  expect(outcomeOf(rig, "n")).toBeNull();
  await rig.pass(3 * 60 * MINUTE_MS);
  expect(outcomeOf(rig, "n")).toBe("failed");
  expect(rig.plugins.asked("notifier.notify")).toHaveLength(limits.notifyAttemptsMax);
  expect(rig.store.outbox.pending()).toBe(0);
});

test("only so many effects of one slot are under way at once; the others follow as soon as there is room", async () => {
  const rig = await anEngine();
  const gate = aGate();
  rig.plugins.on("notifier.notify", () => gate.opened);
  rig.ask(...Array.from({ length: 40 }, (_, n) => notice(`n${n}`)), closing("elsewhere"));
  await rig.pass(MINUTE_MS);
  expect(rig.plugins.asked("notifier.notify")).toHaveLength(limits.effectsPerSlotMax);
  expect(outcomeOf(rig, "elsewhere")).toBe("done");

  gate.open();
  await rig.pass(0);
  expect(rig.plugins.crowd.get("notifier")).toBe(limits.effectsPerSlotMax);
  expect(rig.plugins.asked("notifier.notify")).toHaveLength(40);
  expect(rig.store.outbox.pending()).toBe(0);
});

test("workspaces are made more tightly than the rest", async () => {
  const ids = Array.from({ length: 10 }, (_, n) => `app-s${n}`);
  const idle = { wants: null, dueMs: null };
  const rig = await anEngine({
    facts: (store) => {
      for (const id of ids) store.sessions.save(aSession({ id: sessionId(id), role: { kind: "orchestrator" } }), idle);
    },
  });
  const gate = aGate();
  rig.plugins.on("workspace.commit", () => gate.opened);
  rig.ask(...ids.map((id) => committing(`commit:${id}`, id)));
  await rig.pass(0);
  expect(rig.plugins.asked("workspace.commit")).toHaveLength(limits.workspaceEffectsMax);
  gate.open();
  await rig.pass(0);
  expect(rig.plugins.crowd.get("workspace")).toBe(limits.workspaceEffectsMax);
  expect(rig.plugins.asked("workspace.commit")).toHaveLength(10);
});

test("outcomes that come together are written in one transaction", async () => {
  const rig = await anEngine();
  rig.ask(...Array.from({ length: 10 }, (_, n) => notice(`n${n}`)));
  const before = rig.transactions;
  await rig.pass(0);
  expect(rig.store.outbox.pending()).toBe(0);
  expect(rig.transactions - before).toBe(1);
});

test("an outcome that waits to be written goes with the news that is taken meanwhile", async () => {
  const rig = await anEngine();
  const gate = aGate();
  rig.plugins.on("notifier.notify", () => gate.opened);
  rig.ask(notice("n"));
  gate.open();
  await new Promise((resolve) => setImmediate(resolve));
  const before = rig.transactions;
  rig.take();
  expect(outcomeOf(rig, "n")).toBe("done");
  await rig.pass(0);
  expect(rig.transactions - before).toBe(1);
});

function outcomeOf(rig: EngineRig, key: string): string | null | undefined {
  return rig.store.outbox.byKey(key)?.outcome;
}

function attemptsOf(rig: EngineRig, key: string): number | undefined {
  return rig.store.outbox.byKey(key)?.attempts;
}

function messagesOf({ plugins }: EngineRig): readonly string[] {
  const notices = plugins.calls.filter((call) => call.name === "notifier.notify");
  return notices.map(({ args }) => (args[0] as { readonly message: string }).message);
}

/** Answers are held back until it opens. */
function aGate(): { readonly opened: Promise<"done">; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<"done">();
  return { opened: promise, open: () => resolve("done") };
}
