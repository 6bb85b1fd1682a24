import { rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { aChild } from "../../store/testing/child.ts";
import { openForgeFile } from "./forge-file.ts";
import { aFolder } from "./testing/a-repository.ts";

const moduleOf = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);

function aPlace(): string {
  const folder = aFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "forge.db");
}

test("the file keeps a log of writes that is synced at each commit", () => {
  const file = openForgeFile(aPlace(), () => 1);
  onTestFinished(file.close);
  expect(file.db.pragma("journal_mode", { simple: true })).toBe("wal");
  expect(file.db.pragma("synchronous", { simple: true })).toBe(2);
});

test("versions grow when the clock stands still or is set back, and when an older copy of the file is put back", () => {
  const place = aPlace();
  let now = 5_000;
  const file = openForgeFile(place, () => now);
  const next = () => file.transaction(file.nextVersion);
  const versions = [next(), next()];
  now = 10;
  versions.push(next());
  expect(versions).toEqual([5_000, 5_001, 5_002]);
  file.close();
  const other = openForgeFile(aPlace(), () => 9_000);
  expect(other.transaction(other.nextVersion)).toBeGreaterThan(versions[2] ?? 0);
  other.close();
});

test("after a kill -9 in the middle of a write all is whole: what was answered is there, what was not is gone", async () => {
  const place = aPlace();
  const child = aChild(`
    import { openForgeFile } from ${moduleOf("forge-file.ts")};
    import { createIssueEditor } from ${moduleOf("issues/issue-editor.ts")};
    import { createIssueRows } from ${moduleOf("issues/issue-rows.ts")};
    import { createReferences } from ${moduleOf("../shared/references.ts")};
    import { createOnce } from ${moduleOf("deeds.ts")};
    const file = openForgeFile(${JSON.stringify(place)}, Date.now);
    const editor = createIssueEditor({ file, rows: createIssueRows(file), references: createReferences("shop"), once: createOnce(file) });
    const by = { kind: "self" };
    editor.create({ title: "Answered", by, key: "k1" });
    console.log("answered");
    file.transaction(() => {
      file.db.prepare("DELETE FROM issues").run();
      process.kill(process.pid, "SIGKILL");
    });`);
  expect(await child.ended).toMatchObject({ ok: false, reason: "killed" });
  const db = new Database(place);
  onTestFinished(() => void db.close());
  expect(db.pragma("integrity_check", { simple: true })).toBe("ok");
  expect(db.prepare("SELECT title FROM issues").pluck().all()).toEqual(["Answered"]);
});

test("a number that somebody else knows of is not given again, though the file does not know it", () => {
  const place = aPlace();
  openForgeFile(place, () => 1).close();
  const file = openForgeFile(place, () => 1, { usedNumbers: (own) => own + 41 });
  expect(file.transaction(file.nextNumber)).toBe(42);
  file.close();
  const again = openForgeFile(place, () => 1, { usedNumbers: () => 7 });
  expect(again.transaction(again.nextNumber)).toBe(43);
  again.close();
});
