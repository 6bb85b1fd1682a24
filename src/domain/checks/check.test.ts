import fc from "fast-check";
import { expect, test } from "vitest";
import { check } from "../../../test/fixtures/domain.ts";
import {
  describeBroken,
  failsOnBase,
  fingerprintFailures,
  listFixedChecks,
  lacksBaseFailure,
  judgeResults,
  type CheckResult,
  type Required,
  type Verdict,
} from "./check.ts";

const named = (name: string, verdict: Verdict): CheckResult => check(verdict, "h1", { name });

/** Named, and all others that spoke. */
const allOf = (...names: string[]): Required => ({ names, others: "count" });
/** Named, and no others. */
const only = (...names: string[]): Required => ({ names, others: "ignore" });

type Row = readonly [
  what: string,
  results: readonly CheckResult[],
  required: Required,
  outcome: string,
  names: readonly string[],
];

const rows: readonly Row[] = [
  ["all passed is green", [named("test", "passed"), named("lint", "passed")], allOf("test", "lint"), "green", []],
  ["one failed is red", [named("test", "failed"), named("lint", "passed")], allOf("test", "lint"), "red", ["test"]],
  [
    "red waits for those that still run",
    [named("test", "failed"), named("lint", "running")],
    allOf("test", "lint"),
    "pending",
    ["lint"],
  ],
  ["a named check that is missing is not green", [named("lint", "passed")], allOf("test", "lint"), "pending", ["test"]],
  [
    "where only the named count, a failure of another does not",
    [named("test", "passed"), named("e2e", "failed")],
    only("test"),
    "green",
    [],
  ],
  [
    "where only the named count, another that runs is not waited for",
    [named("test", "passed"), named("e2e", "running")],
    only("test"),
    "green",
    [],
  ],
  [
    "where only the named count, one that is missing is not green",
    [named("e2e", "passed")],
    only("test"),
    "pending",
    ["test"],
  ],
  [
    "a failure of another that spoke is red beside our own green",
    [named("test", "passed"), named("e2e", "failed")],
    allOf("test"),
    "red",
    ["e2e"],
  ],
  [
    "another that runs is waited for",
    [named("test", "passed"), named("e2e", "running")],
    allOf("test"),
    "pending",
    ["e2e"],
  ],
  ["without names all that spoke count", [named("test", "passed"), named("e2e", "failed")], allOf(), "red", ["e2e"]],
  [
    "infrastructure blames nobody",
    [named("test", "infrastructure"), named("lint", "passed")],
    allOf("test", "lint"),
    "infrastructure",
    ["test"],
  ],
  [
    "a real failure beside infrastructure is red",
    [named("test", "infrastructure"), named("lint", "failed")],
    allOf("test", "lint"),
    "red",
    ["lint"],
  ],
  [
    "cancelled is neither red nor green: nobody knows, and nobody is blamed",
    [named("test", "cancelled")],
    allOf("test"),
    "infrastructure",
    ["test"],
  ],
  ["skipped is neither red nor green", [named("test", "skipped")], allOf("test"), "pending", ["test"]],
  [
    "another that was skipped by its own choice does not count",
    [named("test", "passed"), named("e2e", "skipped")],
    allOf("test"),
    "green",
    [],
  ],
];

test.for(rows)("%s", ([, results, required, kind, names]) => {
  const outcome = judgeResults(results, required);
  const seen =
    outcome.kind === "pending" ? outcome.waitsFor : "failed" in outcome ? outcome.failed.map(({ name }) => name) : [];
  expect([outcome.kind, seen]).toEqual([kind, names]);
});

test("green is said only when every named check passed, and none that counts speaks against it", () => {
  const verdict = fc.constantFrom<Verdict>("passed", "failed", "infrastructure", "cancelled", "skipped", "running");
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom("a", "b", "c"), verdict),
      fc.uniqueArray(fc.constantFrom("a", "b", "c"), { minLength: 1 }),
      (verdicts, names) => {
        const results = Object.entries(verdicts).map(([name, value]) => named(name, value));
        const namedPassed = names.every((name) => verdicts[name] === "passed");
        const noneSpokeAgainst = Object.values(verdicts).every((value) => value === "passed" || value === "skipped");
        expect(judgeResults(results, only(...names)).kind === "green").toBe(namedPassed);
        expect(judgeResults(results, allOf(...names)).kind === "green").toBe(namedPassed && noneSpokeAgainst);
      },
    ),
  );
});

test("a fingerprint does not depend on the order, and tells checks and failures apart", () => {
  const [one, two] = [named("a", "failed"), named("b", "failed")];
  expect(fingerprintFailures([one, two])).toBe(fingerprintFailures([two, one]));
  expect(fingerprintFailures([one])).not.toBe(fingerprintFailures([two]));
  expect(fingerprintFailures([one])).not.toBe(fingerprintFailures([{ ...one, fingerprint: "other" }]));
});

test("a failure is the base's only when all that failed here fails there in the same way", () => {
  const [one, two] = [named("a", "failed"), named("b", "failed")];
  expect(failsOnBase([one], [one, two])).toBe(true);
  expect(failsOnBase([one, two], [one])).toBe(false);
  expect(failsOnBase([one], [{ ...one, fingerprint: "other" }])).toBe(false);
});

test.each([
  ["`nosuch -a` was not started: no nosuch. The whole log: /x.log\n\nmore", "`test` was not started: no nosuch"],
  ["No runner took it.", "`test` did not run: No runner took it"],
  ["", "`test` has no result"],
])("a check that could not run is described in its own words: %j", (evidence, sentence) => {
  expect(describeBroken([{ ...check("infrastructure"), evidence }])).toBe(sentence);
});

/** A check that names its failing tests, out of ten unless said otherwise. */
const failing = (failed: readonly string[], ran = 10): CheckResult => ({
  ...named("test", "failed"),
  ...{ fingerprint: failed.join("+"), tests: { failed, ran } },
});

test.for<[what: string, here: CheckResult, onBase: CheckResult, excused: boolean, fixed: boolean, lacks: boolean]>([
  ["the same tests", failing(["a", "b"]), failing(["a", "b"]), true, false, false],
  ["fewer tests", failing(["a"]), failing(["a", "b"]), true, true, true],
  ["more tests", failing(["a", "b", "c"]), failing(["a", "b"]), false, false, false],
  ["one fixed, another broken", failing(["a", "c"]), failing(["a", "b"]), false, false, true],
  ["fewer, but fewer ran", failing(["a"], 9), failing(["a", "b"]), false, false, true],
  ["the same, though fewer ran", failing(["a"], 9), failing(["a"]), true, false, false],
  ["of the base nobody knows which", failing(["a"]), named("test", "failed"), false, false, true],
  ["nobody knows which, alike", named("lint", "failed"), named("lint", "failed"), true, false, false],
  ["another check", named("lint", "failed"), named("test", "failed"), false, false, false],
  ["what fails there passes here", named("test", "passed"), failing(["a"]), false, true, true],
  ["what fails there was not heard here", named("test", "infrastructure"), failing(["a"]), false, false, false],
])("compared with the base: %s", ([, here, onBase, excused, fixed, lacks]) => {
  expect({
    excused: here.verdict === "failed" && failsOnBase([here], [onBase]),
    fixed: listFixedChecks([here], [onBase]).length > 0,
    lacks: lacksBaseFailure([here], [onBase]),
  }).toEqual({ excused, fixed, lacks });
});
