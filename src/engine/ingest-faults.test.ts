import { expect, test } from "vitest";
import { anEngine, type EngineRig } from "../../test/fixtures/daemon-engine.ts";
import { big, closing, manySeen, notice, seen, sent } from "../../test/fixtures/daemon-news.ts";
import { anIssueSnapshot, aSession, theSession, theTurn, working } from "../../test/fixtures/domain.ts";
import { aRules } from "../../test/fixtures/rules.ts";
import { issueId } from "../domain/model/ids.ts";
import { limits } from "../domain/model/limits.ts";
import { failed } from "../slots/result.ts";

const secret = "hunter2-hunter2";
const token = `ghp_${"a1B2".repeat(9)}`;

test("a damaged row of the inbox is set aside by its number, a person hears of it, and the rest goes on", async () => {
  const rig = await anEngine();
  const last = limits.inboxBatchMax + 3;
  rig.take(...manySeen(1, last));
  const [, damaged] = rig.store.inbox.undecided(10).map(({ seq }) => seq);
  rig.meddle(`UPDATE inbox SET doc = '{"kind":' WHERE seq = ?`, damaged ?? 0);

  await rig.pass(limits.sweepMs);
  expect(rig.store.inbox.putAside(10)).toEqual([
    expect.objectContaining({ seq: damaged, error: expect.stringContaining(`row ${damaged} of inbox`) as string }),
  ]);
  expect(rig.rows("SELECT id FROM issues")).toHaveLength(last - 1);
  expect(rig.store.issues.get(issueId(`i${last}`))).not.toBeNull();
  expect(rig.plugins.calls.filter(({ name }) => name === "notifier.notify").map(({ args }) => args[0])).toEqual([
    expect.objectContaining({ title: `set aside · row ${damaged} of the inbox` }),
  ]);
});

test("on a full disk take throws, and everything is as before", async () => {
  const rig = await anEngine();
  rig.take(seen("1"));
  const before = rig.dump();
  rig.fillDisk();

  expect(() => rig.take(seen("2"), seen("3", { text: big }))).toThrow(expect.objectContaining({ code: "disk_full" }));
  expect(rig.dump()).toBe(before);
  expect(rig.store.integrityCheck()).toEqual([]);

  rig.freeDisk();
  rig.take(seen("2"), seen("3", { text: big }));
  expect(rig.rows("SELECT id FROM issues")).toHaveLength(3);
});

test("of news that fits on the disk while what follows from it does not, nothing is kept", async () => {
  const rig = await anEngine();
  const before = rig.dump();
  rig.fillDisk(20);
  expect(() => rig.take(seen("1", { text: big }))).toThrow(expect.objectContaining({ code: "disk_full" }));
  expect(rig.dump()).toBe(before);
});

test("another program that holds the file is an outage like a full disk: nothing is set aside for it", async () => {
  const rig = await anEngine();
  const before = rig.dump();
  const letGo = rig.holdFile();
  expect(() => rig.take(seen("1"))).toThrow(expect.objectContaining({ code: "locked" }));
  letGo();
  expect(rig.dump()).toBe(before);
  rig.take(seen("1"));
  expect(rig.rows("SELECT state FROM inbox")).toEqual([{ state: "done" }]);
});

test("an outcome that found no space is asked for again and recorded, by itself, once there is space", async () => {
  const rig = await anEngine();
  rig.plugins.on("tracker.close", () => ({ value: anIssueSnapshot({ id: issueId("9"), version: 2, text: big }) }));
  rig.ask(closing("close:9", "9"));
  rig.fillDisk();
  await rig.pass(2 * limits.sweepMs);
  expect(outcomeOf(rig, "close:9")).toBeNull();
  expect(rig.complaints.join()).toContain("the disk is full");

  rig.freeDisk();
  await rig.pass(limits.sweepMs);
  expect(outcomeOf(rig, "close:9")).toBe("done");
  expect(rig.store.issues.get(issueId("9"))?.version).toBe(2);
});

test("a deadline that passed during an outage is kept as soon as the store is back", async () => {
  const rig = await anEngine({
    facts: (store, nowMs) => {
      const thresholdMs = aRules().reactions["agent-stuck"].thresholdMs;
      const silent = working({ lastSignMs: nowMs + limits.sweepMs - thresholdMs });
      store.sessions.save(aSession({ phase: silent }), { wants: null, dueMs: nowMs + limits.sweepMs });
    },
  });
  const letGo = rig.holdFile();
  await rig.pass(limits.sweepMs);
  expect(rig.complaints).toEqual([expect.stringContaining("a tick failed; it is tried again")]);
  expect(rig.rows("SELECT kind FROM outbox")).toEqual([]);

  letGo();
  await rig.pass(1_000);
  expect(rig.rows("SELECT kind FROM outbox")).toEqual([{ kind: "steer_turn" }]);
});

