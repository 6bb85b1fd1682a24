/**
 * A job's trace is that of all its stages, each under a headline of the runner's. Of it an agent gets the script that
 * failed, without times, and how it ended.
 */

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z \d[0-9a-f][OE][ +]?/;
const mark = /^section_(?:start|end):\d+:\S*/;
const begins = /^Executing "(?:step|build)_script" stage of the job script/;
const ends =
  /^(?:Running after_script|Executing "after_script"|(?:Uploading artifacts|Saving cache) for (?:failed|successful) job|Cleaning up project directory)/;
const failed = /^ERROR: Job failed/;

export function findGitlabFailingPart(lines: readonly string[]): readonly string[] {
  const plain = lines.map((line) => line.replace(time, "").replace(mark, ""));
  const from = plain.findLastIndex((line) => begins.test(line));
  const end = plain.findIndex((line, at) => at > from && ends.test(line));
  if (from < 0) return plain;
  const script = plain.slice(from + 1, end < 0 ? plain.length : end);
  const verdict = end < 0 ? [] : plain.slice(end).filter((line) => failed.test(line));
  return [...script, ...verdict];
}
