/** `ao list`: who needs me, then the rest by whose turn it is. */
import type { ProjectView } from "../../protocol/project.ts";
import type { UsageReport } from "../../protocol/usage.ts";
import type { StatusView } from "../../protocol/status.ts";
import type { ChangeSummaryView } from "../../protocol/change.ts";
import { blank, justified, lineWidth, span, type Line, type Pen, type Span } from "../render/line.ts";
import { count, spentMoney } from "../render/quantity.ts";
import { layoutOf, narrowRow, rowLines, withFigureNames, type Layout } from "./list-rows.ts";
import { toListRow, type ListRow } from "./list-row.ts";
import { columns, headingOf, sinceMs, type Column } from "./session-mark.ts";
import { NARROW } from "../render/terminal.ts";
import { waitingSentences } from "../waiting-settings.ts";

export type Fleet = {
  readonly sessions: readonly StatusView[];
  /** The open ones. */
  readonly changes: readonly ChangeSummaryView[];
  readonly projects: readonly ProjectView[];
  /** Null: not asked for. */
  readonly today: UsageReport["today"] | null;
  readonly nowMs: number;
  /** Every row is shown. */
  readonly isWhole: boolean;
};

/** Of one healthy column; what is not known is always shown. */
const ROWS_MAX = 10;

export function listLines(fleet: Fleet, pen: Pen): readonly Line[] {
  const rows = rowsOf(fleet);
  if (rows.length === 0) return [...emptyLines(pen), ...notReadyLines(fleet.projects, pen)];
  const layout = layoutOf(rows, pen);
  const shown = { ...fleet, rows };
  return [
    ...headLines(shown, pen),
    ...columnsLines(shown, layout, pen),
    ...notReadyLines(fleet.projects, pen),
    ...footLines(fleet, pen),
  ];
}

type ShownFleet = Fleet & { readonly rows: readonly ListRow[] };

function rowsOf({ sessions, changes, projects }: Fleet): readonly ListRow[] {
  return [...sessions, ...changes.flatMap((change) => toListRow(change, projects.length > 1) ?? [])];
}

/** Why no session begins, once for all projects that it keeps from it; what may be about to change that; what is untested. */
function notReadyLines(projects: readonly ProjectView[], pen: Pen): readonly Line[] {
  const kept = projects.flatMap(({ id, notReady }) => (notReady === null ? [] : [{ id, notReady }]));
  const reasons = [...Map.groupBy(kept, ({ notReady }) => notReady)].map(
    ([why, ids]) => `No session starts in ${ids.map(({ id }) => id).join(", ")}: ${why.replace(/\.$/, "")}.`,
  );
  const changed = waitingSentences(projects);
  const untested = projects.flatMap(({ id, addCheck }) =>
    addCheck === null ? [] : [`No checks configured in ${id}. In its folder: ${addCheck}`],
  );
  return [...reasons, ...changed, ...untested].flatMap((sentence) => [
    blank,
    ...pen.wrap(sentence, Math.min(PROSE_MAX, pen.width)).map((line): Line => [span(line)]),
  ]);
}

const PROSE_MAX = 76;

const emptyLines = (pen: Pen): readonly Line[] =>
  pen.width < NARROW
    ? [[span("No sessions. Start one:")], [span('  ao new "Fix the login test"')]]
    : [[span('No sessions. Start one: ao new "Fix the login test"')]];

function headLines(fleet: ShownFleet, pen: Pen): readonly Line[] {
  const spent = describeToday(fleet.today);
  const lines = dotted(countsOf(fleet.rows), pen);
  const [only] = lines;
  if (only === undefined || lines.length > 1 || spent === null || pen.width < WIDE) return lines;
  return [justified(only, [span(spent)], pen.width) ?? only];
}

/** Parts with a dot between them, in as many lines as they need. */
function dotted(parts: readonly Span[], pen: Pen): readonly Line[] {
  const dot = span(` ${pen.mark("dot")} `);
  return parts.reduce<readonly Line[]>((lines, part) => {
    const last = lines.at(-1);
    const longer = last === undefined ? [part] : [...last, dot, part];
    return last === undefined || lineWidth(longer) > pen.width ? [...lines, [part]] : [...lines.slice(0, -1), longer];
  }, []);
}

