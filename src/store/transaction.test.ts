import Database from "better-sqlite3";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openStore } from "./open.ts";
import { aFolder, aStore } from "./testing/folder.ts";
import { aProject, shop } from "./testing/samples.ts";
import { createTransact } from "../lib/database/transaction.ts";

function aConnection(file: string, options: Database.Options = {}): Database.Database {
  const db = new Database(file, options);
  onTestFinished(() => void db.close());
  return db;
}

test("a throw rolls everything back and comes out unchanged", () => {
  const store = aStore();
  const fault = new Error("fault");
  const work = (): never => {
    store.projects.save(aProject());
    throw fault;
  };
  expect(() => store.transaction(work)).toThrow(fault);
  expect(store.projects.get(shop)).toBeNull();
  expect(store.transaction(() => "usable")).toBe("usable");
});

test("one inside another is a programmer's error, and nothing of either is kept", () => {
  const store = aStore();
  const nested = (): void => {
    store.projects.save(aProject());
    store.transaction(() => 0);
  };
  expect(() => store.transaction(nested)).toThrow("inside another");
  expect(store.projects.all()).toEqual([]);
});

test("work that awaits is refused and rolled back", () => {
  const store = aStore();
  const late = (): unknown => {
    store.projects.save(aProject());
    return Promise.resolve();
  };
  expect(() => store.transaction(late)).toThrow("must not await");
  expect(store.projects.all()).toEqual([]);
});

test("a full disk is said as such, nothing is written, and it goes on once there is space", () => {
  const file = join(aFolder(), "full.db");
  const db = aConnection(file);
  db.exec("CREATE TABLE t (x)");
  const transaction = createTransact(db, file);
  const fill = (): void => void db.exec("INSERT INTO t VALUES (zeroblob(100000))");

  db.pragma("max_page_count = 5");
  expect(() => transaction(fill)).toThrow(
    expect.objectContaining({ code: "disk_full", message: expect.stringContaining(file) as string }),
  );
  expect(db.prepare("SELECT count(*) FROM t").pluck().get()).toBe(0);

  db.pragma("max_page_count = 5000");
  transaction(fill);
  expect(db.prepare("SELECT count(*) FROM t").pluck().get()).toBe(1);
});

test("a file that may not be written is said as such", () => {
  const file = join(aFolder(), "state.db");
  openStore({ path: file }).close();
  const db = aConnection(file, { readonly: true });
  expect(() => createTransact(db, file)(() => db.exec("DELETE FROM clock"))).toThrow(
    expect.objectContaining({ code: "read_only" }),
  );
});

test("another program that holds the file is said as such", () => {
  const file = join(aFolder(), "state.db");
  const store = openStore({ path: file });
  onTestFinished(() => store.close());
  const other = aConnection(file);
  other.exec("BEGIN IMMEDIATE");
  expect(() => store.transaction(() => 0)).toThrow(expect.objectContaining({ code: "locked" }));
  other.exec("ROLLBACK");
  expect(store.transaction(() => "usable")).toBe("usable");
});

test("a snapshot sees one moment, whoever writes meanwhile, and may be taken in a transaction", () => {
  const file = join(aFolder(), "state.db");
  const [reader, writer] = [openStore({ path: file }), openStore({ path: file })];
  onTestFinished(() => [reader, writer].forEach((store) => store.close()));
  const seen = reader.snapshot(() => {
    const before = reader.projects.all().length;
    writer.transaction(() => writer.projects.save(aProject()));
    return [before, reader.projects.all().length];
  });
  expect(seen).toEqual([0, 0]);
  expect(() => reader.snapshot(() => reader.projects.get(shop)?.id ?? expect.fail("not there"))).not.toThrow();
  expect(reader.transaction(() => reader.snapshot(() => reader.projects.all().length))).toBe(1);
});