test("a secret in what was observed reaches no row", async () => {
  const rig = await anEngine({
    facts: (store) => store.sessions.save(aSession({ phase: working() }), { wants: null, dueMs: null }),
  });
  rig.take(
    seen("1", { title: `Rotate ${secret}`, text: `push with ${token} failed`, labels: [token] }),
    { kind: "turn_progressed", session: theSession, turn: theTurn, words: `using ${token}` },
    { kind: "turn_ended", session: theSession, turn: theTurn, result: { kind: "failed", why: secret }, ...nothingElse },
  );
  await rig.pass(limits.sweepMs);

  expect(rig.dump()).not.toContain(secret);
  expect(rig.dump()).not.toContain(token);
  expect(rig.store.issues.get(issueId("1"))?.text).toBe("push with [redacted] failed");
  expect(rig.store.issues.get(issueId("1"))?.labels).toEqual(["[redacted]"]);
});

test("a token at the beginning of a line reaches no row either", async () => {
  const rig = await anEngine();
  rig.take(seen("1", { text: `the log says:\n${token}\tand\t${token}` }));
  expect(rig.dump()).not.toContain(token);
});

test("what is taken out of one field leaves the others alone", async () => {
  const rig = await anEngine();
  rig.take(seen("1", { title: "Fails at http://localhost:8080", text: "bob@example.com knows" }));
  expect(rig.store.issues.get(issueId("1"))).toMatchObject({
    title: "Fails at http://localhost:8080",
    text: "bob@example.com knows",
  });
});

test("a secret in a performer's error reaches no row", async () => {
  const rig = await anEngine();
  rig.plugins.on("tracker.close", ({ nth }) =>
    nth === 1 ? new Error(`401 for ${token}`) : failed("refused", `no access with ${secret}`),
  );
  rig.ask(closing("close"));
  await rig.pass(0);
  expect(rig.dump()).not.toContain(token);
  await rig.pass(limits.sweepMs);
  expect(rig.store.outbox.byKey("close")).toMatchObject({ outcome: "failed", error: "no access with [redacted]" });
  expect(rig.dump()).not.toContain(secret);
});

test("a secret in the news of an effect's outcome reaches no row", async () => {
  const rig = await anEngine();
  rig.plugins.on("tracker.close", () => ({ value: anIssueSnapshot({ id: issueId("9"), text: `see ${secret}` }) }));
  rig.ask(closing("close:9", "9"));
  await rig.pass(0);
  expect(rig.store.issues.get(issueId("9"))?.text).toBe("see [redacted]");
  expect(rig.dump()).not.toContain(secret);
});

test("a notice goes out without the secret that its text may hold", async () => {
  const rig = await anEngine();
  rig.ask(notice("n", `the push said ${secret}`));
  await rig.pass(0);
  expect(rig.plugins.calls.find((call) => call.name === "notifier.notify")?.args[0]).toMatchObject({
    message: "the push said [redacted]",
  });
});

test("what a person orders is kept as it was written", async () => {
  const rig = await anEngine();
  rig.take(sent(`log in with ${secret}`));
  expect(rig.rows<{ doc: string }>("SELECT doc FROM messages")[0]?.doc).toContain(secret);
});

test("what was read from the world but found no space is read again", async () => {
  const rig = await anEngine();
  const first = { issues: [anIssueSnapshot({ text: big })], cursor: "2" };
  rig.plugins.on("tracker.since", ({ args }) => ({ value: args[0] === "2" ? { issues: [], cursor: "2" } : first }));
  rig.fillDisk();
  await rig.pass(2 * limits.sweepMs);
  expect(rig.rows("SELECT id FROM issues")).toEqual([]);
  rig.freeDisk();
  await rig.pass(limits.sweepMs);
  expect(rig.rows("SELECT id FROM issues")).toEqual([{ id: "41" }]);
});

test("the end of a turn that found no space is read again, and not taken for a process that is gone", async () => {
  const rig = await anEngine({
    facts: (store, nowMs) =>
      store.sessions.save(aSession({ phase: working({ lastSignMs: nowMs }) }), { wants: null, dueMs: null }),
  });
  const ended = { id: "e1", kind: "ended", result: { kind: "done" }, usage: { usd: 0, tokens: 0 }, words: big };
  rig.plugins.on("agent.news", ({ args }) => ({
    value: { entries: args[1] === "9" ? [] : [ended], frames: [], cursor: "9" },
  }));
  rig.fillDisk();
  rig.engine.lookAtTurn(theSession);
  await rig.pass(0);
  rig.freeDisk();
  await rig.pass(limits.sweepMs);
  expect(rig.rows("SELECT kind FROM inbox WHERE kind LIKE 'turn_%'")).toEqual([{ kind: "turn_ended" }]);
});

test("a project that cannot be read is read again at the next sweep, and its news is taken once", async () => {
  const rig = await anEngine();
  rig.plugins.on("tracker.since", ({ nth }) =>
    nth === 2 ? failed("unavailable", "down") : { value: { issues: [anIssueSnapshot()], cursor: "2" } },
  );
  await rig.pass(5 * limits.sweepMs);
  expect(rig.rows("SELECT dedup_key FROM inbox")).toEqual([{ dedup_key: "issue:app:41:1" }]);
});

const nothingElse = {
  head: { known: false, why: "not looked" },
  dirty: false,
  usage: { usd: 0, tokens: 0 },
  words: `bye ${token}`,
} as const;

function outcomeOf(rig: EngineRig, key: string): string | null | undefined {
  return rig.store.outbox.byKey(key)?.outcome;
}
