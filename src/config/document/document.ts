/** Text to a YAML document, or what is wrong with it. Nothing here knows what the keys mean. */
import { isAlias, isNode, LineCounter, parseDocument, visit, type Alias, type Document, type Node } from "yaml";
import { createProblem, type Problem } from "../problem.ts";

export type SourceDocument = {
  readonly file: string;
  readonly document: Document;
  readonly lines: LineCounter;
  /** What each alias stands for: the anchor before it. */
  readonly targets: ReadonlyMap<Alias, Node>;
};

export type OpenedDocument =
  | { readonly ok: true; readonly source: SourceDocument }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** No configuration is as long as this; a file that is was not meant for us. */
const TEXT_BYTES_MAX = 1_000_000;
/** What a person fixes in one sitting; the rest follows from it anyway. */
export const PROBLEMS_MAX = 50;

export function openDocument(file: string, text: string): OpenedDocument {
  if (Buffer.byteLength(text) > TEXT_BYTES_MAX) return refuseDocument(file, "the file is larger than 1 MB");
  const lines = new LineCounter();
  try {
    // Two forms of one key are as bad as one key twice, so the reader looks for both; here the check would be quadratic.
    const document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      uniqueKeys: false,
      logLevel: "error",
    });
    const problems = [...document.errors, ...document.warnings].slice(0, PROBLEMS_MAX).map((error) => {
      const { line, col } = findPosition(lines, error.pos[0]);
      const sentence = `${explainYamlError(error.code, error.message)}${hintFor(text.slice(lines.lineStarts[line - 1]))}`;
      return createProblem(file, { line, column: col, written: "" }, sentence);
    });
    if (problems.length > 0) return { ok: false, problems };
    return { ok: true, source: { file, document, lines, targets: findAliasTargets(document) } };
  } catch (error) {
    // The parser recurses: a file that nests deeper than its stack ends here.
    return refuseDocument(file, `the file cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Lines and columns from 1, also at the end of an unfinished file. */
export function findPosition(lines: LineCounter, offset: number): { readonly line: number; readonly col: number } {
  const { line, col } = lines.linePos(offset);
  return { line: Math.max(1, line), col: Math.max(1, col) };
}

function explainYamlError(code: string, message: string): string {
  if (code === "RESOURCE_EXHAUSTION") return "the file is nested too deeply";
  if (code === "MULTIPLE_DOCS") return "the file holds several documents; only one is read";
  return `not valid YAML: ${message.split("\n")[0] ?? message}`;
}

/** Inside `{ }` a bare `${NAME}` opens another block. */
function hintFor(fromLine: string): string {
  const line = fromLine.slice(0, 1_000).split("\n")[0] ?? "";
  return /[{[].*[^"'$]\$\{/.test(line) ? '; inside { } and [ ] write "${NAME}" in quotes' : "";
}

/** In one walk: asking each alias for its target would walk the document once for each. */
function findAliasTargets(document: Document): ReadonlyMap<Alias, Node> {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node>();
  visit(document, (_, node) => {
    if (!isNode(node)) return;
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target !== undefined) targets.set(node, target);
    } else if (node.anchor !== undefined && node.anchor !== "") anchors.set(node.anchor, node);
  });
  return targets;
}

function refuseDocument(file: string, sentence: string): OpenedDocument {
  return { ok: false, problems: [createProblem(file, { line: 1, column: 1, written: "" }, sentence)] };
}
