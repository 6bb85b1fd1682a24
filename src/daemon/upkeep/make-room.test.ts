import { existsSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aFolder } from "../../store/testing/folder.ts";
import { formatCacheNote } from "../project-plugins/sandbox/closed-home.ts";
import { makeRoom } from "./make-room.ts";

const DAY_MS = 24 * 60 * 60_000;
const nowMs = Date.parse("2026-01-31T00:00:00Z");
const BYTES = 100_000;

type Removed = Awaited<ReturnType<typeof makeRoom>>;

/** A cache, two outputs and a workspace in the trash, each `days` old. */
function aHome({ days, checks = [] }: { readonly days: number; readonly checks?: Removed }) {
  const home = aFolder();
  const at = new Date(nowMs - days * DAY_MS);
  const age = (path: string): void => utimesSync(path, at, at);
  const fill = (...parts: readonly string[]): string => {
    const folder = join(home, ...parts);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "file"), "x".repeat(BYTES));
    for (const path of [join(folder, "file"), folder]) age(path);
    return folder;
  };
  const cache = fill("cache", "app", "agents");
  writeFileSync(formatCacheNote(cache), "");
  age(formatCacheNote(cache));
  const [first, second] = [fill("turns", "t1"), fill("turns", "t2")];
  const finished: number[] = [];
  const asked: number[] = [];
  const sources = {
    ...{
      caches: join(home, "cache"),
      prepared: join(home, "prepared"),
      turns: join(home, "turns"),
      trashes: [],
      nowMs,
    },
    isOpen: (turn: string) => turn === "t2",
    removeUnusedChecks: async (wantedBytes: number) => {
      asked.push(wantedBytes);
      return checks;
    },
    removeFinished: async (endedBeforeMs: number) => void finished.push(endedBeforeMs),
  };
  return { sources, finished, asked, there: () => [cache, first, second].map((path) => existsSync(path)) };
}

test("the cache goes first, and nothing else when that is enough", async () => {
  const { sources, there, finished } = aHome({ days: 3 });
  expect((await makeRoom(sources, BYTES / 2)).map(({ what }) => what)).toEqual(["cache of a project"]);
  expect(there()).toEqual([false, true, true]);
  expect(finished).toEqual([]);
});

test("workspaces that checks do not use go before caches, and no more is asked for than is wanted", async () => {
  const checks = [{ what: "check workspace", path: "checks/0", bytes: BYTES }];
  const { sources, there, asked } = aHome({ days: 3, checks });
  expect((await makeRoom(sources, BYTES)).map(({ what }) => what)).toEqual(["check workspace"]);
  expect([asked, there()]).toEqual([[BYTES], [true, true, true]]);
});

test("then output goes, never what is still read, and at last finished workspaces go to the trash", async () => {
  const { sources, there, finished } = aHome({ days: 3 });
  expect((await makeRoom(sources, 10 * BYTES)).map(({ what }) => what)).toEqual([
    "cache of a project",
    "output of a turn",
  ]);
  expect(there()).toEqual([false, false, true]);
  expect(finished).toEqual([nowMs - DAY_MS]);
});

test("what was used within a day stays, however little room there is", async () => {
  const { sources, there } = aHome({ days: 0.5 });
  expect(await makeRoom(sources, 10 * BYTES)).toEqual([]);
  expect(there()).toEqual([true, true, true]);
});
