/** Which tests failed, each by an id of its own, and by what cause: the same in every run of the same failure. */
import { createHash } from "node:crypto";
import type { FailingTests } from "../../../domain/checks/check.ts";
import { normalizeLine, speaksOfError } from "./fingerprint.ts";
import type { FailedTest, TestReport } from "./test-report.ts";

/** Undefined: the report does not name everything that failed. */
export function findFailingTests(report: TestReport, lines: readonly string[]): FailingTests | undefined {
  const { failures, failed, passed } = report;
  if (failures.length !== failed || lines.some((line) => failsOutside.test(line))) return undefined;
  const seen = new Map<string, number>();
  const ids = failures.map((test) => {
    const face = `${test.name}\n${normalizeLine(findTellingLine(test.message))}`;
    const ordinal = (seen.get(face) ?? 0) + 1;
    seen.set(face, ordinal);
    return `${hashCause(test)}.${hash(`${face}\n${ordinal}`)}`;
  });
  return { failed: ids, ran: passed + failed };
}

/** What a runner says of errors that belong to no test, and that no report holds. */
const failsOutside =
  /\bunhandled (?:errors?|rejections?|promise|exceptions?)\b|\btest suite failed to run\b|\berrors? during collection\b|\bINTERNALERROR\b|\bpanic:/i;

/**
 * Tests that raise the same exception fail by one cause, wherever they are. An assertion says what was expected, not why:
 * the same words in another file are another cause.
 */
export function hashCause(test: FailedTest): string {
  const telling = findTellingLine(test.message);
  const words = normalizeLine(telling === "" ? test.name : telling);
  return hash(
    isAssertion.test(telling) || isAssertionCode.test(test.message) ? `${words}\n${findTestPlace(test)}` : words,
  );
}

const isAssertion = /\b(?:assert\w*|expect(?:ed|s|ation)?|should)\b/i;
const isAssertionCode = /\bERR_ASSERTION\b|\bAssertionError\b/;
/** Where YAML goes on with a text of several lines. */
const isBlockHead = /^\s*\w+:\s*[|>][-+]?\s*$/;

/** The line of the message that says most of the failure. */
function findTellingLine(message: string): string {
  const lines = message.split("\n").filter((line) => line.trim() !== "" && !isBlockHead.test(line));
  return lines.find((line) => speaksOfError.test(line)) ?? lines[0] ?? "";
}

/** Its file as far as one is known, else its suite, else the test itself. */
function findTestPlace({ name, message, file }: FailedTest): string {
  const named = message.match(/[^\s'"()]*[\w-]\.\w+:\d+/g)?.find((path) => !path.includes("node_modules"));
  if (file !== undefined) return takeLastSegments(file, 2);
  if (named !== undefined) return takeLastSegments(named, 1);
  const suite = name.split(" › ").slice(0, -1).join(" › ");
  return suite === "" ? name : suite;
}

/** Checks run in folders of their own; what stands before is not the test's. */
function takeLastSegments(path: string, n: number): string {
  const segments = path.replace(/:\d.*$/, "").split(/[\\/]/);
  return segments.slice(-n).join("/");
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);
