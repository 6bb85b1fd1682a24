import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

const verbs = ["start", "stop", "status", "restore", "send", "logs"];

test.each([
  ["strat", "start"],
  ["stauts", "status"],
  ["snd", "send"],
  ["log", "logs"],
  ["restor", "restore"],
  ["stop", "stop"],
])("%s is read as %s", (typed, meant) => {
  expect(nearest(typed, verbs)).toBe(meant);
});

test.each(["frobnicate", "xyz", "", "q"])("nothing is near %j", (typed) => {
  expect(nearest(typed, verbs)).toBeNull();
});

test("without candidates there is nothing to name", () => {
  expect(nearest("start", [])).toBeNull();
});
