import Database from "better-sqlite3";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Migration } from "../lib/database/migrate.ts";
import { migrations } from "./migrations/index.ts";
import { openFile } from "../lib/database/open-file.ts";
import { openStore } from "./open.ts";
import { aChild, findModule } from "./testing/child.ts";
import { aFolder } from "./testing/folder.ts";
import { aProject, shop } from "./testing/samples.ts";

const next: Migration = { version: 99, up: (db) => void db.exec("CREATE TABLE later (id TEXT)") };

function aFileWithAProject(): string {
  const file = join(aFolder(), "state.db");
  const store = openStore({ path: file });
  store.transaction(() => store.projects.save(aProject()));
  store.close();
  return file;
}

function look<T>(file: string, sql: string): T {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare<[], T>(sql).pluck().all() as T;
  } finally {
    db.close();
  }
}

const schemaOf = (file: string): unknown => look(file, "SELECT sql FROM sqlite_schema ORDER BY name");
const versionOf = (file: string): unknown => look(file, "SELECT user_version FROM pragma_user_version");

function refusal(file: string): { code?: string; message?: string } {
  try {
    openStore({ path: file }).close();
    return {};
  } catch (error) {
    return error as { code: string; message: string };
  }
}

test("a new file is whole, in WAL, and for its owner only", () => {
  const file = join(aFolder(), "state.db");
  const store = openStore({ path: file });
  expect(store.integrityCheck()).toEqual([]);
  expect(existsSync(`${file}-wal`)).toBe(true);
  expect([file, `${file}-wal`].map((name) => statSync(name).mode & 0o777)).toEqual([0o600, 0o600]);
  store.close();
});

test("opening again migrates nothing and backs nothing up", () => {
  const file = aFileWithAProject();
  const before = schemaOf(file);
  openStore({ path: file }).close();
  expect(schemaOf(file)).toEqual(before);
  expect(readdirSync(join(file, "..")).filter((name) => name.includes("backup"))).toEqual([]);
});

test("before a file is migrated, a checked copy of the old version lies beside it", () => {
  const file = aFileWithAProject();
  openFile(file, [...migrations, next]).close();
  expect(versionOf(file)).toEqual([99]);
  expect(look(file, "SELECT id FROM projects")).toEqual([shop]);

  const backup = `${file}.backup-v${migrations.length}`;
  expect(versionOf(backup)).toEqual([migrations.length]);
  expect(look(backup, "SELECT id FROM projects")).toEqual([shop]);
  expect(statSync(backup).mode & 0o777).toBe(0o600);
  expect(existsSync(`${backup}.unfinished`)).toBe(false);
});

test.each([
  ["green", { head: null, tree: null, health: { kind: "unknown" } }],
  ["red", { head: "b1", tree: "t1", health: { kind: "red" } }],
])("a base of version 12 that counted as %s is looked at again where nothing may have checked it", (kind, base) => {
  const file = join(aFolder(), "state.db");
  const db = openFile(file, migrations.slice(0, 12));
  const doc = { id: "shop", base: { branch: "main", head: "b1", tree: "t1", health: { kind } } };
  db.prepare("INSERT INTO projects VALUES ('shop', ?)").run(JSON.stringify(doc));
  db.close();
  const store = openStore({ path: file });
  expect(store.projects.get(shop)).toMatchObject({ id: "shop", base: { branch: "main", ...base } });
  store.close();
});

test.each([
  [true, ["unknown"]],
  [false, []],
])("a project of version 4 that was told of its red base: %j", (told, expected) => {
  const file = join(aFolder(), "state.db");
  const db = openFile(file, migrations.slice(0, 4));
  db.prepare("INSERT INTO projects VALUES ('shop', ?)").run(JSON.stringify({ id: "shop", base: { toldRed: told } }));
  db.close();
  const store = openStore({ path: file });
  expect(store.projects.get(shop)?.base.toldRed).toEqual(expected);
  store.close();
});

test("a change of version 9 of which nobody wrote down who opened it is read again", () => {
  const file = join(aFolder(), "state.db");
  const db = openFile(file, migrations.slice(0, 9));
  const insert = db.prepare("INSERT INTO changes VALUES (?, 'shop', ?, 'b', ?, 0, NULL, ?)");
  const doc = (id: string) => JSON.stringify({ id, version: 7 });
  insert.run("lone", null, 1, doc("lone"));
  insert.run("over", null, 0, doc("over"));
  insert.run("own", "shop-a", 1, doc("own"));
  const seen = db.prepare(
    "INSERT INTO inbox (id, dedup_key, kind, seen_ms, state, doc) VALUES (?, ?, 'k', 0, 'done', '')",
  );
  seen.run("o1", "change:shop:lone:7");
  seen.run("o2", "issue:shop:1:7");
  db.close();
  openStore({ path: file }).close();
  const after = openFile(file, migrations);
  const versions = after.prepare("SELECT doc ->> '$.version' FROM changes ORDER BY id").pluck().all();
  expect([versions, after.prepare("SELECT dedup_key FROM inbox").pluck().all()]).toEqual([
    [0, 7, 7],
    ["issue:shop:1:7"],
  ]);
  after.close();
});

