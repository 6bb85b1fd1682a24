import { expect, test } from "vitest";
import { findMeant, findNearest } from "./nearest.ts";

const verbs = ["start", "stop", "status", "restore", "send", "logs"];

test.each([
  ["strat", "start"],
  ["stauts", "status"],
  ["snd", "send"],
  ["log", "logs"],
  ["restor", "restore"],
  ["stop", "stop"],
])("%s is read as %s", (typed, meant) => {
  expect(findNearest(typed, verbs)).toBe(meant);
});

test.each(["frobnicate", "xyz", "", "q"])("nothing is near %j", (typed) => {
  expect(findNearest(typed, verbs)).toBeNull();
});

test("without candidates there is nothing to name", () => {
  expect(findNearest("start", [])).toBeNull();
});

test.for([
  [
    "app-fix-login",
    ["app-fix-login-form", "app-other", "app-fix-login-page"],
    ["app-fix-login-form", "app-fix-login-page"],
  ],
  ["claud-code", ["claude-code", "codex"], ["claude-code"]],
  ["nothing-like-it", ["claude-code", "codex"], []],
  ["", ["a"], ["a"]],
  ["x", ["fix-it", "extra-long-name"], []],
] as const)("%s may mean %j: %j", ([word, candidates, meant]) => {
  expect(findMeant(word, candidates)).toEqual(meant);
});
