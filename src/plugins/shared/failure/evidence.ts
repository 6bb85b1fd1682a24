/** The failure itself, for an agent to read: failing tests with what they say, else the telling part of the log. */
import { limits } from "../../../domain/model/limits.ts";
import type { TestReport } from "./test-report.ts";
import { speaksOfError } from "./fingerprint.ts";

const LINES_OF_A_TEST_MAX = 25;
const LINES_OF_A_LOG_MAX = 150;

export function formatTestEvidence(said: string, { failures, failed }: TestReport): string {
  const blocks = failures.map(({ name, message }) => {
    const lines = message.split("\n").slice(0, LINES_OF_A_TEST_MAX);
    return [`✗ ${name}`, ...lines.filter((line) => line.trim() !== "").map((line) => `  ${line}`)].join("\n");
  });
  const room = limits.evidenceTextMax - 500;
  const kept: string[] = [];
  for (const block of blocks) {
    if (kept.join("\n\n").length + block.length > room) break;
    kept.push(block);
  }
  const shown = kept.length === 0 ? [(blocks[0] ?? "").slice(0, room)] : kept;
  const left = failed - shown.length;
  const count = failed === 1 ? "1 test failed" : `${failed} tests failed`;
  return [said, `${count}:`, ...shown, ...(left > 0 ? [`… and ${left} more.`] : [])].join("\n\n");
}

/** The first place that speaks of an error, and the end. */
export function formatLineEvidence(said: string, lines: readonly string[]): string {
  const room = limits.evidenceTextMax - 500;
  const text = lines.filter((line) => !isNoise.test(line));
  const end = takeLastThatFit(text.slice(-LINES_OF_A_LOG_MAX), room - EARLIER_LENGTH_MAX);
  const first = text.findIndex((line) => speaksOfError.test(line));
  const earlier = first >= 0 && first < text.length - end.length ? text.slice(first, first + 30) : [];
  const shown = earlier.length === 0 ? [] : [`${earlier.join("\n").slice(0, EARLIER_LENGTH_MAX - 10)}\n…`];
  if (text.every((line) => line.trim() === "")) return `${said}\n\nIt printed nothing.`;
  return [said, ...shown, end.join("\n")].join("\n\n");
}

const EARLIER_LENGTH_MAX = 4_000;
/** Frames of the runner itself, and what package managers say at every failure. */
const isNoise =
  /^\s*at .*(?:node:internal|node_modules[\\/])|^npm (?:ERR!|error) (?:A complete log|\s*\/.*-debug-\d)|^\s*$/;

function takeLastThatFit(lines: readonly string[], room: number): readonly string[] {
  const kept: string[] = [];
  let length = 0;
  for (const line of lines.toReversed()) {
    const short = line.length > 1_000 ? `${line.slice(0, 1_000)}…` : line;
    length += short.length + 1;
    if (length > room) break;
    kept.unshift(short);
  }
  return kept;
}
