/** Which card stands where. The column is the core's word; here they are only sorted and filtered. */
import { nameEntry, type BoardEntry } from "../data/board-entry.ts";
import { compareUrgency, type EntryColumn } from "../data/fleet.ts";
import { compareTexts } from "../lib/in-order.ts";

export const columnNames: Readonly<Record<EntryColumn, string>> = {
  needs_you: "Needs you",
  working: "Working",
  checking: "Checking",
  in_review: "In review",
  landing: "Landing",
  done: "Done",
};

export const columns: readonly EntryColumn[] = ["needs_you", "working", "checking", "in_review", "landing", "done"];

export type Filter = { readonly project: string; readonly agent: string; readonly text: string };

export function isShown(status: BoardEntry, { project, agent, text }: Filter): boolean {
  if (project !== "" && status.project !== project) return false;
  if (agent !== "" && status.agent !== agent) return false;
  const { title, issue, branch, attention, ofChange } = status;
  const named = [status.id, nameEntry(status), ofChange?.author];
  const all = [...named, title, issue, branch, attention.why].join(" ").toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => isNamed(status, word) ?? all.includes(word.replace(/^#/, "")));
}

/** `label:ui` and `agent:codex` mean that and nothing else; null: an ordinary word. */
function isNamed({ labels, agent }: BoardEntry, word: string): boolean | null {
  const [, what, name = ""] = /^(label|agent):(.*)$/.exec(word) ?? [];
  if (what === undefined) return null;
  const has = what === "label" ? labels : [agent];
  return has.some((one) => one.toLowerCase() === name || name === "");
}

export type Arranged = Readonly<Record<EntryColumn, readonly string[]>>;

export function arrange(entries: Iterable<BoardEntry>, filter: Filter): Arranged {
  const shown = [...entries].filter((status) => isShown(status, filter));
  const of = (column: EntryColumn): readonly string[] =>
    shown
      .filter(({ attention }) => attention.column === column)
      .toSorted(orders[column] ?? compareNews)
      .map(({ id }) => id);
  return groupByColumn(of);
}

/** A column whose cards stand as they stood stays the same thing, so that it is not drawn again. */
export function keepUnmoved(before: Arranged | null, now: Arranged): Arranged {
  if (before === null) return now;
  return groupByColumn((column) => (isSame(before[column], now[column]) ? before[column] : now[column]));
}

const groupByColumn = (of: (column: EntryColumn) => readonly string[]): Arranged => ({
  needs_you: of("needs_you"),
  working: of("working"),
  checking: of("checking"),
  in_review: of("in_review"),
  landing: of("landing"),
  done: of("done"),
});

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((id, index) => id === b[index]);

/** What lands now, then what waits in the queue since when it asked, then what has not asked yet. */
function compareLanding(a: BoardEntry, b: BoardEntry): number {
  return rankStep(a) - rankStep(b) || compareTexts(getSince(a), getSince(b)) || compareTexts(a.id, b.id);
}

function rankStep({ attention: { code } }: BoardEntry): number {
  if (code === "landing") return 0;
  return code.startsWith("landing-") ? 1 : code === "queued" ? 2 : 3;
}

const orders: Readonly<Partial<Record<EntryColumn, (a: BoardEntry, b: BoardEntry) => number>>> = {
  needs_you: compareUrgency,
  landing: compareLanding,
};

/** What is not known comes first; then the last to change its state. */
function compareNews(a: BoardEntry, b: BoardEntry): number {
  const unknown = Number(isUnknown(b)) - Number(isUnknown(a));
  return unknown || compareTexts(getSince(b), getSince(a)) || compareTexts(a.id, b.id);
}

export const getSince = ({ attention, lastActivity }: BoardEntry): string => attention.since ?? lastActivity;
export const isUnknown = ({ attention }: BoardEntry): boolean => attention.code === "unknown";
