/** What is wrong with a configuration file, with the line itself and a mark under the place. */
import { explainKeys } from "../../config/explain/explain.ts";
import { findCanonicalName } from "../../config/shape/key-forms.ts";
import type { Problem } from "../../config/problem.ts";
import { findNearest } from "../../lib/text/nearest.ts";
import { CliFailure } from "../render/failure.ts";

/** `notDone`: what did not happen because of it, `nothing was set`. */
export function toConfigFailure(problems: readonly Problem[], text: string, notDone: string): CliFailure {
  const [first, ...more] = problems;
  if (first === undefined) return new CliFailure({ code: "bad_config", message: notDone });
  const sentence = first.sentence.replace(/ \(line \d+\)$/, "");
  const isWhole = first.line === 0 || (first.key === "" && first.line === 1);
  const place = isWhole ? first.file : `${first.file}, line ${first.line}`;
  return new CliFailure({
    code: "bad_config",
    message: `${place}: ${addOutcome(sentence, notDone)}`,
    facts: [...formatFrame(first, text), ...more.slice(0, 2).map((problem) => problem.sentence)],
    try: [`ao config-help ${findTopic(first.key)}`.trimEnd()],
  });
}

/** A question ends its sentence, so that what did not happen begins one of its own. */
const addOutcome = (sentence: string, notDone: string): string =>
  sentence.endsWith("?")
    ? `${sentence} ${notDone.charAt(0).toUpperCase()}${notDone.slice(1)}`
    : `${sentence}; ${notDone}`;

/** The block of a key, or the nearest one; empty, which explains all, where none is called like it. */
function findTopic(key: string): string {
  const topics = [...new Set(explainKeys().flatMap((one) => one.key.split(/[.[]/)[0] ?? []))];
  const written = key.split(".")[0]?.replace(/\[.*/, "") ?? "";
  return findCanonicalName(written, topics) ?? findNearest(written, topics) ?? "";
}

function formatFrame({ line, column }: Problem, text: string): readonly string[] {
  const content = text.split("\n")[line - 1];
  if (content === undefined || content.trim() === "") return [];
  const number = String(line);
  const word = /^[\w."'-]+/.exec(content.slice(column - 1))?.[0].length ?? 1;
  return [`${number} | ${content}`, `${" ".repeat(number.length)} | ${" ".repeat(column - 1)}${"^".repeat(word)}`];
}
