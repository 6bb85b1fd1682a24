import { expect, test } from "vitest";
import { known } from "../../../domain/model/known.ts";
import { aLinearIssue, anEntry, paged } from "../../../../test/fixtures/linear-issue.ts";
import { findTextAuthor } from "./authors.ts";
import type { LinearIssue } from "./parse-linear.ts";

const member = { displayName: "maria" };
const guest = { displayName: "eve", guest: true };
const other = { displayName: "mallory", guest: true };
const app = { displayName: "coverage", app: true };
const person = (name: string, canWrite: boolean) => ({ kind: "person", name, canWrite: known(canWrite) });

test.for<[what: string, issue: Partial<LinearIssue>, author: object]>([
  ["a member", {}, person("maria", true)],
  ["somebody who has left", { creator: { ...member, active: false } }, person("maria", false)],
  ["a guest", { creator: guest }, person("eve", false)],
  [
    "a guest, and another one who edited it",
    { creator: guest, history: paged([anEntry({ updatedDescription: true, actor: other })]) },
    person("eve", false),
  ],
  [
    "a member, and a guest who moved it",
    { history: paged([anEntry({ fromState: { name: "Todo" }, actor: guest })]) },
    person("maria", true),
  ],
  [
    "a member, and a guest who gave it another title while a member edited its text",
    {
      history: paged([
        anEntry({ toTitle: "No", updatedDescription: true, actor: guest, descriptionUpdatedBy: [member] }),
      ]),
    },
    person("eve", false),
  ],
  [
    "a member, and a member whose edit a guest's entry tells",
    { history: paged([anEntry({ updatedDescription: true, actor: guest, descriptionUpdatedBy: [member] })]) },
    person("maria", true),
  ],
  [
    "a member, and an app that is not listed: a person can let it through",
    { history: paged([anEntry({ updatedDescription: true, actor: app })]) },
    person("coverage", false),
  ],
  [
    "a member, and nobody knows who else",
    { history: paged([anEntry({})], "more") },
    { kind: "person", name: "maria", canWrite: { known: false } },
  ],
])("an issue by %s", ([, issue, author]) => {
  expect(findTextAuthor(aLinearIssue({ creator: member, ...issue }), [])).toMatchObject(author);
});
