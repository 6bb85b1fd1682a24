import { expect, test } from "vitest";
import { aLinearIssue, anEntry, paged } from "../../../../test/fixtures/linear-issue.ts";
import type { LinearIssue } from "./parse-linear.ts";
import { createVersions } from "./versions.ts";

const time = (minute: number): string => new Date(Date.UTC(2026, 0, 5, 10, minute)).toISOString();
const ms = (minute: number): number => Date.parse(time(minute));
const blockedSince = (minute: number) =>
  paged([{ id: "r1", type: "blocks", updatedAt: time(minute), issue: { identifier: "ENG-7" } }]);
const full: Partial<LinearIssue> = {
  labels: paged([{ id: "l1", name: "bug" }]),
  children: paged([{ identifier: "ENG-8" }]),
  inverseRelations: blockedSince(3),
};

test.for<[what: string, seen: readonly Partial<LinearIssue>[], versions: readonly number[]]>([
  ["is that of its own last change", [{ updatedAt: time(2) }], [ms(2)]],
  ["is that of a relation that came later", [{ inverseRelations: blockedSince(5) }], [ms(5)]],
  ["is that of its history", [{ history: paged([anEntry({}, 4)]) }], [ms(4)]],
  ["stays with what is the same", [full, full], [ms(3), ms(3)]],
  ["grows when a relation is taken away", [full, { ...full, inverseRelations: paged([]) }], [ms(3), ms(3) + 1]],
  ["grows when a sub-issue is moved away", [full, { ...full, children: paged([]) }], [ms(3), ms(3) + 1]],
  ["grows when a label is taken away", [full, { ...full, labels: paged([]) }], [ms(3), ms(3) + 1]],
  [
    "of an answer that was overtaken is below what is known, and changes nothing of it",
    [{ updatedAt: time(2) }, { updatedAt: time(1), inverseRelations: blockedSince(5) }, { updatedAt: time(2) }],
    [ms(2), ms(2) - 1, ms(2)],
  ],
])("the version of an issue %s", ([, seen, versions]) => {
  expect(seen.map((issue) => aLinearIssue(issue)).map(createVersions())).toEqual(versions);
});
