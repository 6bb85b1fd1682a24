import { expect, test } from "vitest";
import { anEngine, type EngineRig } from "../../test/fixtures/daemon-engine.ts";
import { closing, committing, notice } from "../../test/fixtures/daemon-news.ts";
import type { Answer } from "../../test/fixtures/daemon-plugins.ts";
import { aCandidate, anIssueSnapshot, aProject, check, made, theCandidate } from "../../test/fixtures/domain.ts";
import { app } from "../../test/fixtures/rules.ts";
import type { Effect } from "../domain/core/effect.ts";
import { issueId, projectId, treeSha } from "../domain/model/ids.ts";
import { known } from "../domain/model/known.ts";
import { limits } from "../domain/model/limits.ts";
import { failed } from "../slots/result.ts";

const MINUTE_MS = 60_000;

test("a performer that throws is tried again and stops nobody", async () => {
  const rig = await anEngine();
  rig.plugins.on("tracker.close", ({ nth }) => (nth === 1 ? new Error("a bug of the plugin") : "done"));
  rig.ask(closing("broken"), notice("n"));
  await rig.pass(0);
  expect(outcomeOf(rig, "n")).toBe("done");
  expect(rig.store.outbox.byKey("broken")).toMatchObject({
    attempts: 1,
    error: expect.stringContaining("a bug") as string,
  });
  await rig.pass(limits.effectRetryBaseMs);
  expect(outcomeOf(rig, "broken")).toBe("done");
  expect(rig.complaints).toEqual(["a performer threw: Error: a bug of the plugin"]);
});

test("a channel that comes back is not told what is over by then", async () => {
  const rig = await anEngine();
  rig.plugins.on("notifier.notify", () => failed("unavailable", "the channel is down"));
  rig.ask(notice("kept"), {
    ...notice("over"),
    subject: { kind: "landing_blocked", candidate: theCandidate },
  } as Effect);
  rig.store.transaction(() => rig.store.candidates.save(aCandidate(waits)));
  await rig.pass(0);
  expect(rig.plugins.asked("notifier.notify")).toEqual(["kept", "over"]);

  rig.store.transaction(() => rig.store.candidates.save(aCandidate({ kind: "landed", made })));
  rig.plugins.on("notifier.notify", () => "done");
  await rig.pass(limits.effectRetryBaseMs);
  expect(rig.plugins.asked("notifier.notify")).toEqual(["kept", "over", "kept"]);
  expect(outcomeOf(rig, "over")).toBe("done");
});

const waits = { kind: "unpublished", made, judged: [], blockedBy: [".env"] } as const;

test("a performer that hangs is given up after its time and asked again; meanwhile others go on", async () => {
  const rig = await anEngine();
  rig.plugins.on("tracker.close", ({ nth }) => (nth === 1 ? "silence" : "done"));
  rig.ask(closing("hangs"), notice("n"));
  await rig.pass(limits.effectTimeoutMs - 1);
  expect(rig.plugins.asked("tracker.close")).toEqual(["hangs"]);
  expect(outcomeOf(rig, "n")).toBe("done");

  await rig.pass(1);
  expect(rig.store.outbox.byKey("hangs")).toMatchObject({ attempts: 1, error: "no answer within 120 s" });
  await rig.pass(limits.effectRetryBaseMs);
  expect(outcomeOf(rig, "hangs")).toBe("done");
});

test("an answer that comes after its time is not taken a second time", async () => {
  const rig = await anEngine();
  const late = Promise.withResolvers<Answer>();
  rig.plugins.on("tracker.close", ({ nth }) => (nth === 1 ? late.promise : "done"));
  rig.ask(closing("late", "9"));
  await rig.pass(limits.effectTimeoutMs + limits.effectRetryBaseMs);
  expect(outcomeOf(rig, "late")).toBe("done");
  late.resolve({ value: anIssueSnapshot({ id: issueId("9") }) });
  await rig.pass(MINUTE_MS);
  expect(rig.rows("SELECT id FROM issues")).toEqual([]);
});

test("a project that is not loaded keeps its effects waiting, not the others", async () => {
  const rig = await anEngine();
  rig.ask(closing("elsewhere", "41", projectId("other")), closing("here"));
  await rig.pass(0);
  expect(outcomeOf(rig, "here")).toBe("done");
  expect(rig.store.outbox.byKey("elsewhere")).toMatchObject({
    outcome: null,
    error: "project other is not loaded",
  });
});

