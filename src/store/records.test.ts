/** Events, audit, candidates, cooldowns, the clock, and copies of the whole. */
import Database from "better-sqlite3";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Candidate } from "../domain/landing/candidate.ts";
import { candidateId, commitSha, projectId, sessionId, treeSha } from "../domain/model/ids.ts";
import { openStore } from "./open.ts";
import { aFolder, aStore } from "./testing/folder.ts";
import { anEvent, aProject, aSession, deed, asked, idle, seen, shop } from "./testing/samples.ts";

test("events are numbered without a gap, across rollbacks", () => {
  const store = aStore();
  const append = (): number => store.events.append(anEvent("s"));
  expect(store.events.latest()).toBe(0);
  store.transaction(append);
  expect(() =>
    store.transaction(() => {
      append();
      append();
      throw new Error("fault");
    }),
  ).toThrow("fault");
  expect(store.transaction(append)).toBe(2);
  expect(store.events.after(0, 9).map((event) => event.seq)).toEqual([1, 2]);
  expect([store.events.latest(), store.events.floor()]).toEqual([2, 1]);
});

test("events are read forward from a number, and backward for a subject", () => {
  const { events } = aStore();
  for (const subject of ["s", "t", "s", "s"]) events.append(anEvent(subject, 5));
  expect(events.after(2, 1)).toEqual([{ seq: 3, ...anEvent("s", 5) }]);
  expect(events.ofSubject("s", { before: null, limit: 2 }).map((event) => event.seq)).toEqual([4, 3]);
  expect(events.ofSubject("s", { before: 3, limit: 2 }).map((event) => event.seq)).toEqual([1]);
});

test("the audit log is read from the newest, and cannot be edited or shortened by anybody", () => {
  const file = join(aFolder(), "state.db");
  const store = openStore({ path: file });
  const entry = { atMs: 1, who: "ann", what: "land", subject: "c1", cause: null, why: "asked" };
  for (const subject of ["c1", "c2", "c1"]) store.audit.append({ ...entry, subject });
  expect(store.audit.page({ subject: null, before: 3, limit: 9 }).map((row) => row.seq)).toEqual([2, 1]);
  expect(store.audit.page({ subject: "c1", before: null, limit: 1 })).toMatchObject([{ seq: 3, ...entry }]);
  store.close();

  const db = new Database(file);
  expect(() => db.exec("DELETE FROM audit")).toThrow("append-only");
  expect(() => db.exec("UPDATE audit SET who = 'bob'")).toThrow("append-only");
  db.close();
});

test("live candidates are those neither landed nor rejected", () => {
  const { candidates } = aStore();
  const candidate = (id: string, state: Candidate["state"]): Candidate => ({
    ...{ id: candidateId(id), project: shop, base: "main", onto: commitSha("c0"), changes: [], state },
  });
  candidates.save(candidate("k1", { kind: "building" }));
  candidates.save(candidate("k2", { kind: "building" }));
  candidates.save(candidate("k1", { kind: "rejected", why: "red" }));
  const made = { commit: commitSha("c1"), tree: treeSha("t1") };
  candidates.save(candidate("k4", { kind: "unpublished", made, judged: [], blockedBy: [".env"] }));
  expect(candidates.live()).toEqual([
    { id: "k2", project: shop, waits: false },
    { id: "k4", project: shop, waits: true },
  ]);
  expect(candidates.get(candidateId("k1"))?.state).toEqual({ kind: "rejected", why: "red" });
  expect(candidates.get(candidateId("k3"))).toBeNull();
});

test("a credential rests until the newest time it was given", () => {
  const { cooldowns } = aStore();
  cooldowns.save({ credential: "work", untilMs: 100 });
  cooldowns.save({ credential: "home", untilMs: 10 });
  cooldowns.save({ credential: "work", untilMs: 50 });
  expect(cooldowns.active(20)).toEqual([{ credential: "work", untilMs: 50 }]);
  expect([cooldowns.untilMs("work"), cooldowns.untilMs("none")]).toEqual([50, 0]);
  expect([cooldowns.nextEndMs(0), cooldowns.nextEndMs(10), cooldowns.nextEndMs(50)]).toEqual([10, 50, null]);
  cooldowns.clear("work");
  expect(cooldowns.active(0)).toEqual([{ credential: "home", untilMs: 10 }]);
});

test("the clock begins unslept and keeps what it is told", () => {
  const { clock } = aStore();
  expect(clock.read()).toEqual({ sleptMs: 0, lastTickMs: null });
  clock.save({ sleptMs: 5, lastTickMs: 1_760_000_000_000 });
  expect(clock.read()).toEqual({ sleptMs: 5, lastTickMs: 1_760_000_000_000 });
});

test("projects come by name", () => {
  const { projects } = aStore();
  for (const id of ["b", "a"]) projects.save(aProject({ id: projectId(id) }));
  projects.save(aProject({ id: projectId("b"), hold: "pause" }));
  expect(projects.all().map(({ id, hold }) => [id, hold])).toEqual([
    ["a", null],
    ["b", "pause"],
  ]);
});

test("a copy, as a file or as bytes, holds what was committed", () => {
  const store = aStore();
  store.sessions.save(aSession("a"), idle);
  const target = join(aFolder(), "copy.db");
  store.backup(target);
  for (const copy of [openStore({ path: target }), openStore({ template: store.serialize() })]) {
    expect(copy.sessions.get(sessionId("a"))).toEqual(aSession("a"));
    expect(copy.integrityCheck()).toEqual([]);
    copy.close();
  }
});

test("a row whose document was damaged is named by table and id", () => {
  const file = join(aFolder(), "state.db");
  const store = openStore({ path: file });
  store.sessions.save(aSession("a"), idle);
  store.projects.save(aProject());
  store.inbox.add(seen("o1"));
  store.outbox.add(deed("k"), asked());
  store.close();
  const db = new Database(file);
  db.exec(`UPDATE sessions SET doc = substr(doc, 1, 40); UPDATE projects SET doc = 'null'`);
  db.exec(`UPDATE inbox SET doc = ''; UPDATE outbox SET doc = '{'`);
  db.close();

  const damaged = openStore({ path: file });
  const row = (table: string, id: string) =>
    expect.objectContaining({ code: "corrupt_row", row: { table, id } }) as Error;
  expect(() => damaged.sessions.get(sessionId("a"))).toThrow(row("sessions", "a"));
  expect(() => damaged.projects.get(shop)).toThrow(row("projects", "shop"));
  expect(() => damaged.inbox.undecided(9)).toThrow(row("inbox", "1"));
  expect(() => damaged.outbox.ready(9, 9)).toThrow(row("outbox", "1"));
  expect(damaged.sessions.board()).toHaveLength(1);
  damaged.close();
});
