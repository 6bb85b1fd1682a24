/**
 * A job's log is that of all its steps, a time before each line. Each command begins with a group, whatever its step is called;
 * what failed ends with `##[error]`, and so does what was allowed to fail. So the step is found by its times, which GitHub
 * tells in whole seconds. Of it an agent gets the command that failed, without times and without the runner's own marks.
 */

const time = /^\uFEFF?(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d+Z ?/;
const commandBegins = /^##\[group\]Run /;
const failed = /^##\[error\]/;

export type FailedStep = {
  readonly name: string;
  readonly startedAt: string | null;
  readonly completedAt: string | null;
};

export function findGithubFailingPart(lines: readonly string[], step: FailedStep | null): readonly string[] {
  const within = step === null ? lines : listStepLines(lines, step);
  const plain = within.map((line) => line.replace(time, ""));
  const named = step === null ? -1 : plain.findIndex((line) => line === `##[group]${step.name}`);
  const error =
    named < 0 ? plain.findLastIndex(isFailed) : plain.findIndex((line, index) => index >= named && isFailed(line));
  const from =
    named >= 0 ? named : plain.findLastIndex((line, index) => (error < 0 || index < error) && isStepStart(line));
  const next = error < 0 ? -1 : plain.findIndex((line, index) => index > error && isStepStart(line));
  const part = plain.slice(Math.max(0, from), next < 0 ? plain.length : next);
  return part.map(stripMarks).filter((line) => line !== null);
}

const isFailed = (line: string): boolean => failed.test(line);
const isStepStart = (line: string): boolean => commandBegins.test(line);

/** All lines, where none has a time of the step. */
function listStepLines(lines: readonly string[], { startedAt, completedAt }: FailedStep): readonly string[] {
  const [from, to] = [parseSecond(startedAt), parseSecond(completedAt)];
  if (from === null || to === null) return lines;
  let second = "";
  const own = lines.filter((line) => {
    // What was printed as several lines has its time before the first.
    second = time.exec(line)?.[1] ?? second;
    return second >= from && second <= to;
  });
  return own.length === 0 ? lines : own;
}

/** As it stands before a line; such texts are in the order of their times. */
const parseSecond = (at: string | null): string | null => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.exec(at ?? "")?.[0] ?? null;

/** What the runner says about itself is no part of the failure. */
function stripMarks(line: string): string | null {
  if (/^##\[(endgroup|debug)\]|^(Post job cleanup|Cleaning up orphan processes)/.test(line)) return null;
  return line.replace(/^##\[(group|error|warning|notice|command)\]/, "").replace(/^\[command\]/, "");
}
