import Database from "better-sqlite3";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readBackups, explainNotWhole } from "../../lib/database/backups.ts";
import { openFile } from "../../lib/database/open-file.ts";
import { openStore, type Store } from "../../store/open.ts";
import { aFolder } from "../../store/testing/folder.ts";
import { aProject, shop } from "../../store/testing/samples.ts";
import { readAuditHeads } from "../audit/audit-heads.ts";
import { openHome, type HomePaths } from "../home.ts";
import { backUpHome } from "./back-up-home.ts";
import { findBackupProblem } from "./backup-finding.ts";
import { adviseOn, formatForgeName, refuseFresh } from "./refuse-fresh.ts";
import { beginFresh, restoreHome } from "./restore-home.ts";
import { readRestored } from "./restored.ts";

const HOUR_MS = 3_600_000;
const NOW = Date.parse("2026-11-17T22:46:35.123Z");
const entry = { atMs: 1, who: "ann", what: "land", subject: "c1", cause: null, why: "asked" };
const forge = formatForgeName("shop");

function aHome(): { readonly home: HomePaths; readonly store: Store } {
  const home = openHome({ AO_HOME: join(aFolder(), "home") });
  const store = openStore({ path: home.database });
  store.transaction(() => {
    store.projects.save(aProject());
    store.audit.append(entry);
  });
  aForge(home);
  return { home, store };
}

function aForge({ projects }: HomePaths): void {
  mkdirSync(join(projects, "shop"), { recursive: true });
  openFile(join(projects, "shop", "forge.db"), [
    { version: 1, up: (db) => void db.exec("CREATE TABLE issues (number INTEGER); INSERT INTO issues VALUES (1)") },
  ]).close();
}

const projectsIn = (file: string): unknown => {
  const db = new Database(file, { readonly: true });
  try {
    return db.prepare("SELECT id FROM projects").pluck().all();
  } finally {
    db.close();
  }
};

test("a backup of a database in use is whole, for its owner only, and says what is in it", () => {
  const { home, store } = aHome();
  const backup = backUpHome(home, NOW);
  expect([backup.name, readdirSync(home.backups)]).toEqual(["2026-11-17T22-46-35Z", ["2026-11-17T22-46-35Z"]]);
  expect(backup.manifest.files).toMatchObject([
    { name: "state.db", schema: expect.any(Number) as number, rows: { projects: 1, audit: 1 } },
    { name: forge, rows: { issues: 1 } },
  ]);
  expect(backup.manifest.files.map((file) => explainNotWhole(backup, file))).toEqual([null, null]);
  const modes = [home.backups, backup.path, join(backup.path, "state.db"), join(backup.path, "manifest.json")];
  expect(modes.map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700, 0o600, 0o600]);
  expect(backup.manifest.notes["auditHead"]).toEqual(store.audit.head());
  expect(readAuditHeads(home)).toMatchObject([store.audit.head()]);
  store.close();
});

test("three are kept, the newest ones; elsewhere none is removed", () => {
  const { home, store } = aHome();
  for (let day = 0; day < 5; day += 1) backUpHome(home, NOW + day * 24 * HOUR_MS);
  expect(readBackups(home.backups).map(({ name }) => name.slice(0, 10))).toEqual([
    "2026-11-21",
    "2026-11-20",
    "2026-11-19",
  ]);
  const elsewhere = join(home.path, "..", "disk");
  for (let n = 0; n < 4; n += 1) backUpHome(home, NOW, elsewhere);
  expect(readdirSync(elsewhere)).toHaveLength(4);
  expect(readBackups(home.backups)).toHaveLength(3);
  store.close();
});

