/** The same failure has the same fingerprint, whenever and wherever it ran: times, paths, addresses and numbers are left out. */
import { createHash } from "node:crypto";
import type { FailedTest } from "./test-report.ts";

export function fingerprintTests(tests: readonly FailedTest[]): string {
  return hash(tests.map(({ name, message }) => `${normalizeLine(name)}\n${normalizeLine(takeFirstLine(message))}`));
}

/** Where nothing tells which test failed: the lines that speak of an error, else the last ones. */
export function fingerprintLines(code: string, lines: readonly string[]): string {
  const telling = lines.filter((line) => speaksOfError.test(line) && !isCount.test(line));
  return hash([code, ...(telling.length > 0 ? telling.slice(0, LINES_MAX) : lines.slice(-20)).map(normalizeLine)]);
}

export const speaksOfError =
  /\b(error|fail(ed|ure|ing)?|not ok|exception|panic(ked)?|assert\w*|expected|traceback|fatal|undefined|cannot|unexpected)\b|[✗✖×✘]/i;
/** How many failed and how long it took says nothing of what failed. */
const isCount = /^\s*(#|tests?|test files|suites|time|duration|start at|ran)\b.*\d/i;
const LINES_MAX = 200;

function hash(parts: readonly string[]): string {
  const unique = [...new Set(parts.filter((part) => part !== ""))].sort();
  return createHash("sha256").update(unique.join("\n")).digest("hex").slice(0, 16);
}

const takeFirstLine = (text: string): string => text.split("\n").find((line) => line.trim() !== "") ?? "";

export function normalizeLine(line: string): string {
  return line
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, "<id>")
    .replaceAll(/\b0x[0-9a-f]+\b/gi, "<address>")
    .replaceAll(/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/gi, "<id>")
    .replaceAll(/(?:file:\/\/)?(?:[A-Za-z]:)?(?:[\\/][^\s\\/:'"()<>|]+)+[\\/]([^\s\\/:'"()<>|]+)/g, "$1")
    .replaceAll(/\d+(?:[.,:]\d+)*\s?(?:ms|µs|us|ns|s|sec|secs|seconds?|m|min|minutes?|h)\b/g, "<time>")
    .replaceAll(/\d+/g, "#")
    .replaceAll(/\s+/g, " ")
    .trim();
}
