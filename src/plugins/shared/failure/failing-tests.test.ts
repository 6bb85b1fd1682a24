import { expect, test } from "vitest";
import { findFailingTests, hashCause } from "./failing-tests.ts";
import type { FailedTest } from "./test-report.ts";

const assertion = (file: string): FailedTest => ({
  name: `adds in ${file}`,
  message: "error: |-\n  Expected values to be strictly equal:\n  1 !== 2\ncode: 'ERR_ASSERTION'",
  file: `/tmp/checks/3/tree/test/${file}:4:1`,
});
const exception = (name: string): FailedTest => ({ name, message: "TypeError: db.connect is not a function\n at x" });

test("the same exception is one cause wherever it is raised; the same assertion is another one in another file", () => {
  expect(hashCause(exception("logs in"))).toBe(hashCause(exception("logs out")));
  expect(hashCause(assertion("a.test.js"))).not.toBe(hashCause(assertion("b.test.js")));
  expect(hashCause(assertion("a.test.js"))).toBe(hashCause({ ...assertion("a.test.js"), name: "subtracts" }));
  const elsewhere = { ...assertion("a.test.js"), file: "/tmp/checks/7/tree/test/a.test.js:9:1" };
  expect(hashCause(elsewhere)).toBe(hashCause(assertion("a.test.js")));
});

const reported = (...failures: FailedTest[]) => ({ failures, failed: failures.length, passed: 3 });

test("each failing test has an id of its own, the same in every run, told by its cause first", () => {
  const [first, second] = [exception("each 1"), exception("each 2")];
  const tests = findFailingTests(reported(first, second, second), []);
  expect(tests?.ran).toBe(6);
  expect(new Set(tests?.failed).size).toBe(3);
  expect(tests?.failed.every((id) => id.startsWith(`${hashCause(first)}.`))).toBe(true);
  expect(findFailingTests(reported(first, second, second), [])).toEqual(tests);
});

test.for([
  ["a report that was cut", { ...reported(exception("a")), failed: 2 }, []],
  ["an error outside of all tests", reported(exception("a")), ["⎯⎯ Unhandled Rejection ⎯⎯"]],
  ["a suite that could not be loaded", reported(exception("a")), ["  ● Test suite failed to run"]],
] as const)("nobody knows which tests failed: %s", ([, report, lines]) => {
  expect(findFailingTests(report, lines)).toBeUndefined();
});
