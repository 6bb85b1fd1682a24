/** Issues from a table: the first row names the columns, in any order; unknown ones are passed over. */
import { CsvError, parse } from "csv-parse/sync";
import { toListed, type Listed, type SkippedLine, type ImportedIssue } from "./listed.ts";

const columns = {
  title: ["title", "summary", "name"],
  body: ["body", "description", "text", "details"],
  labels: ["labels", "label", "tags"],
  priority: ["priority"],
  blockedBy: ["blocked by", "blockedby", "blocked-by", "depends on", "dependson", "dependencies", "after"],
  assignee: ["assignee", "owner"],
  id: ["id", "key", "number", "issue"],
  state: ["state", "status", "done"],
} as const;

const done = /^(closed|done|resolved|fixed|complete[d]?|cancelled|true|yes|x)$/i;

/** Of a row that is passed over, so much is shown again. */
const SHOWN_MAX = 200;

export function parseCsvIssues(text: string): Listed {
  const table = readRows(text);
  if (!table.ok) return table;
  const [head, ...rows] = table.rows;
  if (head === undefined) return { ok: false, problems: ["the file is empty"] };
  const names = head.cells.map((name) => name.trim().toLowerCase().replaceAll("_", " "));
  const at = (column: keyof typeof columns): number => names.findIndex((name) => isNamed(columns[column], name));
  if (at("title") < 0)
    return { ok: false, problems: [`line 1: no column is named title (there are: ${names.join(", ")})`] };
  const passedOver: SkippedLine[] = [];
  const read = rows.flatMap(({ line, cells }): readonly ImportedIssue[] => {
    const cell = (column: keyof typeof columns): string => cells[at(column)]?.trim() ?? "";
    const why = cell("title") === "" ? "has no title" : done.test(cell("state")) ? "is done" : null;
    if (why !== null) {
      passedOver.push({ line, text: cells.join(", ").slice(0, SHOWN_MAX), why });
      return [];
    }
    const [labels, blockedBy] = [splitList(cell("labels")), splitList(cell("blockedBy"))];
    const names = cell("id") === "" ? [] : [cell("id"), `#${cell("id")}`];
    const { title, body, priority, assignee } = readTexts(cell);
    return [{ line, names, title, body, labels, blockedBy, priority, assignee }];
  });
  return toListed(read, passedOver);
}

const isNamed = (names: readonly string[], name: string): boolean => names.includes(name);

function readTexts(cell: (column: "title" | "body" | "priority" | "assignee") => string) {
  return { title: cell("title"), body: cell("body"), priority: cell("priority"), assignee: cell("assignee") };
}

export function splitList(text: string): readonly string[] {
  return text
    .split(/[,;|\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

type Row = { readonly line: number; readonly cells: readonly string[] };
type Table =
  { readonly ok: true; readonly rows: readonly Row[] } | { readonly ok: false; readonly problems: readonly string[] };

/** RFC 4180, with any of three separators: whichever the first line has most of. */
function readRows(text: string): Table {
  const plain = text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
  const rows: Row[] = [];
  let line = 1;
  try {
    parse(plain, {
      delimiter: findSeparator(plain.slice(0, plain.indexOf("\n") + 1 || undefined)),
      record_delimiter: "\n",
      relax_column_count: true,
      // A quote inside a cell that does not begin with one is a letter like any other.
      relax_quotes: true,
      on_record: (cells: readonly string[], { lines }) => {
        if (cells.some((cell) => cell !== "")) rows.push({ line, cells });
        line = lines + 1;
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const why = error.code === "CSV_QUOTE_NOT_CLOSED" ? "a quote is opened and never closed" : error.message;
    return { ok: false, problems: [`line ${line}: ${why}`] };
  }
  return { ok: true, rows };
}

function findSeparator(line: string): string {
  const count = (mark: string): number => line.split(mark).length;
  return [",", ";", "\t"].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}
