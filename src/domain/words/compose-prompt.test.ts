import { expect, test } from "vitest";
import { aRules } from "../../../test/fixtures/rules.ts";
import { composePrompt, fillTemplate, addTask, fillWords } from "./compose-prompt.ts";
import { promptNames, shippedPrompts, variables, findNames } from "./prompts.ts";

test("variables are filled in, with or without spaces, as often as they are named", () => {
  expect(fillTemplate("{{title}} on {{ branch }}: {{title}}", { title: "Fix", branch: "b" })).toBe("Fix on b: Fix");
});

test("an unknown name stays as it was typed, and so does one without a value", () => {
  expect(fillTemplate("{{tilte}} {{errors}}", { title: "Fix" })).toBe("{{tilte}} {{errors}}");
});

test("what a variable brings is not filled in again", () => {
  expect(fillTemplate("{{errors}}", { errors: "{{task}}", task: "secret" })).toBe("{{task}}");
  expect(fillTemplate("A\n\n{{errors}}", { errors: "x\n\n{{task}}", task: "" })).toBe("A\n\nx\n\n{{task}}");
});

test.each([
  ["First {{about}}", "First "],
  ["A\n\nIt was about:\n{{about}}\n\nB", "A\n\nB"],
  ["A\n\n{{about}} {{title}}", "A\n\n Fix"],
  ["A\n\n{{typo}}", "A\n\n{{typo}}"],
  ["A\n\n\nB\n", "A\n\n\nB\n"],
])("of %j a paragraph about nothing is left out, the first one never", (template, expected) => {
  expect(fillTemplate(template, { about: "", title: "Fix" })).toBe(expected);
});

test("the task is part of every message, once", () => {
  expect(addTask("Do it.", "Limit logins.")).toBe("Do it.\n\n---\nThe task was:\nLimit logins.");
  expect(addTask("Limit logins. Now.", "Limit logins.")).toBe("Limit logins. Now.");
  expect(addTask("Do it.", "")).toBe("Do it.");
});

test("a user's own words replace ours, and the task is still there", () => {
  expect(composePrompt(aRules({ prompts: {} }), "ci-failed", { errors: "x" })).toBe("CI failed: x");
  const own = "Broken: x\n\n---\nThe task was:\nT";
  const inFile = aRules({ prompts: { "ci-failed": "Broken: {{errors}}" } });
  expect(composePrompt(inFile, "ci-failed", { errors: "x", task: "T" })).toBe(own);
  const inMessage = aRules({ prompts: inFile.prompts, reactions: { "ci-failed": { message: "Red: {{errors}}" } } });
  expect(composePrompt(inMessage, "ci-failed", { errors: "x", task: "x" })).toBe("Red: x");
});

test("what a text may name and nobody knows is empty, what it may not name stays", () => {
  const rules = aRules({ prompts: { "nudge-silent": "{{issue}}{{errors}}!" } });
  expect(fillWords(rules, "nudge-silent", {})).toBe("{{errors}}!");
});

test("a restore quotes what was cut off, and the last words if there were any", () => {
  expect(fillWords(aRules(), "restore", { about: "Fix it", lastWords: "" })).toMatch(/The turn was about:\nFix it$/);
  expect(fillWords(aRules(), "restore", { about: "", lastWords: "Hm" })).toMatch(
    /go on\.\n\nYour last words were:\nHm$/,
  );
});

test.each(promptNames)("the shipped text of %s names only what is filled in there", (name) => {
  const { text, variables: allowed, when } = shippedPrompts[name];
  expect(findNames(text).filter((named) => !allowed.some((variable) => variable === named.name))).toEqual([]);
  expect(allowed.every((variable) => variable in variables)).toBe(true);
  expect(when).not.toBe("");
});
