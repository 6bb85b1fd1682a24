import { expect, test } from "vitest";
import { anIssue, maria, perhaps, stranger } from "../../../test/fixtures/domain.ts";
import { sessionId } from "./ids.ts";
import { isSatisfied, formatIssueText, mayStart } from "../issue/issue.ts";
import { nameAuthor, maySteer, type Author } from "./trust.ts";

const listed: Author = { kind: "bot", name: "lint-bot", listed: true };
const unlisted: Author = { kind: "bot", name: "spam-bot", listed: false };

test.for<[who: string, author: Author, steers: boolean]>([
  ["a person with write access", maria, true],
  ["a person without", stranger, false],
  ["a person whose access is not known", perhaps, false],
  ["a listed bot", listed, true],
  ["any other bot", unlisted, false],
  ["the orchestrator itself", { kind: "self" }, false],
])("%s steers an agent: %s", ([, author, steers]) => {
  expect(maySteer({ author, text: "do it" }, [])).toBe(steers);
});

test("an approval holds for the exact text: an edit voids it", () => {
  expect(maySteer({ author: stranger, text: "do it" }, ["do it"])).toBe(true);
  expect(maySteer({ author: stranger, text: "do it now" }, ["do it"])).toBe(false);
  expect(maySteer({ author: unlisted, text: "do it" }, ["do it"])).toBe(true);
});

test("our own words are never fed back, not even approved ones", () => {
  expect(maySteer({ author: { kind: "self" }, text: "do it" }, ["do it"])).toBe(false);
});

test("an issue of a stranger starts nothing until its exact text was approved", () => {
  const issue = anIssue({ author: stranger, title: "Add a page", text: "with a form" });
  expect(mayStart(issue)).toBe(false);
  expect(mayStart({ ...issue, approvedTexts: [formatIssueText(issue)] })).toBe(true);
  expect(mayStart({ ...issue, approvedTexts: [formatIssueText(issue)], text: "with two forms" })).toBe(false);
});

test("an issue that was given to a session is not given out again by itself", () => {
  expect(mayStart(anIssue({ assigned: sessionId("app-7") }))).toBe(false);
});

test("a closed issue starts nothing", () => {
  expect(mayStart(anIssue())).toBe(true);
  expect(mayStart(anIssue({ state: { kind: "closed", as: "done" } }))).toBe(false);
});

test("a blocker is satisfied when done, not when it was dropped", () => {
  expect(isSatisfied({ state: { kind: "closed", as: "done" } })).toBe(true);
  expect(isSatisfied({ state: { kind: "closed", as: "not_planned" } })).toBe(false);
  expect(isSatisfied({ state: { kind: "open" } })).toBe(false);
});

test("authors have names, the orchestrator its own", () => {
  expect([maria, listed, { kind: "self" } as const].map(nameAuthor)).toEqual(["maria", "lint-bot", "ao"]);
});
