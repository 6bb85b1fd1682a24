/** The text of a configuration file becomes settings with their places, or a list of what is wrong, with lines. Never throws. */
import type { Config, ConfigSource } from "./config.ts";
import { openDocument } from "./document/document.ts";
import type { Problem } from "./problem.ts";
import { readDocument } from "./document/read-document.ts";
import { shape } from "./shape/shape.ts";
import { listShapeProblems } from "./shape/shape-problems.ts";
import { findTwoForms } from "./shape/two-forms.ts";
import { listPluginProblems } from "./warnings/unknown-plugins.ts";
import { listActionProblems, listForgeProblems, listWarnings } from "./warnings/warnings.ts";

export type Loaded =
  | { readonly ok: true; readonly config: Config; readonly warnings: readonly Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

export function load({ file, text, env }: ConfigSource): Loaded {
  const opened = openDocument(file, text);
  if (!opened.ok) return opened;
  const { value, places, problems } = readDocument(opened.source, shape, env);
  const parsed = shape.safeParse(value);
  const refused = parsed.success ? [] : listShapeProblems(parsed.error.issues, { file, value, places });
  const complained = new Set(problems.map(({ key }) => key));
  const all = [...problems, ...refused.filter(({ key }) => !complained.has(key)), ...findTwoForms(file, places)];
  if (!parsed.success || all.length > 0) return { ok: false, problems: sortProblems(all) };
  const config: Config = { file, settings: parsed.data, places };
  const odd = [...listActionProblems(config), ...listForgeProblems(config), ...listPluginProblems(config)];
  if (odd.length > 0) return { ok: false, problems: sortProblems(odd) };
  return { ok: true, config, warnings: sortProblems(listWarnings(config)) };
}

/** By line; what was found twice on the way is told once. */
const sortProblems = (problems: readonly Problem[]): readonly Problem[] =>
  [
    ...new Map(problems.map((problem) => [`${problem.line}:${problem.column}:${problem.sentence}`, problem])).values(),
  ].toSorted((left, right) => left.line - right.line || left.column - right.column);
