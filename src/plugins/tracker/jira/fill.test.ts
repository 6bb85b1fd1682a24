import { expect, test } from "vitest";
import { fillFields } from "./fill.ts";
import type { JiraField, JiraTransition } from "./parse-jira.ts";

const to = { id: "3", name: "Done", statusCategory: { key: "done" } };
const asking = (fields: JiraTransition["fields"]): JiraTransition => ({ id: "31", name: "Finish", to, fields });
const resolution = (...names: readonly string[]): JiraField => ({
  ...{ name: "Resolution", required: true },
  allowedValues: names.map((name, n) => ({ id: `r${n}`, name })),
});

test.for<[what: string, fields: JiraTransition["fields"], filled: object]>([
  ["nothing", null, { fields: {}, asks: [] }],
  ["what need not be given", { summary: { name: "Summary", required: false } }, { fields: {}, asks: [] }],
  [
    "what Jira fills in itself",
    { resolution: { ...resolution("Done"), hasDefaultValue: true } },
    { fields: {}, asks: [] },
  ],
  ["a resolution", { resolution: resolution("Duplicate", "Done") }, { fields: { resolution: { id: "r1" } }, asks: [] }],
  [
    "a resolution that is called otherwise",
    { resolution: resolution("Won't Do", "implemented") },
    { fields: { resolution: { id: "r1" } }, asks: [] },
  ],
  ["a resolution of which none fits", { resolution: resolution("Duplicate") }, { fields: {}, asks: ["Resolution"] }],
  [
    "a field of the team's own, whatever it offers",
    { customfield_1: { ...resolution("Done"), name: "Root cause" } },
    { fields: {}, asks: ["Root cause"] },
  ],
])("a transition that asks for %s", ([, fields, filled]) => {
  expect(fillFields(asking(fields), {})).toEqual(filled);
});

test.for<[offered: readonly string[], isNotPlanned: boolean, id: string]>([
  [["Closed", "Fixed", "Done"], false, "r2"],
  [["Closed", "Fixed"], false, "r1"],
  [["Duplicate", "Won't Fix", "Done"], true, "r1"],
  [["Done", "Duplicate"], true, "r1"],
])("of %j the one that fits best is given, where it is not planned: %s", ([offered, isNotPlanned, id]) => {
  expect(fillFields(asking({ resolution: resolution(...offered) }), { isNotPlanned }).fields).toEqual({
    resolution: { id },
  });
});
