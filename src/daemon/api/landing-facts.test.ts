import { expect, test } from "vitest";
import type { Change } from "../../domain/change.ts";
import { aChange, aProject, reported } from "../../../test/fixtures/domain.ts";
import { aRules, at } from "../../../test/fixtures/rules.ts";
import { landingFacts } from "./landing-facts.ts";

const factOfChecks = (round: Change["round"], checks: readonly string[]) =>
  landingFacts(aProject(), aChange({ round }), aRules({ checks }), at(2)).find(({ name }) => name === "checks");

test("checks that passed are counted; where there are none, nothing is called fulfilled", () => {
  const round = reported("passed");
  expect(factOfChecks(round, ["test"])).toEqual({ ok: true, name: "checks", text: "1 of 1 on h1" });
  const without: Change["round"] = round.kind === "reported" ? { ...round, results: [] } : round;
  expect(factOfChecks(without, [])).toEqual({ ok: null, name: "checks", text: "no checks configured" });
});
