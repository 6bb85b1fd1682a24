import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { limits } from "../../domain/model/limits.ts";
import { formatEntryNote } from "../../lib/prepared/entry.ts";
import { aFolder } from "../../store/testing/folder.ts";
import { sweepPrepared } from "./sweep-prepared.ts";

const HOUR_MS = 60 * 60_000;
const nowMs = Date.parse("2026-01-01T00:00:00Z");

function anEntry(prepared: string, name: string, unusedHours: number): string {
  const path = join(prepared, name);
  mkdirSync(join(path, "items"), { recursive: true });
  writeFileSync(join(path, "items/0"), "x".repeat(100_000));
  writeFileSync(join(path, "entry.json"), "{}");
  const used = new Date(nowMs - unusedHours * HOUR_MS);
  writeFileSync(formatEntryNote(path), "");
  utimesSync(formatEntryNote(path), used, used);
  return path;
}

test("what no workspace was given for two weeks goes, with its size told", async () => {
  const prepared = aFolder();
  const [old, young] = [anEntry(prepared, "app/old", 15 * 24), anEntry(prepared, "app/young", 13 * 24)];
  expect(await sweepPrepared({ prepared, nowMs })).toEqual([
    { what: "prepared folders", path: old, bytes: expect.any(Number) },
  ]);
  expect([existsSync(old), existsSync(formatEntryNote(old)), existsSync(young)]).toEqual([false, false, true]);
});

test("of one project a few stay, the newest", async () => {
  const prepared = aFolder();
  const count = limits.preparedPerProject + 2;
  const paths = Array.from({ length: count }, (_, n) => anEntry(prepared, `app/${n}`, 2 + n));
  const other = anEntry(prepared, "shop/1", 300);
  const removed = await sweepPrepared({ prepared, nowMs });
  expect(removed.map(({ path }) => path)).toEqual(paths.slice(limits.preparedPerProject).toReversed());
  expect(existsSync(other)).toBe(true);
});

test("when room is wanted the longest unused goes first, and never one that was just given", async () => {
  const prepared = aFolder();
  const [just, older, oldest] = [0, 3, 9].map((hours) => anEntry(prepared, `app/${hours}`, hours));
  expect((await sweepPrepared({ prepared, nowMs, wantedBytes: 50_000 })).map(({ path }) => path)).toEqual([oldest]);
  expect((await sweepPrepared({ prepared, nowMs, wantedBytes: 1e9 })).map(({ path }) => path)).toEqual([older]);
  expect(existsSync(just ?? "")).toBe(true);
});

test("what a daemon that died left half made goes too, but not while it may still be made", async () => {
  const prepared = aFolder();
  const halves = [
    ["app/making", 2],
    ["app/half", 2],
    ["shop/making", 0],
  ] as const;
  const [making, half, underWay] = halves.map(([name, hours]) => {
    const path = join(prepared, name);
    mkdirSync(join(path, "tree"), { recursive: true });
    const since = new Date(nowMs - hours * HOUR_MS);
    utimesSync(path, since, since);
    return path;
  });
  const kept = anEntry(prepared, "app/kept", 3);
  const removed = await sweepPrepared({ prepared, nowMs });
  expect(removed.map(({ path }) => path).toSorted()).toEqual([half, making]);
  expect([existsSync(underWay ?? ""), existsSync(kept)]).toEqual([true, true]);
});

test("where nothing was ever prepared nothing is removed", async () => {
  expect(await sweepPrepared({ prepared: join(aFolder(), "none"), nowMs })).toEqual([]);
});
