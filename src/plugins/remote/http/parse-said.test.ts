import { expect, test } from "vitest";
import { parseJsonBody, parseSaid } from "./parse-said.ts";

test.for<[who: string, body: unknown, said: string]>([
  ["GitHub", { message: "Not Found", documentation_url: "https://docs" }, "Not Found"],
  [
    "GitHub, with what is wrong",
    { message: "Validation Failed", errors: [{ resource: "PullRequest", message: "A pull request already exists" }] },
    "Validation Failed; A pull request already exists",
  ],
  ["GitLab", { error: "insufficient_scope", error_description: "needs api" }, "needs api; insufficient_scope"],
  ["GitLab, by field", { message: { title: ["can't be blank"] } }, "title can't be blank"],
  ["Jira", { errorMessages: ["Issue does not exist"], errors: {} }, "Issue does not exist"],
  [
    "GitHub, where it names only a field",
    { message: "Validation Failed", errors: [{ resource: "Issue", field: "title", code: "missing_field" }] },
    "Validation Failed; resource Issue; field title; code missing_field",
  ],
  [
    "Linear, with what it has for people",
    {
      errors: [{ message: "Argument Validation Error", extensions: { userPresentableMessage: "Title is too long." } }],
    },
    "Argument Validation Error; Title is too long.",
  ],
  ["Jira, by field", { errorMessages: [], errors: { summary: "is required" } }, "summary is required"],
  ["nobody", "<html>", "<html>"],
  ["nothing", null, ""],
])("the words of %s", ([, body, said]) => {
  expect(parseSaid(body)).toBe(said);
});

test("long words are cut", () => {
  expect(parseSaid({ message: "x".repeat(1_000) })).toHaveLength(401);
});

test("a body is JSON, or nothing, or no JSON at all", () => {
  expect(parseJsonBody('{"a":1}')).toEqual({ json: { a: 1 } });
  expect(parseJsonBody("  ")).toEqual({ json: null });
  expect(parseJsonBody("<html>sign in to the hotel</html>")).toBeNull();
});
