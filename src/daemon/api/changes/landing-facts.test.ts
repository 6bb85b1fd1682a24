import { expect, test } from "vitest";
import type { Change } from "../../../domain/change/change.ts";
import { aChange, aProject, check, reported } from "../../../../test/fixtures/domain.ts";
import { aRules, at } from "../../../../test/fixtures/rules.ts";
import { projectId } from "../../../domain/model/ids.ts";
import { toBaseView, suggestMissingCheck } from "../queue/base-view.ts";
import { listLandingFacts } from "./landing-facts.ts";

const command = 'ao config set projects.app.checks.test "npm test"';
const factOfChecks = (round: Change["round"], checks: readonly string[]) =>
  listLandingFacts(aProject(), aChange({ round }), aRules({ checks }), at(2)).find(({ name }) => name === "checks");

test("checks that passed are counted; where there are none, nothing is called fulfilled", () => {
  const round = reported("passed");
  expect(factOfChecks(round, ["test"])).toEqual({ ok: true, name: "checks", text: "1 of 1 on h1" });
  const without: Change["round"] = round.kind === "reported" ? { ...round, results: [] } : round;
  const dotted = suggestMissingCheck(aChange({ round: without, project: projectId("my.app") }), aRules({ checks: [] }));
  expect(dotted).toBe('ao config set defaults.checks.test "npm test"');
  const text = `no checks configured; add one: ${command}`;
  expect(factOfChecks(without, [])).toEqual({ ok: null, name: "checks", text });
});

test.for([
  ["green", { kind: "green" }, [], { base: "green", addCheck: null }],
  ["checked by nothing", { kind: "unchecked", hasChecks: false }, [], { base: "unchecked", addCheck: command }],
  ["looked at before a check was added", { kind: "unchecked", hasChecks: false }, ["test"], { addCheck: null }],
  [
    "failing",
    { kind: "red", failed: [check("failed"), check("failed", "h1", { name: "lint" })], round: 1, rechecks: 0 },
    ["test"],
    { base: "red", baseDetail: "test, lint" },
  ],
  [
    "kept from its checks",
    { kind: "checking", round: 4, triesFrom: 2, redBefore: null, brokenBy: "`test` found no disk" },
    ["test"],
    { base: "checking", baseDetail: "`test` found no disk, tried again 2 of 5" },
  ],
  [
    "given up",
    { kind: "unknown", gaveUp: true, brokenBy: "`test` found no disk" },
    ["test"],
    { baseDetail: "`test` found no disk" },
  ],
  ["one whose checks were all left out", { kind: "unchecked", hasChecks: true }, [], { addCheck: null }],
] as const)("a base that is %s offers to add a check only where there is none", ([, health, checks, expected]) => {
  expect(toBaseView({ ...aProject().base, health }, { id: "app", rules: aRules({ checks }) })).toMatchObject(expected);
});

test("a check that fails together with the base is not called fulfilled", () => {
  const failed = [check("failed")];
  const results = [...failed, check("passed", "h1", { name: "lint" })];
  const base = { ...aProject().base, health: { kind: "red", failed, round: 1, rechecks: 0 } as const };
  const one = reported("failed");
  const round: Change["round"] = one.kind === "reported" ? { ...one, results } : one;
  const facts = listLandingFacts(aProject({ base }), aChange({ round }), aRules({ checks: ["test", "lint"] }), at(2));
  expect(facts.filter(({ name }) => name === "checks" || name === "base")).toEqual([
    { ok: false, name: "base", text: "main is failing and this change does not fix it" },
    { ok: null, name: "checks", text: "1 of 2 on h1; `test` fails on main, too" },
  ]);
});

test("a check that the change does not need is not counted, and named", () => {
  const left = check("skipped", "h1", { name: "web", notNeeded: "no file in web/** changed" });
  const one = reported("passed");
  const round: Change["round"] = one.kind === "reported" ? { ...one, results: [...one.results, left] } : one;
  expect(factOfChecks(round, ["test", "web"])).toEqual({
    ...{ ok: true, name: "checks", text: "1 of 1 on h1; `web` not needed" },
  });
  const without: Change["round"] = one.kind === "reported" ? { ...one, results: [left] } : one;
  expect(factOfChecks(without, ["web"])).toMatchObject({ ok: null, text: "none needed on h1; `web` not needed" });
});
