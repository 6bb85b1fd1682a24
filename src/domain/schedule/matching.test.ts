import { expect, test } from "vitest";
import { aSpecialist } from "../../../test/fixtures/rules.ts";
import { matchSpecialist } from "./matching.ts";

const frontend = aSpecialist("frontend", { labels: ["frontend", "ui"], skills: ["react"], excludeLabels: ["backend"] });
const docs = aSpecialist("docs", { labels: ["docs"] });
const react = aSpecialist("react", { skills: ["react", "ui"] });

test.for<[labels: string[], id: string | null]>([
  [[], null],
  [["other"], null],
  [["frontend"], "frontend"],
  [["docs"], "docs"],
  [["react"], "frontend"],
  [["ui"], "frontend"],
  [["frontend", "backend"], null],
  [["react", "backend"], "react"],
  [["docs", "frontend", "ui"], "frontend"],
  [["docs", "react"], "docs"],
])("labels %j go to %s", ([labels, id]) => {
  expect(matchSpecialist(labels, [frontend, docs, react])?.id ?? null).toBe(id);
});

test("of equals the first one wins", () => {
  const [one, two] = [aSpecialist("one", { labels: ["x"] }), aSpecialist("two", { labels: ["x"] })];
  expect(matchSpecialist(["x"], [one, two])?.id).toBe("one");
  expect(matchSpecialist(["x"], [two, one])?.id).toBe("two");
});
