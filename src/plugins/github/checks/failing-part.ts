/**
 * A job's log is that of all its steps, a time before each line. Every step begins with a group; what failed ends with
 * `##[error]`. Of it an agent gets the step that failed, without times and without the runner's own marks.
 */

const time = /^\uFEFF?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z ?/;
const stepBegins = /^##\[group\]Run /;
const failed = /^##\[error\]/;

export function failingPart(lines: readonly string[], step: string | null): readonly string[] {
  const plain = lines.map((line) => line.replace(time, ""));
  const wanted = step === null ? -1 : plain.findIndex((line) => line === `##[group]${step}`);
  const error = plain.findIndex((line, at) => at >= wanted && failed.test(line));
  const from =
    wanted >= 0 ? wanted : plain.findLastIndex((line, at) => (error < 0 || at < error) && stepBegins.test(line));
  const next = error < 0 ? -1 : plain.findIndex((line, at) => at > error && stepBegins.test(line));
  const part = plain.slice(Math.max(0, from), next < 0 ? plain.length : next);
  return part.map(withoutMarks).filter((line) => line !== null);
}

/** What the runner says about itself is no part of the failure. */
function withoutMarks(line: string): string | null {
  if (/^##\[(endgroup|debug)\]|^(Post job cleanup|Cleaning up orphan processes)/.test(line)) return null;
  return line.replace(/^##\[(group|error|warning|notice|command)\]/, "").replace(/^\[command\]/, "");
}
