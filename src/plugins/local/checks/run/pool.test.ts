/** Check workspaces that no check has used for long give their room back. */
import { chmodSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aFolder } from "../../../../store/testing/folder.ts";
import { createWorkspacePool } from "./pool.ts";

const HOUR_MS = 60 * 60_000;
const nowMs = Date.parse("2026-01-31T00:00:00Z");
const wanted = { usedBeforeMs: nowMs - HOUR_MS, wantedBytes: Number.POSITIVE_INFINITY };

/** Workspaces of an earlier daemon, by number, each last used so many hours ago. */
function aPool(hours: readonly number[]) {
  const folder = aFolder();
  mkdirSync(join(folder, "logs"));
  for (const [n, age] of hours.entries()) {
    const tree = join(folder, String(n), "tree");
    mkdirSync(tree, { recursive: true });
    writeFileSync(join(tree, "file"), "x".repeat(100_000));
    const at = new Date(nowMs - age * HOUR_MS);
    utimesSync(join(folder, String(n)), at, at);
  }
  return { folder, pool: createWorkspacePool(folder), left: () => readdirSync(folder).toSorted() };
}

test("those that were not used for long go, with their sizes, and others stay", async () => {
  const { folder, pool, left } = aPool([3, 0.5, 2]);
  const removed = await pool.removeUnused(wanted);
  expect(removed.map(({ path }) => path)).toEqual([join(folder, "0"), join(folder, "2")]);
  expect(removed.every(({ bytes }) => bytes >= 100_000)).toBe(true);
  expect(left()).toEqual(["1", "logs"]);
});

test("the longest unused goes first, and no more than is wanted", async () => {
  const { pool, left } = aPool([2, 4, 3]);
  await pool.removeUnused({ ...wanted, wantedBytes: 150_000 });
  expect(left()).toEqual(["0", "logs"]);
});

test("one that a check uses stays, also one that a check takes meanwhile", async () => {
  const { folder, pool, left } = aPool([3, 3, 3]);
  const used = await pool.take("");
  const at = new Date(nowMs - 3 * HOUR_MS);
  utimesSync(used.folder, at, at);
  const removing = pool.removeUnused(wanted);
  const next = await pool.take("");
  expect([(await removing).map(({ path }) => path), used.folder, next.folder]).toEqual([
    [join(folder, "2")],
    ...[join(folder, "0"), join(folder, "1")],
  ]);
  expect(left()).toEqual(["0", "1", "logs"]);
  pool.giveBack(used);
  await pool.removeUnused(wanted);
  expect(left()).toEqual(["1", "logs"]);
});

test("one whose removal was cut off, and one with folders that nobody may write, go as well", async () => {
  const { folder, pool, left } = aPool([3]);
  mkdirSync(join(folder, "7.123.unused/tree"), { recursive: true });
  chmodSync(join(folder, "0/tree"), 0o500);
  await pool.removeUnused({ ...wanted, wantedBytes: 1 });
  expect(left()).toEqual(["logs"]);
});

test("where no check ever ran nothing is removed", async () => {
  expect(await createWorkspacePool(join(aFolder(), "none")).removeUnused(wanted)).toEqual([]);
});
