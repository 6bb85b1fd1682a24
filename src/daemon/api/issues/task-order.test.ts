import { expect, test } from "vitest";
import { findNamedPaths, listShared } from "./named-paths.ts";
import { sortIntoWaves, type Task } from "./task-order.ts";

const task = (id: string, waitsFor: readonly string[] = [], priority = 3): Task => ({
  ...{ id, waitsFor, priority, createdMs: Number(id.slice(1)) },
});

const order = (...tasks: readonly Task[]) => sortIntoWaves(tasks).map((placed) => [placed.task.id, placed.wave]);

test("what others wait for comes first, then the more urgent, then the older", () => {
  expect(order(task("t1", ["t3"]), task("t2"), task("t3", [], 4), task("t4", [], 1), task("t5", ["t1", "t2"]))).toEqual(
    [
      ["t4", 1],
      ["t2", 1],
      ["t3", 1],
      ["t1", 2],
      ["t5", 3],
    ],
  );
});

test("a circle has no place, and what waits for it neither; what is not planned here is waited for", () => {
  expect(order(task("t1", ["t2"]), task("t2", ["t1"]), task("t3", ["t2"]), task("t4", ["other#9"]))).toEqual([
    ["t4", 2],
    ["t1", null],
    ["t2", null],
    ["t3", null],
  ]);
});

test("a text names the paths that are there, and meets others at the same file or folder", () => {
  const there = new Set(["src/a.ts", "src/", "README.md", "../x.ts"]);
  const text = "Fix `src/a.ts`: see README.md, e.g. v1.2 and ../x.ts (in src/). Not here.txt.";
  const named = findNamedPaths(text, (path) => there.has(path));
  expect(named).toEqual(["src/a.ts", "README.md", "src/"]);
  expect(listShared(["src/a.ts", "README.md"], ["src"])).toEqual(["src/a.ts"]);
  expect(listShared(["src"], ["src/deep/b.ts"])).toEqual(["src"]);
  expect(listShared(["src/a.ts"], ["src/a.tsx", "src/ab"])).toEqual([]);
});