test("a credential in cool-down is asked nothing by anybody until it is over; others are", async () => {
  const rig = await anEngine();
  rig.plugins.on("tracker.close", ({ nth }) =>
    nth === 1 ? failed("rate_limited", "slow down", 10 * MINUTE_MS) : "done",
  );
  rig.ask(closing("limited"));
  await rig.pass(0);
  const asked = rig.plugins.calls.length;
  rig.ask(closing("another"));
  await rig.pass(10 * MINUTE_MS - 1);
  expect(rig.plugins.calls.slice(asked)).toEqual([]);
  expect(rig.store.outbox.byKey("limited")?.attempts).toBe(0);

  rig.ask(notice("n"), committing("c"));
  await rig.pass(0);
  expect([outcomeOf(rig, "n"), outcomeOf(rig, "c")]).toEqual(["done", "done"]);

  await rig.pass(limits.tickMinMs);
  expect([outcomeOf(rig, "limited"), outcomeOf(rig, "another")]).toEqual(["done", "done"]);
});

test("a channel that was told is not told again when the next one asked for a rest", async () => {
  const rig = await anEngine();
  rig.plugins.on("notifier.wasSent", () => ({ value: known(true) }));
  rig.plugins.on("pager.notify", ({ nth }) => (nth === 1 ? failed("rate_limited", "slow down", MINUTE_MS) : "done"));
  rig.ask(notice("n"));
  await rig.pass(2 * MINUTE_MS);
  expect(rig.plugins.asked("notifier.notify")).toEqual(["n"]);
  expect(rig.plugins.asked("pager.notify")).toEqual(["n", "n"]);
});

test("however many wait for a credential, what needs none is performed", async () => {
  const rig = await anEngine();
  rig.plugins.on("tracker.close", () => failed("rate_limited", "slow down", 60 * MINUTE_MS));
  rig.ask(...Array.from({ length: limits.effectsReadyMax + 50 }, (_, n) => closing(`close:${n}`)));
  await rig.pass(0);
  rig.ask(notice("n"));
  await rig.pass(0);
  expect(outcomeOf(rig, "n")).toBe("done");
  expect(rig.plugins.asked("tracker.close")).toHaveLength(limits.effectsPerSlotMax);
});

test("a cool-down holds across a restart", async () => {
  const rig = await anEngine();
  rig.plugins.on("tracker.close", ({ nth }) =>
    nth === 1 ? failed("rate_limited", "slow down", 10 * MINUTE_MS) : "done",
  );
  rig.ask(closing("limited"));
  await rig.pass(MINUTE_MS);
  rig.kill();
  const asked = rig.plugins.calls.length;
  await rig.start();
  await rig.pass(9 * MINUTE_MS - 1);
  expect(rig.plugins.calls.slice(asked)).toEqual([]);
  await rig.pass(1);
  expect(outcomeOf(rig, "limited")).toBe("done");
});

test("a reading of the tracker that is rate-limited rests the credential of the whole project", async () => {
  const rig = await anEngine();
  rig.plugins.on("tracker.since", ({ nth }) =>
    nth === 2 ? failed("rate_limited", "slow down", 5 * MINUTE_MS) : "done",
  );
  await rig.pass(limits.sweepMs);
  const asked = rig.plugins.calls.length;
  rig.ask(closing("close"));
  await rig.pass(5 * MINUTE_MS - 1);
  expect(rig.plugins.calls.slice(asked)).toEqual([]);
  await rig.pass(limits.sweepMs);
  expect(outcomeOf(rig, "close")).toBe("done");
});

test("a fresh effect is done at once; one without an outcome is looked for first after a restart", async () => {
  const rig = await anEngine();
  rig.plugins.on("notifier.notify", ({ nth }) => (nth === 1 ? "silence" : "done"));
  rig.ask(notice("n"));
  await rig.pass(1_000);
  expect(callsOf(rig, "notifier")).toEqual(["notifier.notify"]);

  rig.kill();
  await rig.start();
  await rig.pass(limits.noticeOnItsWayMs);
  expect(callsOf(rig, "notifier")).toEqual(["notifier.notify", "notifier.wasSent", "notifier.notify"]);
  expect(outcomeOf(rig, "n")).toBe("done");
});

test("a channel is not asked while what the last daemon told it may still be on its way", async () => {
  const rig = await anEngine();
  rig.plugins.on("notifier.notify", () => "silence");
  rig.ask(notice("n"));
  await rig.pass(1_000);
  rig.kill();
  await rig.start();
  await rig.pass(limits.noticeOnItsWayMs - 1);
  expect(callsOf(rig, "notifier")).toEqual(["notifier.notify"]);
  rig.ask(notice("fresh"));
  await rig.pass(0);
  expect(rig.plugins.asked("notifier.notify")).toEqual(["n", "fresh"]);
});