test("a database that cannot be copied keeps its last copy, and the others are backed up all the same", () => {
  const { home, store } = aHome();
  const first = backUpHome(home, NOW);
  writeFileSync(join(home.path, forge), "no database at all, and longer than a header would be".repeat(20));
  for (let day = 1; day <= 4; day += 1) backUpHome(home, NOW + day * 24 * HOUR_MS);
  const [newest] = readBackups(home.backups);
  expect(newest?.manifest.failed).toMatchObject([{ name: forge }]);
  const kept = newest?.manifest.files.find(({ name }) => name === forge);
  expect(kept).toEqual(first.manifest.files[1]);
  expect(newest === undefined || kept === undefined ? "none" : explainNotWhole(newest, kept)).toBeNull();
  expect(findBackupProblem(home, NOW + 4 * 24 * HOUR_MS, null)).toMatchObject({ state: "broken" });
  store.close();
});

test("without room none is made, none is removed, and nothing is left behind", () => {
  const { home, store } = aHome();
  backUpHome(home, NOW);
  // A sparse file: it takes no room, and a copy of it would take all there is.
  const { bavail, bsize } = statfsSync(home.path);
  truncateSync(join(home.path, forge), bavail * bsize + 1);
  expect(() => backUpHome(home, NOW + HOUR_MS)).toThrow(/no backup was made: .* MB free, and .* MB are needed/);
  expect(readdirSync(home.backups)).toEqual(["2026-11-17T22-46-35Z"]);
  store.close();
});

test("doctor tells the age and the place, an old one, and a failure", () => {
  const { home, store } = aHome();
  expect(findBackupProblem(home, NOW, null)).toMatchObject({ state: "off" });
  backUpHome(home, NOW);
  expect(findBackupProblem(home, NOW + 3 * HOUR_MS, null)).toMatchObject({
    ...{ state: "ok", text: `the last is 3 hours old, 1 kept in ${home.backups}` },
  });
  expect(findBackupProblem(home, NOW + 50 * HOUR_MS, null)).toMatchObject({ state: "broken", fix: "ao backup" });
  expect(findBackupProblem(home, NOW, "no room")).toMatchObject({
    state: "broken",
    text: expect.stringContaining("no room") as string,
  });
  store.close();
});

test("a new home is no lost one", () => {
  refuseFresh(openHome({ AO_HOME: join(aFolder(), "home") }));
});

test.each([
  ["missing", (file: string) => rmSync(file)],
  ["empty", (file: string) => truncateSync(file, 0)],
])("a database that is %s beside sessions is refused, with the backup and both ways on", (what, harm) => {
  const { home, store } = aHome();
  backUpHome(home, NOW);
  store.close();
  mkdirSync(join(home.sessions, "shop-1"));
  mkdirSync(join(home.workspaces, "shop", "one"), { recursive: true });
  harm(home.database);
  const before = readdirSync(home.path);
  expect(() => refuseFresh(home)).toThrow(
    `${home.database} is ${what}, and this home holds 1 session and 1 workspace. Nothing was changed. ` +
      "The newest backup is of 2026-11-17 22:46 UTC: `ao restore-backup` restores it. " +
      "`ao restore-backup --fresh` begins with an empty one and keeps everything else where it is.",
  );
  expect(readdirSync(home.path)).toEqual(before);
});

test("the backup that is named is the newest one that is whole", () => {
  const { home, store } = aHome();
  backUpHome(home, NOW);
  const damaged = backUpHome(home, NOW + HOUR_MS);
  store.close();
  truncateSync(join(damaged.path, "state.db"), 4_096);
  expect(adviseOn(home, "state.db")).toContain("2026-11-17 22:46 UTC");
  expect(adviseOn(home, forge)).toContain("2026-11-17 23:46 UTC");
  expect(adviseOn(home, "projects/other/forge.db")).toBe(
    "There is no backup of it. `ao restore-backup --fresh --project other` begins with an empty one and keeps everything else where it is.",
  );
});

