import Database from "better-sqlite3";
import { appendFileSync } from "node:fs";
import { expect, test } from "vitest";
import { anApi, type ApiRig } from "../../../../test/fixtures/daemon-api.ts";
import { noteAuditHead, readAuditHeads } from "../../../config/audit/audit-heads.ts";

const entry = {
  atMs: Date.parse("2026-11-17T10:00:00Z"),
  who: "ann",
  what: "land",
  subject: "c1",
  cause: null,
  why: "",
};

async function aLog(entries: number): Promise<ApiRig> {
  const rig = await anApi({});
  rig.store.transaction(() => {
    for (let n = 1; n <= entries; n += 1) rig.store.audit.append({ ...entry, atMs: entry.atMs + n, subject: `c${n}` });
  });
  return rig;
}

function note({ home, store }: ApiRig, isRestored = false): void {
  noteAuditHead(home, { atMs: entry.atMs, ...store.audit.head(), isRestored });
}

function forge({ home }: ApiRig, sql: string): void {
  const db = new Database(home.database);
  db.exec(`DROP TRIGGER audit_is_never_edited; DROP TRIGGER audit_is_never_pruned; ${sql}`);
  db.close();
}

test("a whole log is whole, however long, and its noted heads agree", async () => {
  const rig = await aLog(5_001);
  note(rig);
  note(rig);
  const { seq, hash } = rig.store.audit.head();
  expect(readAuditHeads(rig.home)).toMatchObject([{ seq, hash }]);
  expect(await rig.client().verifyAudit({})).toEqual({
    ...{ isWhole: true, entries: 5_001, head: hash, heads: 1, breaks: [], notes: [] },
  });
});

test("a changed entry is named, though the log is long", async () => {
  const rig = await aLog(4_500);
  forge(rig, "UPDATE audit SET why = 'never asked' WHERE seq = 4321");
  const { isWhole, breaks } = await rig.client().verifyAudit({});
  expect([isWhole, breaks]).toEqual([false, [{ seq: 4_321, why: "entry 4321 was changed, or entry 4320 was" }]]);
});

test("a log that was cut off is shorter than what was noted, and says so", async () => {
  const rig = await aLog(10);
  note(rig);
  forge(rig, "DELETE FROM audit WHERE seq > 8; UPDATE sqlite_sequence SET seq = 8 WHERE name = 'audit'");
  expect((await rig.client().verifyAudit({})).breaks).toMatchObject([
    { seq: 9, why: expect.stringContaining("the log ends with entry 8, and entry 10 was there") as string },
  ]);
  rig.store.transaction(() => {
    for (let n = 0; n < 5; n += 1) rig.store.audit.append(entry);
  });
  expect((await rig.client().verifyAudit({})).breaks).toMatchObject([
    { seq: 10, why: expect.stringContaining("the log was rewritten before it") as string },
  ]);
});

test("a restored database is shorter for a known reason, and what it lost is told", async () => {
  const rig = await aLog(10);
  note(rig);
  forge(rig, "DELETE FROM audit WHERE seq > 8; UPDATE sqlite_sequence SET seq = 8 WHERE name = 'audit'");
  note(rig, true);
  rig.store.transaction(() => rig.store.audit.append(entry));
  note(rig);
  appendFileSync(rig.home.auditHeads, '{"at":"2026-');
  const { isWhole, heads, notes } = await rig.client().verifyAudit({});
  expect([isWhole, heads, notes]).toMatchObject([
    true,
    2,
    [expect.stringContaining("entries 9 to 10 of the log before")],
  ]);
});

test("the log is read page by page, since a time, and about one subject", async () => {
  const rig = await aLog(5);
  const client = rig.client();
  const first = await client.audit({ limit: 2 });
  expect([first.entries.map(({ seq }) => seq), first.next]).toEqual([[5, 4], 4]);
  const second = await client.audit({ limit: 2, before: 4 });
  expect([second.entries.map(({ seq }) => seq), second.next]).toEqual([[3, 2], 2]);
  const since = new Date(entry.atMs + 4).toISOString();
  const late = await client.audit({ limit: 2, since });
  expect([late.entries.map(({ seq }) => seq), late.next]).toEqual([[5, 4], 4]);
  expect(await client.audit({ limit: 2, since, before: 4 })).toEqual({ entries: [], next: null });
  expect((await client.audit({ subject: "c3" })).entries).toMatchObject([{ seq: 3, who: "ann" }]);
});
