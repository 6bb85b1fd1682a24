import { expect, test } from "vitest";
import { createBacklog, troubles } from "./backlog.ts";
import { countReactions } from "./outcome.ts";

const backlog = (seed: number, byHand = false) => createBacklog({ seed, service: "http://127.0.0.1:1/", byHand });
const told = (seed: number) => backlog(seed).map(({ of, trouble }) => `${of.name} ${trouble}`);

test.each([1, 2, 7, 99])("with seed %i every trouble is met, two collide, and one waits for another", (seed) => {
  const issues = backlog(seed);
  expect(new Set(issues.map(({ of }) => of.name)).size).toBe(8);
  expect(issues.map(({ trouble }) => trouble).toSorted()).toEqual([...troubles, "conflict", "none", "none"].toSorted());
  const names = issues.map(({ of }) => of.name);
  const waiting = issues.filter(({ after }) => after !== null);
  expect(waiting.length).toBe(1);
  for (const { of, after } of waiting) expect(names.indexOf(after ?? "")).toBeLessThan(names.indexOf(of.name));
});

test("the same seed tells the same story, another one another", () => {
  expect(told(3)).toEqual(told(3));
  expect(told(3)).not.toEqual(told(4));
});

test("by hand one agent asks", () => {
  expect(backlog(1, true).filter(({ trouble }) => trouble === "question").length).toBe(1);
});

test("reactions are counted where the log says that they are over", () => {
  const events = [
    ["failing checks: fixed, the checks pass"],
    ["failing checks: passed on the re-run", "x"],
    ["merge conflict: over, the session ended"],
    [],
  ];
  expect(countReactions(events.map((why) => ({ why })))).toEqual({
    ...{ ciFixed: 1, flakyRerun: 1, conflictResolved: 0, reviewAddressed: 0, stuckEscalated: 0 },
  });
});
