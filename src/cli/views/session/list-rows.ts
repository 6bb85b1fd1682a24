/** One session of the list, as wide as the terminal allows: agent, issue, cost and checks leave as it narrows. */
import type { ListRow } from "./list-row.ts";
import { measureWidth } from "../../render/display-width.ts";
import { createCell, createCellRight, measureLine, createSpan, type Line, type Pen } from "../../render/line.ts";
import { formatAge, formatMoney, formatTokens } from "../../render/quantity.ts";
import { checkMarks } from "../change/check-marks.ts";
import { nameIssue, drawSessionMark, findSinceMs, nameSessionState } from "./session-mark.ts";

export type ListLayout = {
  /** Widths; 0 where the column is left out. */
  readonly id: number;
  readonly title: number;
  readonly agent: number;
  readonly issue: number;
  readonly checks: number;
  readonly cost: number;
  /** Where sentences begin that have a line of their own. */
  readonly indent: number;
  /** Where commands begin. */
  readonly commandColumn: number;
  /** Room for a sentence behind the row; 0: it goes below. */
  readonly sentence: number;
};

export type RowContext = { readonly layout: ListLayout; readonly nowMs: number; readonly pen: Pen };

const AGE = 5;
const GAP = 2;
const WIDE = 110;
const MIDDLE = 70;
/** An id is typed, so it is never cut; a longer one pushes its own title. */
const ID_SHARE = 0.3;
const TITLE_MIN = 16;
const SENTENCE_MIN = 22;

export function computeLayout(sessions: readonly ListRow[], pen: Pen): ListLayout {
  const { width } = pen;
  const widest = (texts: readonly string[], max: number): number =>
    Math.min(max, Math.max(0, ...texts.map(measureWidth)));
  const id = widest(
    sessions.map((status) => status.id),
    Math.max(6, Math.floor(width * ID_SHARE)),
  );
  const isWide = width >= WIDE;
  const fixed = {
    id,
    agent: isWide
      ? widest(
          sessions.map(({ agent }) => pen.words(agent)),
          14,
        )
      : 0,
    issue: isWide
      ? widest(
          sessions.map(({ issue }) => (issue === null ? "" : nameIssue(issue))),
          10,
        )
      : 0,
    checks: isWide ? Math.max(0, ...sessions.map((status) => measureLine(checkMarks(status, pen)))) : 0,
    cost:
      width < MIDDLE
        ? 0
        : widest(
            sessions.map(({ usage }) => formatCost(usage)),
            9,
          ),
  };
  const isOverlong = sessions.some((status) => measureWidth(status.id) > id);
  const taken = [GAP, id + GAP, AGE, ...listRightColumns(fixed).map((one) => one + GAP)].reduce(
    (sum, one) => sum + one,
    0,
  );
  return {
    ...fixed,
    ...computeFlexible(width - taken, { isWide, isOverlong }, sessions, pen),
    indent: id <= 12 ? id + 2 * GAP : 4,
    commandColumn: computeCommandColumn(sessions, pen),
  };
}

const listRightColumns = (layout: Pick<ListLayout, "agent" | "issue" | "checks" | "cost">): readonly number[] =>
  [layout.agent, layout.issue, layout.checks, layout.cost].filter((one) => one > 0);

/** The room that is left, for the title and, where there is enough, the sentence behind it. */
type Room = { readonly isWide: boolean; readonly isOverlong: boolean };

function computeFlexible(room: number, { isWide, isOverlong }: Room, sessions: readonly ListRow[], pen: Pen) {
  const longest = Math.max(TITLE_MIN, ...sessions.map(({ title }) => measureWidth(pen.words(title))));
  const title = Math.min(longest, isWide ? 28 : 22, Math.max(TITLE_MIN, room - SENTENCE_MIN - GAP));
  const sentence = room - title - GAP;
  if (sentence >= SENTENCE_MIN && !isOverlong) return { title, sentence };
  return { title: Math.max(TITLE_MIN, room), sentence: 0 };
}

function computeCommandColumn(sessions: readonly ListRow[], pen: Pen): number {
  const longest = Math.max(0, ...sessions.map((status) => measureWidth(pen.words(findCommand(status) ?? ""))));
  return Math.max(0, pen.width - Math.max(28, longest));
}

/** Some tools tell no money, only tokens. */
const formatCost = ({ usd, tokens: used }: ListRow["usage"]): string =>
  usd > 0 ? formatMoney(usd) : used > 0 ? `${formatTokens(used)} tok` : "";

/** The command that resolves the attention. */
export const findCommand = ({ attention }: ListRow): string | null =>
  attention.act.find(({ enabled, command }) => enabled && command !== null)?.command ?? null;

export function formatRow(status: ListRow, context: RowContext): readonly Line[] {
  const { layout } = context;
  if (status.attention.column === "needs_you")
    return [
      formatFacts(status, context, { isAlone: true }),
      ...formatSentence(status, context),
      ...formatChoices(status, context),
      ...formatLastWords(status, context),
    ];
  const isBehind = layout.sentence > 0 && measureWidth(context.pen.words(status.attention.why)) <= layout.sentence;
  const row = formatFacts(status, context, { isAlone: !isBehind });
  return [row, ...(isBehind ? [] : formatBelow(status, context)), ...formatLastWords(status, context)];
}

/** What the agent itself said, in one line; of those that are done nobody asks any more. */
function formatLastWords(
  { lastWords: words, attention, question }: ListRow,
  { layout, pen }: RowContext,
): readonly Line[] {
  // A question is the last thing it said, and stands in the sentence already.
  if (words === "" || attention.column === "done" || (question?.choices.length ?? 0) > 0) return [];
  const margin = createSpan(" ".repeat(layout.indent));
  return [[margin, createSpan(pen.cut(`"${words.replaceAll(/\s+/g, " ")}"`, pen.width - layout.indent), "hint")]];
}

