import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aFolder } from "../../store/testing/folder.ts";
import { formatCacheNote } from "../project-plugins/sandbox/closed-home.ts";
import { sweepCaches } from "./sweep-caches.ts";

const DAY_MS = 24 * 60 * 60_000;
const nowMs = Date.parse("2026-01-01T00:00:00Z");

function aCache(caches: string, name: string, unusedDays: number): string {
  const path = join(caches, name);
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "package"), "x".repeat(100_000));
  const used = new Date(nowMs - unusedDays * DAY_MS);
  writeFileSync(formatCacheNote(path), "");
  utimesSync(formatCacheNote(path), used, used);
  return path;
}

test("a cache that nobody used for a month goes, a younger one stays", async () => {
  const caches = aFolder();
  const [old, young] = [aCache(caches, "app/agents", 31), aCache(caches, "app/checks", 29)];
  const removed = await sweepCaches({ caches, nowMs });
  expect(removed).toEqual([{ what: "cache of a project", path: old, bytes: expect.any(Number) }]);
  expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
});

test("beyond the total the longest unused goes first, and never one that may be in use", async () => {
  const caches = aFolder();
  const paths = [aCache(caches, "app/agents", 3), aCache(caches, "app/checks", 2), aCache(caches, "shop/agents", 0)];
  expect((await sweepCaches({ caches, nowMs, keptBytes: 250_000 })).map(({ path }) => path)).toEqual(paths.slice(0, 1));
  expect((await sweepCaches({ caches, nowMs, keptBytes: 0 })).map(({ path }) => path)).toEqual(paths.slice(1, 2));
  expect(existsSync(paths[2] ?? "")).toBe(true);
});

test("where nothing was ever cached nothing is removed", async () => {
  expect(await sweepCaches({ caches: join(aFolder(), "none"), nowMs })).toEqual([]);
});

test("what no project uses, such as compiled code of ao, is as old as its last change, and is not called a project's", async () => {
  const caches = aFolder();
  const [used, old] = [join(caches, "compile/v24"), join(caches, "compile/v22")];
  for (const [path, days] of [
    [used, 2],
    [old, 31],
  ] as const) {
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "code"), "x");
    const changed = new Date(nowMs - days * DAY_MS);
    utimesSync(path, changed, changed);
  }
  const removed = await sweepCaches({ caches, nowMs });
  expect(removed).toEqual([{ what: "cache", path: old, bytes: expect.any(Number) }]);
  expect(existsSync(used)).toBe(true);
});
