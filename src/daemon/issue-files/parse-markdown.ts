/**
 * Issues from a text as people write backlogs: a checklist (`- [ ] title`, what is indented below belongs to it, ticked
 * ones are done), else a heading an issue. Lines like `Labels: ui, bug` at the beginning of a body are its fields.
 */
import { toListed, type Listed, type SkippedLine, type ImportedIssue } from "./listed.ts";
import { splitList } from "./parse-csv.ts";

export function parseMarkdownIssues(text: string): Listed {
  const lines = readLines(text);
  const items = splitChecklist(lines);
  const { found, outside } = items.found.length > 0 ? items : splitHeadings(lines);
  const ticked = found.flatMap(({ line, title, isDone }): readonly SkippedLine[] =>
    isDone ? [{ line, text: title, why: "is done" }] : [],
  );
  const strange = outside.map(({ n, text }) => ({ line: n, text: text.trim(), why: "belongs to no issue" }));
  return toListed(
    found.flatMap(readBlock),
    [...ticked, ...strange].toSorted((left, right) => left.line - right.line),
  );
}

type Line = { readonly n: number; readonly text: string; readonly isCode: boolean };
type Block = {
  readonly line: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly body: readonly string[];
};

/** What stands between fences is a text like any other, whatever it looks like. */
function readLines(text: string): readonly Line[] {
  let fence: string | null = null;
  return text
    .replace(/^\uFEFF/, "")
    .split(/\r\n?|\n/)
    .map((line, at) => {
      const mark = /^\s*(```+|~~~+)/.exec(line)?.[1] ?? null;
      const isCode = fence !== null || mark !== null;
      if (mark !== null && fence === null) fence = mark;
      else if (mark !== null && fence !== null && mark.startsWith(fence)) fence = null;
      return { n: at + 1, text: line, isCode };
    });
}

const item = /^[-*+] \[([ xX])\] +(.+)$/;

function splitChecklist(lines: readonly Line[]): Blocks {
  return splitBlocks(lines, (line) => {
    const [, tick = "", title = ""] = line.isCode ? [] : (item.exec(line.text) ?? []);
    if (title !== "") return { title, isDone: tick !== " " };
    // A heading or a plain paragraph between items belongs to none of them.
    return line.isCode || line.text.trim() === "" || /^\s/.test(line.text) ? null : "end";
  });
}

/** The highest level with more than one heading; a single one above it is the title of the whole. */
function splitHeadings(lines: readonly Line[]): Blocks {
  const levels = lines.flatMap((line) => findLevel(line) ?? []);
  const level = [1, 2, 3, 4, 5, 6].find((n) => levels.filter((one) => one === n).length > 1) ?? Math.max(0, ...levels);
  return splitBlocks(lines, (line) => {
    const own = findLevel(line);
    if (own === level) return { title: line.text.replace(/^#+\s+/, "").replace(/\s+#+\s*$/, ""), isDone: false };
    return own !== null && own < level ? "end" : null;
  });
}

function findLevel({ text, isCode }: Line): number | null {
  return isCode ? null : (/^(#{1,6})\s+\S/.exec(text)?.[1]?.length ?? null);
}

type Beginning = { readonly title: string; readonly isDone: boolean };

type Blocks = { readonly found: readonly Block[]; readonly outside: readonly Line[] };

function splitBlocks(lines: readonly Line[], begins: (line: Line) => Beginning | "end" | null): Blocks {
  const found: { line: number; title: string; isDone: boolean; body: string[] }[] = [];
  const outside: Line[] = [];
  let open: { body: string[] } | null = null;
  for (const line of lines) {
    const begun = begins(line);
    if (begun === "end") open = null;
    if ((begun === "end" || begun === null) && open !== null) open.body.push(line.text);
    else if (begun === "end" || begun === null) {
      if (line.text.trim() !== "") outside.push(line);
    } else {
      const block = { line: line.n, ...begun, body: [] };
      found.push(block);
      open = block;
    }
  }
  return { found, outside };
}

const field = /^\s*(?:[-*]\s+)?\**(labels?|tags|priority|blocked[ -]by|depends on|after|assignee)\**\s*:\**\s*(.*)$/i;

function readBlock({ line, title, isDone, body }: Block): readonly ImportedIssue[] {
  if (isDone) return [];
  const fields = new Map<string, string>();
  const rest = [...body];
  for (let next = rest[0]; next !== undefined && (next.trim() === "" || field.test(next)); next = rest[0]) {
    const [, name = "", value = ""] = field.exec(next) ?? [];
    if (name !== "") fields.set(toName(name), value.trim());
    rest.shift();
  }
  const value = (name: string): string => fields.get(name) ?? "";
  return [
    {
      ...{ line, names: [], title, body: dedent(rest), priority: value("priority"), assignee: value("assignee") },
      labels: splitList(value("labels")),
      blockedBy: splitList(value("blocked by")),
    },
  ];
}

function toName(written: string): string {
  const name = written.toLowerCase().replaceAll("-", " ");
  if (["label", "labels", "tags"].includes(name)) return "labels";
  return ["blocked by", "depends on", "after"].includes(name) ? "blocked by" : name;
}

/** As the first line is indented, so are the others. */
function dedent(lines: readonly string[]): string {
  const first = lines.find((line) => line.trim() !== "") ?? "";
  const indent = first.length - first.trimStart().length;
  return lines
    .map((line) => line.slice(Math.min(indent, line.length - line.trimStart().length)))
    .join("\n")
    .trim();
}
