import Database from "better-sqlite3";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openFile } from "../../lib/database/open-file.ts";
import { chainStart, findBreak } from "./audit-chain.ts";
import { migrations } from "../migrations/index.ts";
import { openStore, type Store } from "../open.ts";
import { aFolder } from "../testing/folder.ts";

const entry = { atMs: 1.5, who: "ann", what: "land", subject: "c1", cause: null, why: "asked" };

function aLog(entries: number): { readonly file: string; readonly store: Store } {
  const file = join(aFolder(), "state.db");
  const store = openStore({ path: file });
  store.transaction(() => {
    for (let n = 1; n <= entries; n += 1) store.audit.append({ ...entry, subject: `c${n}` });
  });
  return { file, store };
}

/** As somebody does who can write the file: the triggers are no obstacle to them. */
function forge(file: string, sql: string): void {
  const db = new Database(file);
  db.exec(`DROP TRIGGER audit_is_never_edited; DROP TRIGGER audit_is_never_pruned; ${sql}`);
  db.close();
}

const broken = (store: Store) => findBreak(chainStart, store.audit.after(0, 100));

test("a log as it was written has no break, also after a rollback", () => {
  const { store } = aLog(3);
  expect(() =>
    store.transaction(() => {
      store.audit.append(entry);
      throw new Error("fault");
    }),
  ).toThrow("fault");
  store.transaction(() => store.audit.append(entry));
  expect(broken(store)).toBeNull();
  expect(store.audit.head().seq).toBe(4);
});

test.each([
  ["a word changed", "UPDATE audit SET who = 'bob' WHERE seq = 3", 3, "entry 3 was changed"],
  ["a time changed", "UPDATE audit SET at_ms = 1.25 WHERE seq = 1", 1, "entry 1 was changed"],
  ["a cause invented", "UPDATE audit SET cause = 'null' WHERE seq = 2", 2, "entry 2 was changed"],
  ["one removed", "DELETE FROM audit WHERE seq = 2", 3, "entry 2 is missing"],
  ["several removed", "DELETE FROM audit WHERE seq IN (2, 3)", 4, "entries 2 to 3 are missing"],
  ["the first removed", "DELETE FROM audit WHERE seq = 1", 2, "entry 1 is missing"],
  [
    "one removed and the rest moved up",
    "DELETE FROM audit WHERE seq = 4; UPDATE audit SET seq = 4 WHERE seq = 5",
    4,
    "entry 4 was changed",
  ],
  [
    "two swapped",
    "UPDATE audit SET seq = -3 WHERE seq = 3; UPDATE audit SET seq = 3 WHERE seq = 4; UPDATE audit SET seq = 4 WHERE seq = -3",
    3,
    "entry 3 was changed",
  ],
  [
    "one without a hash",
    "INSERT INTO audit (at_ms, who, what, subject, why) VALUES (1, 'eve', 'land', 'c9', '')",
    6,
    "entry 6 was changed",
  ],
])("%s is found where it is", (_, sql, seq, why) => {
  const { file, store } = aLog(5);
  forge(file, sql);
  expect(broken(store)).toMatchObject({ seq, why: expect.stringContaining(why) as string });
});

test("entries written before there was a chain are chained as they are, and stay append-only", () => {
  const file = join(aFolder(), "state.db");
  const db = openFile(file, migrations.slice(0, 10));
  const insert = db.prepare("INSERT INTO audit (at_ms, who, what, subject, why) VALUES (?, 'ann', 'land', 's', '')");
  db.transaction(() => {
    for (let n = 0; n < 12_000; n += 1) insert.run(n / 3);
  })();
  db.close();
  const store = openStore({ path: file });
  store.transaction(() => store.audit.append(entry));
  expect(findBreak(chainStart, store.audit.after(0, 20_000))).toBeNull();
  expect(store.audit.head().seq).toBe(12_001);
  const beside = new Database(file);
  expect(() => beside.exec("UPDATE audit SET who = 'bob'")).toThrow("append-only");
  beside.close();
});