test("an incident of version 13 that waited for an orchestrator agent is a person's, who is told", () => {
  const file = join(aFolder(), "state.db");
  const db = openFile(file, migrations.slice(0, 13));
  const waited = { trouble: "ci", summary: "Checks failed: test", closed: null, fingerprintsSeen: ["a", "b"] };
  const incidents = [
    { ...waited, id: "i1", escalation: { kind: "none" } },
    { ...waited, id: "i2", escalation: { kind: "orchestrator", untilMs: 700_000 } },
  ];
  db.prepare(
    "INSERT INTO changes (id, project, session, branch, open, queued, doc) VALUES ('c1', 'shop', 's1', 'b', 1, 0, ?)",
  ).run(JSON.stringify({ id: "c1", incidents }));
  db.close();
  openStore({ path: file }).close();
  const after = openFile(file, migrations);
  const kept: unknown = JSON.parse(String(after.prepare("SELECT doc ->> '$.incidents' FROM changes").pluck().get()));
  expect(kept).toEqual([incidents[0], { ...incidents[1], escalation: { kind: "person", atMs: 700_000 } }]);
  const told: readonly unknown[] = after.prepare("SELECT doc FROM outbox").pluck().all();
  expect(told.map((doc): unknown => JSON.parse(String(doc)))).toEqual([
    {
      kind: "notify",
      key: "notify:incident:i2",
      project: "shop",
      priority: "urgent",
      text: "Checks failed: test",
      subject: { kind: "incident", incident: "i2", trouble: "ci", session: "s1", change: "c1" },
    },
  ]);
  after.close();
});

test("a death in the middle of a migration leaves the old version whole", async () => {
  const file = aFileWithAProject();
  const child = aChild(`
    import { openFile } from ${findModule("../lib/database/open-file.ts")};
    import { migrations } from ${findModule("migrations/index.ts")};
    const up = (db) => {
      db.exec("CREATE TABLE half (id TEXT); DELETE FROM projects; PRAGMA user_version = 99");
      process.kill(process.pid, "SIGKILL");
    };
    openFile(${JSON.stringify(file)}, [...migrations, { version: 99, up }]);
    console.log("survived");`);
  expect(await child.ended).toMatchObject({ ok: false, reason: "killed" });

  const store = openStore({ path: file });
  expect(store.projects.get(shop)).toEqual(aProject());
  expect(store.integrityCheck()).toEqual([]);
  store.close();
  expect(versionOf(file)).toEqual([migrations.length]);
  expect(look(file, "SELECT name FROM sqlite_schema WHERE name = 'half'")).toEqual([]);
});

test("what was committed before a kill -9 is there afterwards, what was not is gone", async () => {
  const file = aFileWithAProject();
  const child = aChild(`
    import { openStore } from ${findModule("open.ts")};
    const store = openStore({ path: ${JSON.stringify(file)} });
    const add = (n) => store.inbox.add({ id: "o" + n, dedupKey: null, state: "new", seenMs: n, observation: { id: "o" + n, kind: "turn_granted", session: "s" } });
    for (let n = 1; n <= 50; n += 1) store.transaction(() => add(n));
    store.transaction(() => { add(51); process.kill(process.pid, "SIGKILL"); });`);
  await child.ended;
  const store = openStore({ path: file });
  expect(store.inbox.undecided(100).map((row) => row.seq)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
  store.close();
});

test("a file of a newer ao is refused, with both versions and what to do, and stays as it was", () => {
  const file = aFileWithAProject();
  openFile(file, [...migrations, next]).close();
  const before = readFileSync(file);

  const { code, message } = refusal(file);
  expect(code).toBe("newer_schema");
  for (const part of [
    file,
    "schema 99",
    `knows ${migrations.length}`,
    "Upgrade ao",
    `${file}.backup-v${migrations.length}`,
  ]) {
    expect(message).toContain(part);
  }
  expect(readFileSync(file).equals(before)).toBe(true);
});

test("a file with flipped bits in its structure is refused, names the backup, and stays as it was", () => {
  const file = aFileWithAProject();
  openStoreBackup(file);
  writeFileSync(`${file}.backup-v0`, "an older one");
  const whole = readFileSync(file);
  const pages = whole.length / 4096;
  const verdicts = Array.from({ length: pages - 1 }, (_, n) => {
    const bytes = Buffer.from(whole);
    const at = (n + 1) * 4096; // The first byte of a page says which kind it is.
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0x40, at);
    writeFileSync(file, bytes);
    const { code, message } = refusal(file);
    return code === "corrupt" && message?.includes(`${file}.backup-v1`) === true && readFileSync(file).equals(bytes);
  });
  expect(verdicts).not.toContain(false);
  expect(verdicts.length).toBeGreaterThan(20);
});

function openStoreBackup(file: string): void {
  const store = openStore({ path: file });
  store.backup(`${file}.backup-v1`);
  store.close();
}

test("a file that is no database is refused and stays as it was", () => {
  const file = join(aFolder(), "state.db");
  writeFileSync(file, "my diary, which is longer than the header of a database would be. ".repeat(20));
  const before = readFileSync(file);
  expect(refusal(file)).toMatchObject({
    code: "corrupt",
    message: expect.stringContaining("no backup beside it") as string,
  });
  expect(readFileSync(file).equals(before)).toBe(true);
});

test("half a file is refused", () => {
  const file = aFileWithAProject();
  const whole = readFileSync(file);
  writeFileSync(file, whole.subarray(0, whole.length / 2));
  expect(refusal(file).code).toBe("corrupt");
});

test("a folder that is not there is named", () => {
  const file = join(aFolder(), "nowhere", "state.db");
  expect(refusal(file)).toMatchObject({ code: "cannot_open", message: expect.stringContaining(file) as string });
});
