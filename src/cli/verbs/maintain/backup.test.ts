import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openHome, type HomePaths } from "../../../config/home.ts";
import { openFile } from "../../../lib/database/open-file.ts";
import { lockFile } from "../../../lib/files/file-lock.ts";
import { aFolder } from "../../../store/testing/folder.ts";
import { ao } from "../../testing/run-ao.ts";

const schema = { version: 1, up: (db: { exec: (sql: string) => unknown }) => void db.exec("CREATE TABLE t (id TEXT)") };

function aHome(): { readonly home: HomePaths; readonly at: { readonly env: NodeJS.ProcessEnv; readonly cwd: string } } {
  const folder = aFolder();
  const home = openHome({ AO_HOME: join(folder, "home") });
  openFile(home.database, [schema]).close();
  mkdirSync(join(home.sessions, "app-1"));
  return { home, at: { env: { AO_HOME: home.path }, cwd: folder } };
}

test("a backup is made without a daemon, in its usual place or where it is told to", async () => {
  const { home, at } = aHome();
  const made = await ao(at, "backup");
  expect([made.code, made.stdout.split("\t").slice(1, 2)]).toEqual([0, ["state.db"]]);
  expect(readdirSync(home.backups)).toHaveLength(1);
  const { stdout } = await ao(at, "backup", "--to", "disk", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ files: [{ name: "state.db", schema: 1, rows: { t: 0 } }], failed: [] });
  expect(readdirSync(join(at.cwd, "disk"))).toHaveLength(1);
});

test("without a database there is nothing to copy, and nothing is made", async () => {
  const folder = aFolder();
  const { code, stderr } = await ao({ env: { AO_HOME: join(folder, "none") } }, "backup");
  expect([code, stderr]).toEqual([1, expect.stringContaining("nothing was copied")]);
  expect(readdirSync(folder)).toEqual([]);
});

test("a lost database is named by doctor with the command, and restored by it", async () => {
  const { home, at } = aHome();
  await ao(at, "backup");
  rmSync(home.database);
  const doctor = await ao(at, "doctor", "--only", "daemon");
  expect([doctor.code, doctor.stdout]).toEqual([
    1,
    expect.stringContaining("is missing, and this home holds 1 session"),
  ]);
  const { code, stdout } = await ao(at, "restore-backup", "--json");
  expect([code, JSON.parse(stdout)]).toMatchObject([
    0,
    { files: [{ name: "state.db", because: "is missing", keptAs: null }] },
  ]);
  expect(existsSync(home.database)).toBe(true);
});

test("while a daemon runs nothing is restored", async () => {
  const { home, at } = aHome();
  await ao(at, "backup");
  rmSync(home.database);
  const lock = lockFile(home.lock);
  const { code, stderr } = await ao(at, "restore-backup");
  lock?.release();
  expect([code, stderr]).toEqual([1, expect.stringContaining("a daemon runs on this home")]);
  expect(stderr).toContain("ao stop");
  expect(existsSync(home.database)).toBe(false);
});

test("an agent restores nothing", async () => {
  const { at } = aHome();
  const { code, stderr } = await ao({ ...at, env: { ...at.env, AO_SESSION: "app-1" } }, "restore-backup", "--fresh");
  expect([code, stderr]).toEqual([1, expect.stringContaining("nothing was restored")]);
});

test("whoever begins fresh with a database that can be used says so twice", async () => {
  const { home, at } = aHome();
  expect(await ao({ ...at, stdin: "n\n" }, "restore-backup", "--fresh")).toMatchObject({ code: 1 });
  expect(existsSync(home.database)).toBe(true);
  expect(await ao(at, "restore-backup", "--fresh", "--yes")).toMatchObject({ code: 0 });
  expect(existsSync(home.database)).toBe(false);
  expect(readdirSync(home.path).some((name) => name.startsWith("state.db.replaced-"))).toBe(true);
});

test("what cannot be restored is said with what to type instead", async () => {
  const { at } = aHome();
  expect(await ao(at, "restore-backup")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("there is no backup in") as string,
  });
  await ao(at, "backup");
  expect(await ao(at, "restore-backup", "1999")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("no backup 1999") as string,
  });
  const whole = await ao(at, "restore-backup");
  expect([whole.code, whole.stderr]).toEqual([1, expect.stringContaining("ao restore-backup --all")]);
  expect((await ao(at, "restore-backup", "--list")).stdout.trim().split("\n")).toHaveLength(1);
  expect(await ao(at, "restore-backup", "--project", "app")).toMatchObject({ code: 2 });
});
