/** Reads a project's own words and looks them over. What cannot be told as it stands is not told: ours are. */
import { findNames, shippedPrompts, variables, type PromptName } from "../../domain/words/prompts.ts";
import type { Rules } from "../../domain/model/rules.ts";
import { findNearest } from "../../lib/text/nearest.ts";
import { createProblem, type Problem } from "../problem.ts";
import type { PromptFile } from "../resolve/resolve-prompts.ts";

export type ReadPrompts = { readonly prompts: Rules["prompts"]; readonly problems: readonly Problem[] };

/** `read` gives null for a file that is not there. */
export function readPrompts(files: readonly PromptFile[], read: (file: string) => string | null): ReadPrompts {
  const prompts: Partial<Record<PromptName, string>> = {};
  const problems: Problem[] = [];
  for (const one of files) {
    const text = read(one.file)?.replaceAll("\r\n", "\n").trim();
    const found = text === undefined ? [one.complain(reportMissingPrompt(one))] : listPromptProblems(one, text);
    if (text !== undefined && found.length === 0) prompts[one.name] = text;
    problems.push(...found);
  }
  return { prompts, problems };
}

const INSTEAD = "the built-in text is used instead";
/** A message has to leave room for what it is about. */
const TEXT_MAX = 16_000;

const reportMissingPrompt = ({ name, written }: PromptFile): string =>
  `\`prompts.${name}\`: there is no file ${written} that could be read; ${INSTEAD}`;

function listPromptProblems(one: PromptFile, text: string): readonly Problem[] {
  const { name, written } = one;
  if (text === "") return [one.complain(`\`prompts.${name}\`: ${written} is empty; ${INSTEAD}`)];
  if (text.length > TEXT_MAX)
    return [one.complain(`\`prompts.${name}\`: ${written} is longer than ${TEXT_MAX} letters; ${INSTEAD}`)];
  const allowed: readonly string[] = shippedPrompts[name].variables;
  return findNames(text)
    .filter((named) => !allowed.includes(named.name))
    .map((named) => {
      const before = text.slice(0, named.at).split("\n");
      const place = { line: before.length, column: (before.at(-1) ?? "").length + 1, written: `prompts.${name}` };
      return createProblem(one.file, place, `${explainVariable(name, named.name)}; ${INSTEAD} (line ${place.line})`);
    });
}

function explainVariable(prompt: PromptName, variable: string): string {
  const allowed = shippedPrompts[prompt].variables;
  const what = `\`prompts.${prompt}\`: ${variable in variables ? "nothing is known there for" : "unknown variable"}`;
  const meant = findNearest(variable.slice(0, 64), allowed);
  const hint = meant === null ? `there are ${allowed.join(", ")}` : `did you mean \`{{${meant}}}\`?`;
  return `${what} \`{{${variable}}}\`; ${hint}`;
}
