/** The parts of a sentence in plain words. It fits a card; only a cause that somebody else words may make it longer. */
import type { Ms } from "../model/now.ts";

/** A card shows three lines and the rest on demand; lists and `ao why` show all of it. */
export const SENTENCE_MAX = 320;
/** Of names, and of what agents and people say. */
export const QUOTE_MAX = 60;
/** Of what a program or a plugin says went wrong: its important half often comes last. */
const CAUSE_MAX = 200;

export function formatAge(ms: Ms): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes === 0) return `${Math.max(0, Math.floor(ms / 1_000))}s`;
  return minutes < 120
    ? `${minutes}m`
    : minutes < 2_880
      ? `${Math.floor(minutes / 60)}h`
      : `${Math.floor(minutes / 1_440)}d`;
}

export function listSome(names: readonly string[]): string {
  const [one = "nothing", ...others] = names;
  return others.length === 0 ? cut(one, QUOTE_MAX) : `${cut(one, QUOTE_MAX / 2)} and ${others.length} more`;
}
export function formatOrdinal(n: number): string {
  const ending = n % 100 >= 11 && n % 100 <= 13 ? "th" : (["th", "st", "nd", "rd"][n % 10] ?? "th");
  return `${n}${ending}`;
}
export const cut = (text: string, max: number): string => (text.length <= max ? text : `${text.slice(0, max - 1)}…`);
export const shortenCommit = (commit: string): string => commit.slice(0, 7);
export const takeTail = (ref: string): string => (ref.length <= QUOTE_MAX ? ref : `…${ref.slice(1 - QUOTE_MAX)}`);
export const quote = (text: string): string => `"${cut(text.replaceAll(/\s+/g, " ").trim(), QUOTE_MAX)}"`;
/** The last thing that is asked in it: agents say much before. Where nothing is, the whole. */
export function findLastQuestion(text: string): string {
  const sentences = text
    .replaceAll(/\s+/g, " ")
    .trim()
    .split(/(?<=[.!?:])\s+/);
  return sentences.findLast((sentence) => /\?["')\]]*$/.test(sentence)) ?? text;
}
export const stripSentence = (summary: string): string =>
  cut(summary.replaceAll(/\s+/g, " ").replace(/[.\s]+$/, ""), CAUSE_MAX);
/** Nothing checks a tree: it is not called green. */
export const NO_CHECKS = "No checks configured";
/** What says how to add one, short enough for a card. */
export const CHECKS_HELP = "ao config-help checks";
/** Adds one, in the folder of the project. In a key a dot parts names, so a name with one takes the defaults of its file. */
export const addCheckCommand = (project: string): string =>
  `ao config set ${project.includes(".") ? "defaults" : `projects.${project}`}.checks.test "npm test"`;
export const capitalize = (text: string): string => cut(text.charAt(0).toUpperCase() + text.slice(1), CAUSE_MAX);
/** Settings may have been lowered since: then there is no `of`. */
export const formatAttempt = (attempt: number, max: number): string =>
  attempt <= max ? `attempt ${attempt} of ${max}` : `attempt ${attempt}`;
export const multiplyInField = (n: number): string => (n === 1 ? "1 attempt" : `${n} attempts`);