test("what is missing or damaged is put back, what is whole stays, and nothing is deleted", () => {
  const { home, store } = aHome();
  backUpHome(home, NOW);
  store.transaction(() => store.audit.append(entry));
  store.close();
  writeFileSync(home.database, "scribbled over, and longer than a header would be. ".repeat(30));
  writeFileSync(`${home.database}-wal`, "the log of another life");
  const untouched = readFileSync(join(home.path, forge));
  const answer = restoreHome(home, { nowMs: NOW + HOUR_MS, when: null, all: false });
  const aside = `${home.database}.replaced-2026-11-17T23-46-35Z`;
  expect(answer).toMatchObject({ ok: true, files: [{ name: "state.db", because: "is damaged", keptAs: aside }] });
  expect(readFileSync(aside, "utf8")).toMatch(/^scribbled/);
  expect(readFileSync(`${aside}-wal`, "utf8")).toBe("the log of another life");
  expect(existsSync(`${home.database}-wal`)).toBe(false);
  expect(projectsIn(home.database)).toEqual([shop]);
  expect(readFileSync(join(home.path, forge)).equals(untouched)).toBe(true);
  expect(statSync(home.database).mode & 0o777).toBe(0o600);
  expect(readRestored(home)).toMatchObject({ kind: "backup", from: new Date(NOW).toISOString(), files: ["state.db"] });
  expect(readAuditHeads(home).at(-1)).toMatchObject({ seq: 1, isRestored: true });
});

test("databases that are whole are replaced only when asked, and are kept then, too", () => {
  const { home, store } = aHome();
  backUpHome(home, NOW);
  store.close();
  const asked = { nowMs: NOW + HOUR_MS, when: "2026-11-17" };
  expect(restoreHome(home, { ...asked, all: false })).toMatchObject({ ok: false, why: "nothing_to_do" });
  expect(restoreHome(home, { ...asked, all: true })).toMatchObject({
    ok: true,
    files: [{ because: null }, { because: null }],
  });
  expect(projectsIn(`${home.database}.replaced-2026-11-17T23-46-35Z`)).toEqual([shop]);
});

test("a damaged copy is never restored: the next older one is, or when it was asked for none", () => {
  const { home, store } = aHome();
  backUpHome(home, NOW);
  const newest = backUpHome(home, NOW + HOUR_MS);
  store.close();
  const copy = readFileSync(join(newest.path, "state.db"));
  copy.fill(0x5a, 5_000, 5_100);
  writeFileSync(join(newest.path, "state.db"), copy);
  rmSync(home.database);
  expect(restoreHome(home, { nowMs: NOW, when: newest.name, all: false })).toMatchObject({
    ...{ ok: false, why: "not_whole", message: expect.stringContaining("is not the file that was written") as string },
  });
  expect(existsSync(home.database)).toBe(false);
  expect(restoreHome(home, { nowMs: NOW, when: null, all: false })).toMatchObject({
    ...{ ok: true, backup: { name: "2026-11-17T22-46-35Z" } },
  });
});

test("a backup in another folder is restored by its path", () => {
  const { home, store } = aHome();
  const backup = backUpHome(home, NOW, join(home.path, "..", "disk"));
  store.close();
  rmSync(home.database);
  expect(restoreHome(home, { nowMs: NOW, when: null, all: false })).toMatchObject({ ok: false, why: "no_backup" });
  expect(restoreHome(home, { nowMs: NOW, when: backup.path, all: false })).toMatchObject({ ok: true });
  expect(projectsIn(home.database)).toEqual([shop]);
});

test("beginning fresh keeps the old database beside its place, and is refused no more", () => {
  const { home, store } = aHome();
  store.close();
  mkdirSync(join(home.sessions, "shop-1"));
  truncateSync(home.database, 0);
  expect(() => refuseFresh(home)).toThrow("There is no backup of it.");
  expect(beginFresh(home, "state.db", NOW)).toMatchObject({ ok: true, files: [{ because: "is empty" }] });
  refuseFresh(home);
  expect(existsSync(join(home.sessions, "shop-1"))).toBe(true);
  expect(readdirSync(home.path).filter((name) => name.includes("replaced"))).not.toEqual([]);
});

test("a manifest that leads out of the home is none", () => {
  const { home, store } = aHome();
  const { path } = backUpHome(home, NOW);
  store.close();
  const manifest = join(path, "manifest.json");
  writeFileSync(manifest, readFileSync(manifest, "utf8").replace(forge, "../../elsewhere.db"));
  expect(readBackups(home.backups)).toEqual([]);
});
