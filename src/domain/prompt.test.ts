import { expect, test } from "vitest";
import { compose, fill, restoreText, withTask } from "./prompt.ts";

test("variables are filled in, with or without spaces, as often as they are named", () => {
  expect(fill("{{title}} on {{ branch }}: {{title}}", { title: "Fix", branch: "b" })).toBe("Fix on b: Fix");
});

test("an unknown name stays as it was typed, and so does one without a value", () => {
  expect(fill("{{tilte}} {{errors}}", { title: "Fix" })).toBe("{{tilte}} {{errors}}");
});

test("what a variable brings is not filled in again", () => {
  expect(fill("{{errors}}", { errors: "{{task}}", task: "secret" })).toBe("{{task}}");
});

test("the task is part of every message, once", () => {
  expect(withTask("Do it.", "Limit logins.")).toBe("Do it.\n\n---\nThe task was:\nLimit logins.");
  expect(withTask("Limit logins. Now.", "Limit logins.")).toBe("Limit logins. Now.");
  expect(withTask("Do it.", "")).toBe("Do it.");
});

test("a user's own words replace ours, and the task is still there", () => {
  expect(compose("ci-failed", "Broken: {{errors}}", { errors: "x", task: "T" })).toBe(
    "Broken: x\n\n---\nThe task was:\nT",
  );
  expect(compose("ci-failed", null, { errors: "x", attempt: 1, retries: 2 })).toContain("(attempt 1 of 2)");
});

test("a restore quotes what was cut off, and the last words if there were any", () => {
  expect(restoreText("", "Fix it")).toMatch(/The turn was about:\nFix it$/);
  expect(restoreText("Editing", "Fix it")).toMatch(/Your last words were:\nEditing$/);
  expect(restoreText("", restoreText("", "Fix it"))).toBe(restoreText("", "Fix it"));
});
