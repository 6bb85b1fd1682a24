/** `ao list`: who needs me, then the rest by whose turn it is. */
import type { ProjectView } from "../../../protocol/project.ts";
import type { UsageReport } from "../../../protocol/daemon/usage.ts";
import type { StatusView } from "../../../protocol/session/status.ts";
import type { ChangeSummaryView } from "../../../protocol/change/change.ts";
import { blank, justifyLine, measureLine, createSpan, type Line, type Pen, type TextSpan } from "../../render/line.ts";
import { count, formatSpent } from "../../render/quantity.ts";
import { computeLayout, narrowRow, formatRow, addFigureNames, type ListLayout } from "./list-rows.ts";
import { toListRow, type ListRow } from "./list-row.ts";
import { columns, nameColumn, findSinceMs, type ListColumn } from "./session-mark.ts";
import { NARROW } from "../../render/terminal.ts";
import { describeWaitingSettings } from "../../config/waiting-settings.ts";

export type FleetOverview = {
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

export function listLines(fleet: FleetOverview, pen: Pen): readonly Line[] {
  const rows = listRows(fleet);
  if (rows.length === 0) return [...formatEmpty(pen), ...formatNotReady(fleet.projects, pen)];
  const layout = computeLayout(rows, pen);
  const shown = { ...fleet, rows };
  return [
    ...formatHead(shown, pen),
    ...formatColumns(shown, layout, pen),
    ...formatNotReady(fleet.projects, pen),
    ...formatFoot(fleet, pen),
  ];
}

type ShownFleet = FleetOverview & { readonly rows: readonly ListRow[] };

function listRows({ sessions, changes, projects }: FleetOverview): readonly ListRow[] {
  return [...sessions, ...changes.flatMap((change) => toListRow(change, projects.length > 1) ?? [])];
}

/** Why no session begins, once for all projects that it keeps from it; what may be about to change that; what is untested. */
function formatNotReady(projects: readonly ProjectView[], pen: Pen): readonly Line[] {
  const kept = projects.flatMap(({ id, notReady }) => (notReady === null ? [] : [{ id, notReady }]));
  const reasons = [...Map.groupBy(kept, ({ notReady }) => notReady)].map(
    ([why, ids]) => `No session starts in ${ids.map(({ id }) => id).join(", ")}: ${why.replace(/\.$/, "")}.`,
  );
  const changed = describeWaitingSettings(projects);
  const untested = projects.flatMap(({ id, addCheck }) =>
    addCheck === null ? [] : [`No checks configured in ${id}. In its folder: ${addCheck}`],
  );
  return [...reasons, ...changed, ...untested].flatMap((sentence) => [
    blank,
    ...pen.wrap(sentence, Math.min(PROSE_MAX, pen.width)).map((line): Line => [createSpan(line)]),
  ]);
}

const PROSE_MAX = 76;

const formatEmpty = (pen: Pen): readonly Line[] =>
  pen.width < NARROW
    ? [[createSpan("No sessions. Start one:")], [createSpan('  ao new "Fix the login test"')]]
    : [[createSpan('No sessions. Start one: ao new "Fix the login test"')]];

function formatHead(fleet: ShownFleet, pen: Pen): readonly Line[] {
  const spent = describeToday(fleet.today);
  const lines = joinWithDots(formatCounts(fleet.rows), pen);
  const [only] = lines;
  if (only === undefined || lines.length > 1 || spent === null || pen.width < WIDE) return lines;
  return [justifyLine(only, [createSpan(spent)], pen.width) ?? only];
}

/** Parts with a dot between them, in as many lines as they need. */
function joinWithDots(parts: readonly TextSpan[], pen: Pen): readonly Line[] {
  const dot = createSpan(` ${pen.mark("dot")} `);
  return parts.reduce<readonly Line[]>((lines, part) => {
    const last = lines.at(-1);
    const longer = last === undefined ? [part] : [...last, dot, part];
    return last === undefined || measureLine(longer) > pen.width ? [...lines, [part]] : [...lines.slice(0, -1), longer];
  }, []);
}

const WIDE = 110;

function formatCounts(sessions: readonly ListRow[]): readonly TextSpan[] {
  const known = sessions.filter(({ state, attention }) => state !== "unknown" || attention.column === "needs_you");
  const inColumn = (column: ListColumn): number => known.filter(({ attention }) => attention.column === column).length;
  const needed = inColumn("needs_you");
  const others = (["working", "not known", "checking", "in review", "landing", "done"] as const).map((word) => ({
    n: word === "not known" ? sessions.length - known.length : inColumn(columnOf[word]),
    word,
  }));
  return [
    ...(needed === 0 ? [] : [createSpan(`${needed} ${needed === 1 ? "needs" : "need"} you`, "needs")]),
    ...others.filter(({ n }) => n > 0).map(({ n, word }) => createSpan(`${n} ${word}`)),
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
function describeToday(today: FleetOverview["today"]): string | null {
  if (today === null) return null;
  const { usd, unknownTurns = 0 } = today.spent;
  const limit = today.budget.usd;
  const cost = usd === 0 && unknownTurns > 0 ? "cost unknown" : formatSpent({ usd, unknownTurns });
  if (limit !== null) return `${cost} of $${limit} today`;
  return usd > 0 || unknownTurns > 0 ? `${cost} today` : null;
}

/** What the figures at the right say stands once, above the first of them. */
function formatColumns(fleet: ShownFleet, layout: ListLayout, pen: Pen): readonly Line[] {
  const [first] = columns.filter((column) => fleet.rows.some(({ attention }) => attention.column === column));
  return columns.flatMap((column) => {
    const [gap, heading, ...rows] = formatColumn(column, fleet, layout, pen);
    if (gap === undefined || heading === undefined) return [];
    return [gap, column === first && pen.width >= NARROW ? addFigureNames(heading, layout, pen) : heading, ...rows];
  });
}

function formatColumn(column: ListColumn, fleet: ShownFleet, layout: ListLayout, pen: Pen): readonly Line[] {
  const own = sortRows(
    fleet.rows.filter((status) => status.attention.column === column),
    column,
  );
  if (own.length === 0) return [];
  const shown = fleet.isWhole || column === "needs_you" ? own : own.slice(0, Math.max(ROWS_MAX, countUnknown(own)));
  const row = pen.width < NARROW ? narrowRow : formatRow;
  return [
    blank,
    [createSpan(nameColumn(column), "heading")],
    ...shown.flatMap((status) => row(status, { layout, nowMs: fleet.nowMs, pen })),
    ...formatMore(own.length - shown.length, layout, pen),
  ];
}

const countUnknown = (sessions: readonly ListRow[]): number =>
  sessions.filter(({ state }) => state === "unknown").length;

function formatMore(more: number, layout: ListLayout, pen: Pen): readonly Line[] {
  if (more === 0) return [];
  const text = [createSpan(" ".repeat(layout.indent)), createSpan(`${more} more, all healthy`, "hint")];
  return [justifyLine(text, [createSpan("ao list --all")], Math.min(pen.width, layout.commandColumn + 13)) ?? text];
}

/** What needs a person by urgency, the oldest first; the rest by the last change of state, the newest first. */
function sortRows(sessions: readonly ListRow[], column: ListColumn): readonly ListRow[] {
  const isKnown = ({ state }: ListRow): number => (state === "unknown" ? 0 : 1);
  return sessions.toSorted((left, right) =>
    column === "needs_you"
      ? left.attention.rank - right.attention.rank || findSinceMs(left) - findSinceMs(right)
      : isKnown(left) - isKnown(right) || findSinceMs(right) - findSinceMs(left),
  );
}

function formatFoot({ sessions, today, isWhole }: FleetOverview, pen: Pen): readonly Line[] {
  const spent = pen.width < WIDE ? describeToday(today) : null;
  const said = [...(isWhole ? [count(sessions.length, "session")] : []), ...(spent === null ? [] : [spent])];
  const hint = "ao why <session> explains a state";
  const line: Line = [
    ...said.flatMap((text) => [createSpan(text), createSpan(` ${pen.mark("dot")} `)]),
    createSpan(hint, "hint"),
  ];
  return [blank, line];
}
