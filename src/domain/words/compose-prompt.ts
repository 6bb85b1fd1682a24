/** What an agent is told: the text that its project chose, filled with what is known. The task is always part of it. */
import { findNames, shippedPrompts, type PromptName, type ShippedPrompt, type PromptVariables } from "./prompts.ts";
import type { ReactionName, Rules } from "../model/rules.ts";

type Name = PromptName | ReactionName;

export function composePrompt(rules: Rules, name: Name, variables: PromptVariables): string {
  return addTask(fillWords(rules, name, variables), String(variables.task ?? ""));
}

/** The same for an agent that has its task before its eyes. */
export function fillWords(rules: Rules, name: Name, variables: PromptVariables): string {
  return fillTemplate(findTemplate(rules, name), { ...createBlanks(name), ...variables });
}

/** A reaction's own `message`, the project's file, or what is shipped. */
function findTemplate({ reactions, prompts }: Rules, name: Name): string {
  const said: Readonly<Record<string, { readonly message: string | null } | undefined>> = reactions;
  const files: Readonly<Record<string, string | undefined>> = prompts;
  return said[name]?.message ?? files[name] ?? shipped[name]?.text ?? "";
}

/** What a text may name and nobody knows now is empty. */
const createBlanks = (name: Name): PromptVariables =>
  Object.fromEntries((shipped[name]?.variables ?? []).map((variable) => [variable, ""]));

/** Most reactions tell nobody anything. */
const shipped: Readonly<Record<string, ShippedPrompt | undefined>> = shippedPrompts;

export function addTask(text: string, task: string): string {
  return task === "" || text.includes(task) ? text : `${text}\n\n---\nThe task was:\n${task}`;
}

/**
 * Behind the first, a paragraph that names only what is empty is left out with its heading. Unknown names stay as they
 * are: a person sees the typing error instead of a hole.
 */
export function fillTemplate(template: string, variables: PromptVariables): string {
  const values = new Map(Object.entries(variables).map(([name, value]) => [name, String(value)]));
  const isHollow = (paragraph: string): boolean => {
    const named = findNames(paragraph);
    return named.length > 0 && named.every(({ name }) => values.get(name) === "");
  };
  const [first = "", ...others] = template.split("\n\n");
  return [first, ...others.filter((paragraph) => !isHollow(paragraph))]
    .join("\n\n")
    .replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (whole, name: string) => values.get(name) ?? whole);
}
