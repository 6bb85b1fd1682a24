import { existsSync, mkdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aFolder } from "../../store/testing/folder.ts";
import { sweepOld } from "./clean-up.ts";

const DAY_MS = 24 * 60 * 60_000;
const nowMs = 1_800_000_000_000;

function aTurn(
  turns: string,
  { name, daysOld, bytes = 10 }: { name: string; daysOld: number; bytes?: number },
): string {
  const folder = join(turns, name);
  const at = new Date(nowMs - daysOld * DAY_MS);
  mkdirSync(folder);
  writeFileSync(join(folder, "out"), "x".repeat(bytes));
  utimesSync(join(folder, "out"), at, at);
  utimesSync(folder, at, at);
  return folder;
}

test("output older than fourteen days goes, younger stays, and what is still read stays however old", async () => {
  const turns = aFolder();
  const [old, young, open] = [
    aTurn(turns, { name: "old", daysOld: 15 }),
    aTurn(turns, { name: "young", daysOld: 13 }),
    aTurn(turns, { name: "open", daysOld: 40 }),
  ];
  const bytes = [old, join(old, "out")].reduce((sum, path) => sum + statSync(path).blocks * 512, 0);
  const swept = await sweepOld({ turns, trashes: [], isOpen: (turn) => turn === "open", nowMs });
  expect(swept).toEqual({ removed: [{ what: "output of a turn", path: old, bytes }], freedBytes: bytes, kept: [] });
  expect([old, young, open].map((folder) => existsSync(folder))).toEqual([false, true, true]);
});

test("beyond the limit the oldest goes first, until it fits", async () => {
  const turns = aFolder();
  const folders = [3, 2, 1].map((daysOld) => aTurn(turns, { name: `t${daysOld}`, daysOld, bytes: 100_000 }));
  await sweepOld({ turns, trashes: [], isOpen: () => false, nowMs, spoolsKeptBytes: 250_000 });
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, true, true]);
});
