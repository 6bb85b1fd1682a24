/** `ao usage`: what turns have cost, by day, agent, project, issue and session; the dearest of each. */
import type { SpentView, UsageReport } from "../../protocol/daemon/usage.ts";
import { measureWidth } from "../render/display-width.ts";
import { blank, createCell, createCellRight, indentLine, createSpan, type Line, type Pen } from "../render/line.ts";
import { count, formatMoney, formatSpent, formatTokens } from "../render/quantity.ts";

const ROWS_MAX = 10;
const INDENT = 2;
const NAME_MAX = 40;
const NUMBER = 11;
/** Below these, tokens and turns leave. */
const WITH_TOKENS = 50;
const WITH_TURNS = 64;
/** Below this only the first line says how many turns have an unknown cost. */
const WITH_UNKNOWN = 100;

export function formatUsage(report: UsageReport, pen: Pen): readonly Line[] {
  const { days, today, total, byDay, byAgent, byProject, byIssue, bySession } = report;
  if (total.turns === 0) return formatSentence(`No turn has ended in ${count(days, "day")}.`, pen);
  const blocks: readonly (readonly [string, readonly SpentView[]])[] = [
    ["BY DAY", byDay],
    ["BY AGENT", byAgent],
    ["BY PROJECT", byProject],
    ["BY ISSUE", byIssue],
    ["BY SESSION", bySession],
  ];
  const shown = blocks.flatMap(([, sums]) => sums.slice(0, ROWS_MAX));
  const width = nameWidth(shown, pen);
  return [
    ...formatSentence(`${formatCost(total)} in ${count(days, "day")}`, pen),
    ...formatSentence(describeToday(today), pen),
    ...blocks.flatMap(([heading, sums]) => formatBlock(heading, sums, width, pen)),
  ];
}

const formatSentence = (text: string, pen: Pen): readonly Line[] =>
  pen.wrap(text, pen.width).map((line) => [createSpan(line)]);

const formatCost = ({ turns, usd, tokens: used, cacheReadTokens, unknownTurns }: SpentView): string =>
  [
    count(turns, "turn"),
    ...(usd > 0 ? [formatMoney(usd)] : []),
    `${formatTokens(used)} tokens`,
    ...(cacheReadTokens > 0 ? [`${formatTokens(cacheReadTokens)} read from caches`] : []),
    ...(unknownTurns > 0 ? [describeUnknown(unknownTurns)] : []),
  ].join(", ");

const describeUnknown = (turns: number): string => `${count(turns, "turn")} with unknown cost`;

function describeToday({ spent, budget }: UsageReport["today"]): string {
  const caps = [
    ...(budget.usd === null ? [] : [formatMoney(budget.usd)]),
    ...(budget.tokens === null ? [] : [`${formatTokens(budget.tokens)} tokens`]),
  ];
  const cap = caps.length === 0 ? "no budget set" : `budget ${caps.join(" and ")}`;
  return `Today: ${formatSpent(spent)}, ${formatTokens(spent.tokens)} tokens; ${cap}`;
}

function nameWidth(sums: readonly SpentView[], pen: Pen): number {
  const numbers = 1 + Number(pen.width >= WITH_TOKENS) + Number(pen.width >= WITH_TURNS);
  const longest = Math.max(...sums.map(({ name }) => measureWidth(pen.words(name))));
  return Math.min(NAME_MAX, longest, pen.width - INDENT - numbers * NUMBER);
}

function formatBlock(heading: string, sums: readonly SpentView[], width: number, pen: Pen): readonly Line[] {
  if (sums.length === 0) return [];
  const more = sums.length - ROWS_MAX;
  const hint = pen.cut(`and ${more} more: ao usage --json`, pen.width - INDENT);
  return [
    blank,
    [createSpan(heading, "heading")],
    ...sums.slice(0, ROWS_MAX).map((sum) => indentLine(formatRow(sum, width, pen), INDENT)),
    ...(more > 0 ? [indentLine([createSpan(hint, "hint")], INDENT)] : []),
  ];
}

/** Some tools tell no money, only tokens. */
function formatRow({ name, turns, usd, tokens: used, unknownTurns }: SpentView, width: number, pen: Pen): Line {
  const said = `${formatTokens(used)} tok`;
  return [
    createCell(pen.cut(name, width), width),
    createCellRight(usd > 0 ? formatMoney(usd) : pen.width < WITH_TOKENS ? said : "", NUMBER),
    ...(pen.width < WITH_TOKENS ? [] : [createCellRight(said, NUMBER)]),
    ...(pen.width < WITH_TURNS ? [] : [createCellRight(count(turns, "turn"), NUMBER)]),
    ...(pen.width < WITH_UNKNOWN || unknownTurns === 0
      ? []
      : [createSpan(`  ${unknownTurns} with unknown cost`, "hint")]),
  ];
}