test("what was done before the crash is not done again", async () => {
  const rig = await anEngine();
  rig.plugins.on("notifier.notify", () => "silence");
  rig.plugins.on("notifier.wasSent", () => ({ value: known(true) }));
  rig.ask(notice("n"));
  await rig.pass(1_000);
  rig.kill();
  await rig.start();
  await rig.pass(limits.noticeOnItsWayMs);
  expect(callsOf(rig, "notifier")).toEqual(["notifier.notify", "notifier.wasSent"]);
  expect(outcomeOf(rig, "n")).toBe("done");
});

test("what has an outcome is not performed by the next daemon", async () => {
  const rig = await anEngine();
  rig.ask(closing("close"));
  await rig.pass(0);
  rig.kill();
  await rig.start();
  await rig.pass(MINUTE_MS);
  expect(rig.plugins.asked("tracker.close")).toEqual(["close"]);
});

test("a retry looks first too, since the answer may have been lost", async () => {
  const rig = await anEngine();
  rig.plugins.on("notifier.notify", ({ nth }) => (nth === 1 ? failed("unavailable", "no answer") : "done"));
  rig.ask(notice("n"));
  await rig.pass(limits.effectRetryBaseMs);
  expect(callsOf(rig, "notifier")).toEqual(["notifier.notify", "notifier.wasSent", "notifier.notify"]);
});

test("an effect whose outcome found no space is looked for first when it is performed again", async () => {
  const rig = await anEngine();
  rig.ask(notice("n"));
  const letGo = rig.holdFile();
  await rig.pass(0);
  letGo();
  await rig.pass(limits.sweepMs);
  expect(callsOf(rig, "notifier")).toEqual(["notifier.notify", "notifier.wasSent", "notifier.notify"]);
  expect(outcomeOf(rig, "n")).toBe("done");
});

test("stopping begins nothing new and ends when what is under way has its outcome", async () => {
  const rig = await anEngine();
  const answer = Promise.withResolvers<Answer>();
  rig.plugins.on("tracker.close", () => answer.promise);
  rig.ask(closing("under way", "41"), closing("behind", "41"));
  let isStopped = false;
  const stopped = rig.engine.stop().then(() => (isStopped = true));
  await rig.pass(limits.drainMs - 1);
  expect(isStopped).toBe(false);

  answer.resolve("done");
  await rig.pass(0);
  await stopped;
  expect(outcomeOf(rig, "under way")).toBe("done");
  expect(outcomeOf(rig, "behind")).toBeNull();
  expect(rig.plugins.asked("tracker.close")).toEqual(["under way"]);
});

test("stopping leaves behind what hangs; an answer that comes afterwards is not taken, and the next daemon looks", async () => {
  const rig = await anEngine();
  const answer = Promise.withResolvers<Answer>();
  rig.plugins.on("notifier.notify", () => answer.promise);
  rig.ask(notice("n"));
  const stopped = rig.engine.stop();
  await rig.pass(limits.drainMs);
  await stopped;
  answer.resolve("done");
  await rig.pass(MINUTE_MS);
  expect([outcomeOf(rig, "n"), rig.clock.nextMs()]).toEqual([null, null]);

  rig.plugins.on("notifier.wasSent", () => ({ value: known(true) }));
  rig.kill();
  await rig.start();
  await rig.pass(limits.noticeOnItsWayMs);
  expect([outcomeOf(rig, "n"), callsOf(rig, "notifier")]).toEqual(["done", ["notifier.notify", "notifier.wasSent"]]);
});

test("stopping does not wait for checks, whose run the next daemon finds again", async () => {
  const base = { ...aProject().base, health: { kind: "checking", round: 1, redBefore: null } as const };
  const rig = await anEngine({ facts: (store) => store.projects.save(aProject({ base })) });
  rig.plugins.on("checks.run", ({ nth }) => (nth === 1 ? "silence" : { value: [check("passed", "base-1")] }));
  const of = { kind: "base", project: app, tree: treeSha("base-1-tree") } as const;
  rig.ask({ kind: "run_checks", of, project: app, n: 1, names: ["test"], notBeforeMs: null, key: "run" });
  await rig.pass(0);
  await rig.engine.stop();
  expect([outcomeOf(rig, "run"), rig.clock.nextMs()]).toEqual([null, null]);

  rig.kill();
  await rig.start();
  expect(outcomeOf(rig, "run")).toBe("done");
  expect(rig.store.projects.get(app)?.base.health.kind).toBe("green");
});

function outcomeOf(rig: EngineRig, key: string): string | null | undefined {
  return rig.store.outbox.byKey(key)?.outcome;
}

function callsOf({ plugins }: EngineRig, plugin: string): readonly string[] {
  return plugins.calls.map(({ name }) => name).filter((name) => name.startsWith(`${plugin}.`));
}
