import { expect, test } from "vitest";
import { findGithubFailingPart, type FailedStep } from "./failing-part.ts";

const at = (second: number, ...lines: readonly string[]): readonly string[] =>
  lines.map((line) => `2026-01-05T10:00:${String(second).padStart(2, "0")}.1234567Z ${line}`);

const step = (name: string, from: number, to: number): FailedStep => ({
  name,
  startedAt: `2026-01-05T10:00:${String(from).padStart(2, "0")}Z`,
  completedAt: `2026-01-05T10:00:${String(to).padStart(2, "0")}Z`,
});

const log = [
  ...at(1, "##[group]Run npm ci", "added 200 packages", "##[endgroup]"),
  // May fail: `continue-on-error`.
  ...at(3, "##[group]Run npm run lint", "lint: a warning", "##[error]Process completed with exit code 1."),
  ...at(5, "##[group]Run npm test", "##[endgroup]", "FAIL sum.test.ts"),
  ...at(7, "expected 2, got 3", "##[error]Process completed with exit code 1."),
  ...at(7, "##[group]Run ./upload", "uploaded", "##[error]Upload failed."),
];
const told = ["Run npm test", "FAIL sum.test.ts", "expected 2, got 3", "Process completed with exit code 1."];

test.for<[what: string, lines: readonly string[], step: FailedStep | null, part: readonly string[]]>([
  ["a step with a name of its own is found by its times", log.slice(0, -3), step("Unit tests", 5, 7), told],
  ["what was printed after its last second is no part of a step", log, step("Unit tests", 5, 6), told.slice(0, 2)],
  [
    "a step that began in the second in which another ended begins with its own command",
    [...at(5, "the end of another", "##[error]no"), ...log.slice(6, -3)],
    step("Unit tests", 5, 7),
    told,
  ],
  [
    "what was printed as several lines has its time before the first, and stays together",
    [...at(3, "another"), ...at(5, "##[group]Run npm test", "FAIL"), "  at sum.ts:2", ...at(6, "##[error]no")],
    step("Unit tests", 5, 6),
    ["Run npm test", "FAIL", "  at sum.ts:2", "no"],
  ],
  [
    "what began in the second in which a step failed is no part of it",
    at(5, "##[group]Run npm test", "FAIL", "##[error]no", "##[group]Run ./upload", "uploaded"),
    step("Unit tests", 5, 5),
    ["Run npm test", "FAIL", "no"],
  ],
  [
    "a step whose command runs others is told from its own beginning",
    at(5, "##[group]Run ./all", "##[group]Run npm test", "FAIL", "##[error]no"),
    { name: "Run ./all", startedAt: null, completedAt: null },
    ["Run ./all", "Run npm test", "FAIL", "no"],
  ],
  [
    "what the runner says about itself is left out",
    at(5, "##[group]Run npm test", "##[debug]env", "[command]sum", "##[error]no", "Post job cleanup."),
    null,
    ["Run npm test", "sum", "no"],
  ],
  [
    "without times a step without a name is found by its command",
    log.slice(0, -3),
    { name: "Run npm test", startedAt: null, completedAt: null },
    told,
  ],
  ["where nothing is known of steps, what failed last is told", log.slice(0, -3), null, told],
  [
    "times of another day find nothing, and are no times",
    log.slice(0, -3),
    { ...step("Unit tests", 5, 7), startedAt: "2020-01-01T00:00:00Z", completedAt: "2020-01-01T00:00:09Z" },
    told,
  ],
  [
    "a log without an error is told from its last command",
    at(1, "##[group]Run a", "one", "##[group]Run b", "two"),
    null,
    ["Run b", "two"],
  ],
])("%s", ([, lines, failed, part]) => {
  expect(findGithubFailingPart(lines, failed)).toEqual(part);
});
