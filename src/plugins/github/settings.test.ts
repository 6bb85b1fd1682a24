import { expect, test } from "vitest";
import { parseGithubSettings } from "./settings.ts";

const block = (settings: Readonly<Record<string, unknown>>) => ({ settings, bots: [], moves: {} });

test("what one block leaves out the other may say", () => {
  const read = parseGithubSettings([block({ draft: true }), block({ labels: ["agents"] })]);
  expect(read).toMatchObject({ ok: true, settings: { draft: true, labels: ["agents"], assignee: null } });
});

test.for([
  ["no:assignee milestone:v2", "no:assignee milestone:v2"],
  ["\n no:assignee ", "no:assignee"],
  ["  ", null],
  [undefined, null],
])("a query of %j chooses by %j", ([query, words]) => {
  expect(parseGithubSettings([block({ query })])).toMatchObject({ ok: true, settings: { query: words } });
});

test("an address that is none is told how to be written", () => {
  const why = "url of the GitHub settings: write it as https://github.example.com";
  expect(parseGithubSettings([block({ url: "github.example.com" })])).toEqual({ ok: false, why });
});