/** Glyph, id, title, then what fits. In wide rows the sentence comes last, in others before age and cost. */
function formatFacts(status: ListRow, context: RowContext, { isAlone }: { readonly isAlone: boolean }): Line {
  const { layout, pen } = context;
  const isWide = pen.width >= WIDE;
  const why: Line = isAlone ? [] : [gap, createCell(pen.cut(status.attention.why, layout.sentence), layout.sentence)];
  const freed = isAlone && !isWide && layout.sentence > 0 ? layout.sentence + GAP : 0;
  const title = Math.max(0, layout.title + freed - Math.max(0, measureWidth(status.id) - layout.id));
  const mark = drawSessionMark(status, pen);
  return [
    createCell(mark.text, GAP, mark.tone),
    createCell(status.id, layout.id, "id"),
    gap,
    createCell(pen.cut(status.title, title), title),
    ...(isWide ? [] : why),
    ...formatRightCells(status, context),
    ...(isWide ? why : []),
  ];
}

const gap = createSpan(" ".repeat(GAP));

/** Says above the right columns that the time is since when it has been so, and that the money is the cost. */
export function addFigureNames(heading: Line, layout: ListLayout, pen: Pen): Line {
  const optional = pen.width >= WIDE ? [layout.agent, layout.issue, layout.checks] : [layout.sentence];
  const before =
    GAP + layout.id + GAP + layout.title + optional.reduce((sum, one) => sum + (one > 0 ? one + GAP : 0), 0);
  const cost = layout.cost === 0 ? [] : [gap, createCellRight("cost", layout.cost, "hint")];
  return [
    ...heading,
    createSpan(" ".repeat(Math.max(0, before - measureLine(heading)))),
    createCellRight("for", AGE, "hint"),
    ...cost,
  ];
}

function formatRightCells(status: ListRow, { layout, nowMs, pen }: RowContext): Line {
  const optional = (width: number, cells: () => Line): Line => (width === 0 ? [] : [gap, ...cells()]);
  const issue = status.issue === null ? "" : nameIssue(status.issue);
  return [
    ...optional(layout.agent, () => [createCell(pen.cut(status.agent, layout.agent), layout.agent)]),
    ...optional(layout.issue, () => [createCell(pen.cut(issue, layout.issue), layout.issue)]),
    ...optional(layout.checks, () => formatPaddedMarks(status, layout.checks, pen)),
    createCellRight(formatAge(nowMs - findSinceMs(status)), AGE, "hint"),
    ...optional(layout.cost, () => [createCellRight(formatCost(status.usage), layout.cost)]),
  ];
}

function formatPaddedMarks(status: ListRow, width: number, pen: Pen): Line {
  const marks = checkMarks(status, pen);
  return [...marks, createSpan(" ".repeat(Math.max(0, width - measureLine(marks))))];
}

const PROSE_MAX = 76;

/** The choices of a question, by the numbers that `ao answer` takes. */
function formatChoices({ question }: ListRow, { layout, pen }: RowContext): readonly Line[] {
  const choices = question?.choices ?? [];
  if (choices.length === 0) return [];
  const text = choices.map((choice, index) => `${index + 1} ${choice}`).join(` ${pen.mark("dot")} `);
  return pen
    .wrap(text, Math.min(PROSE_MAX, pen.width - layout.indent))
    .map((line): Line => [createSpan(" ".repeat(layout.indent)), createSpan(line, "hint")]);
}

/** The whole sentence, and behind its last line, if there is room, the command to type. */
function formatSentence(status: ListRow, { layout, pen }: RowContext): readonly Line[] {
  const margin = createSpan(" ".repeat(layout.indent));
  const lines = pen.wrap(
    status.attention.why,
    Math.min(PROSE_MAX, pen.width - layout.indent - (pen.width < WIDE ? 14 : 0)),
  );
  const command = findCommand(status);
  const said = lines.map((line): Line => [margin, createSpan(line)]);
  if (command === null) return said;
  const last = said.at(-1) ?? [];
  const typed = createSpan(pen.words(command));
  const room = layout.commandColumn - measureLine(last);
  if (room < GAP) return [...said, [createSpan(" ".repeat(layout.commandColumn)), typed]];
  return [...said.slice(0, -1), [...last, createSpan(" ".repeat(room)), typed]];
}

/** Whole: the reason is as likely at the end of a sentence as at its beginning. */
const formatBelow = (status: ListRow, { layout, pen }: RowContext): readonly Line[] =>
  pen
    .wrap(status.attention.why, Math.min(PROSE_MAX, pen.width - layout.indent))
    .map((line): Line => [createSpan(" ".repeat(layout.indent)), createSpan(line)]);

/** Under 60 columns: one field a line. */
export function narrowRow(status: ListRow, { nowMs, pen }: RowContext): readonly Line[] {
  const inner = Math.max(1, pen.width - GAP);
  const below = (text: string): Line => [createSpan(" ".repeat(GAP)), createSpan(text)];
  const command = findCommand(status);
  return [
    [
      createCell(drawSessionMark(status, pen).text, GAP, drawSessionMark(status, pen).tone),
      createSpan(status.id, "id"),
    ],
    ...pen.wrap(status.title, inner).map(below),
    below(`${nameSessionState(status)} ${formatAge(nowMs - findSinceMs(status))} ${formatCost(status.usage)}`),
    ...pen.wrap(status.attention.why, inner).map(below),
    ...(command === null || status.attention.column !== "needs_you" ? [] : pen.wrap(command, inner).map(below)),
  ];
}