const WIDE = 110;

function countsOf(sessions: readonly ListRow[]): readonly Span[] {
  const known = sessions.filter(({ state, attention }) => state !== "unknown" || attention.column === "needs_you");
  const inColumn = (column: Column): number => known.filter(({ attention }) => attention.column === column).length;
  const needed = inColumn("needs_you");
  const others = (["working", "not known", "checking", "in review", "landing", "done"] as const).map((word) => ({
    n: word === "not known" ? sessions.length - known.length : inColumn(columnOf[word]),
    word,
  }));
  return [
    ...(needed === 0 ? [] : [span(`${needed} ${needed === 1 ? "needs" : "need"} you`, "needs")]),
    ...others.filter(({ n }) => n > 0).map(({ n, word }) => span(`${n} ${word}`)),
  ];
}

const columnOf = {
  working: "working",
  checking: "checking",
  "in review": "in_review",
  landing: "landing",
  done: "done",
} as const;

/** Money of the day, of the daemon's one budget or, of one project, its own; null: nothing was spent, nothing limits it. */
function describeToday(today: Fleet["today"]): string | null {
  if (today === null) return null;
  const { usd, unknownTurns = 0 } = today.spent;
  const limit = today.budget.usd;
  const cost = usd === 0 && unknownTurns > 0 ? "cost unknown" : spentMoney({ usd, unknownTurns });
  if (limit !== null) return `${cost} of $${limit} today`;
  return usd > 0 || unknownTurns > 0 ? `${cost} today` : null;
}

/** What the figures at the right say stands once, above the first of them. */
function columnsLines(fleet: ShownFleet, layout: Layout, pen: Pen): readonly Line[] {
  const [first] = columns.filter((column) => fleet.rows.some(({ attention }) => attention.column === column));
  return columns.flatMap((column) => {
    const [gap, heading, ...rows] = columnLines(column, fleet, layout, pen);
    if (gap === undefined || heading === undefined) return [];
    return [gap, column === first && pen.width >= NARROW ? withFigureNames(heading, layout, pen) : heading, ...rows];
  });
}

function columnLines(column: Column, fleet: ShownFleet, layout: Layout, pen: Pen): readonly Line[] {
  const own = inOrder(
    fleet.rows.filter((status) => status.attention.column === column),
    column,
  );
  if (own.length === 0) return [];
  const shown = fleet.isWhole || column === "needs_you" ? own : own.slice(0, Math.max(ROWS_MAX, unknownIn(own)));
  const row = pen.width < NARROW ? narrowRow : rowLines;
  return [
    blank,
    [span(headingOf(column), "heading")],
    ...shown.flatMap((status) => row(status, { layout, nowMs: fleet.nowMs, pen })),
    ...moreLines(own.length - shown.length, layout, pen),
  ];
}

const unknownIn = (sessions: readonly ListRow[]): number => sessions.filter(({ state }) => state === "unknown").length;

function moreLines(more: number, layout: Layout, pen: Pen): readonly Line[] {
  if (more === 0) return [];
  const text = [span(" ".repeat(layout.indent)), span(`${more} more, all healthy`, "hint")];
  return [justified(text, [span("ao list --all")], Math.min(pen.width, layout.commandColumn + 13)) ?? text];
}

/** What needs a person by urgency, the oldest first; the rest by the last change of state, the newest first. */
function inOrder(sessions: readonly ListRow[], column: Column): readonly ListRow[] {
  const isKnown = ({ state }: ListRow): number => (state === "unknown" ? 0 : 1);
  return sessions.toSorted((left, right) =>
    column === "needs_you"
      ? left.attention.rank - right.attention.rank || sinceMs(left) - sinceMs(right)
      : isKnown(left) - isKnown(right) || sinceMs(right) - sinceMs(left),
  );
}

function footLines({ sessions, today, isWhole }: Fleet, pen: Pen): readonly Line[] {
  const spent = pen.width < WIDE ? describeToday(today) : null;
  const said = [...(isWhole ? [count(sessions.length, "session")] : []), ...(spent === null ? [] : [spent])];
  const hint = "ao why <session> explains a state";
  const line: Line = [...said.flatMap((text) => [span(text), span(` ${pen.mark("dot")} `)]), span(hint, "hint")];
  return [blank, line];
}
