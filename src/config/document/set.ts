/** Sets one key in the text of a file. Comments, order and, wherever possible, every other character stay as they are. */
import { isCollection, isScalar, parseDocument, stringify } from "yaml";
import { isTextOnly, type Shape } from "../shape/alternatives.ts";
import type { ConfigSource } from "../config.ts";
import { findKey } from "./find-key.ts";
import { load, type Loaded } from "../load.ts";
import { createProblem, type Problem } from "../problem.ts";
import { hasAllComments, splice, type Edit } from "./splice.ts";

export type SetResult =
  (Extract<Loaded, { readonly ok: true }> & { readonly text: string }) | Extract<Loaded, { readonly ok: false }>;

/** `value` as typed at a prompt: text where only text fits, else YAML (`3`, `true`, `[a, b]`, `{ usd: 5 }`). */
export function setKey(source: ConfigSource, key: string, value: string): SetResult {
  const before = load(source);
  if (!before.ok) return before;
  const document = parseDocument(source.text);
  const found = findKey(document, key);
  if (!found.ok) return refuseSetting(source, key, found.sentence);
  const wanted = parseTypedValue(value, found.shape);
  if (!wanted.ok) return refuseSetting(source, key, wanted.sentence);
  const text = editText(source.text, { document, path: found.path, existing: found.existing, value: wanted.value });
  if (text === null)
    return refuseSetting(source, key, `\`${key}\` is inside a value that is not a block; set the whole value`);
  const after = load({ ...source, text });
  return after.ok ? { ...after, text } : { ok: false, problems: after.problems.map(removeLine) };
}

/** The file itself loads: what is wrong stands in the value that was typed, and in no line of the file. */
function removeLine(problem: Problem): Problem {
  return { ...problem, line: 0, sentence: problem.sentence.replace(/ \(line \d+\)$/, "") };
}

/** The value of a key as it is written, before variables are filled in; null when it is not written. */
export function getKey(source: Pick<ConfigSource, "text">, key: string): string | null {
  const document = parseDocument(source.text);
  const found = document.errors.length > 0 ? null : findKey(document, key);
  if (found === null || !found.ok || found.existing < found.path.length) return null;
  const value: unknown = document.getIn(found.path);
  return isCollection(value) ? stringify(value.toJS(document), { lineWidth: 0 }).trimEnd() : String(value ?? "");
}

/** Of a key that was asked for: it stands in no line of the file. */
export function refuseSetting(source: ConfigSource, key: string, sentence: string): SetResult {
  const problem = createProblem(source.file, { line: 0, column: 1, written: key }, sentence);
  return { ok: false, problems: [{ ...problem, sentence }] };
}

type Value = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly sentence: string };

function parseTypedValue(typed: string, shape: Shape | null): Value {
  if (shape !== null && isTextOnly(shape)) return { ok: true, value: typed };
  const document = parseDocument(typed, { logLevel: "silent" });
  const error = document.errors[0];
  if (error !== undefined)
    return { ok: false, sentence: `the value is not valid YAML: ${error.message.split("\n")[0] ?? ""}` };
  return { ok: true, value: document.toJS({ maxAliasCount: 0 }) };
}

/**
 * The smallest edit that means the same; else the document written again, which costs its alignment, and is refused where
 * it would cost a comment.
 */
function editText(text: string, edit: Edit): string | null {
  const spliced = splice(text, edit);
  const { document, path, value } = edit;
  if (!openParents(edit)) return null;
  document.setIn(path, isCollectionValue(value) ? document.createNode(value, { flow: true }) : value);
  const meant = JSON.stringify(document.toJS({ maxAliasCount: -1 }));
  if (spliced !== null && readMeaning(spliced) === meant) return spliced;
  const written = document.toString({ lineWidth: 0 });
  return hasAllComments(text, written) ? written : null;
}

const isCollectionValue = (value: unknown): boolean => typeof value === "object" && value !== null;

function readMeaning(text: string): string | null {
  const document = parseDocument(text, { logLevel: "silent" });
  return document.errors.length > 0 ? null : JSON.stringify(document.toJS({ maxAliasCount: -1 }));
}

/** A key with nothing behind it becomes a block; any other single value in the way stays, and the edit is refused. */
function openParents({ document, path, existing }: Edit): boolean {
  for (let length = 1; length < path.length && length <= existing; length++) {
    const parent: unknown = document.getIn(path.slice(0, length), true);
    if (isCollection(parent)) continue;
    if (parent !== null && !(isScalar(parent) && parent.value === null)) return false;
    document.setIn(path.slice(0, length), document.createNode({}));
  }
  return true;
}
