/** `ao usage`: what turns have cost, by day, agent, project, issue and session; the dearest of each. */
import type { SpentView, UsageReport } from "../../protocol/usage.ts";
import { displayWidth } from "../render/display-width.ts";
import { blank, cell, cellRight, indented, span, type Line, type Pen } from "../render/line.ts";
import { count, money, spentMoney, tokens } from "../render/quantity.ts";

const ROWS_MAX = 10;
const INDENT = 2;
const NAME_MAX = 40;
const NUMBER = 11;
/** Below these, tokens and turns leave. */
const WITH_TOKENS = 50;
const WITH_TURNS = 64;
/** Below this only the first line says how many turns have an unknown cost. */
const WITH_UNKNOWN = 100;

export function usageLines(report: UsageReport, pen: Pen): readonly Line[] {
  const { days, today, total, byDay, byAgent, byProject, byIssue, bySession } = report;
  if (total.turns === 0) return sentence(`No turn has ended in ${count(days, "day")}.`, pen);
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
    ...sentence(`${costOf(total)} in ${count(days, "day")}`, pen),
    ...sentence(todayText(today), pen),
    ...blocks.flatMap(([heading, sums]) => blockLines(heading, sums, width, pen)),
  ];
}

const sentence = (text: string, pen: Pen): readonly Line[] => pen.wrap(text, pen.width).map((line) => [span(line)]);

const costOf = ({ turns, usd, tokens: used, cacheReadTokens, unknownTurns }: SpentView): string =>
  [
    count(turns, "turn"),
    ...(usd > 0 ? [money(usd)] : []),
    `${tokens(used)} tokens`,
    ...(cacheReadTokens > 0 ? [`${tokens(cacheReadTokens)} read from caches`] : []),
    ...(unknownTurns > 0 ? [unknownText(unknownTurns)] : []),
  ].join(", ");

const unknownText = (turns: number): string => `${count(turns, "turn")} with unknown cost`;

function todayText({ spent, budget }: UsageReport["today"]): string {
  const caps = [
    ...(budget.usd === null ? [] : [money(budget.usd)]),
    ...(budget.tokens === null ? [] : [`${tokens(budget.tokens)} tokens`]),
  ];
  const cap = caps.length === 0 ? "no budget of its own" : `budget ${caps.join(" and ")}`;
  return `Today: ${spentMoney(spent)}, ${tokens(spent.tokens)} tokens; ${cap}`;
}

function nameWidth(sums: readonly SpentView[], pen: Pen): number {
  const numbers = 1 + Number(pen.width >= WITH_TOKENS) + Number(pen.width >= WITH_TURNS);
  const longest = Math.max(...sums.map(({ name }) => displayWidth(pen.words(name))));
  return Math.min(NAME_MAX, longest, pen.width - INDENT - numbers * NUMBER);
}

function blockLines(heading: string, sums: readonly SpentView[], width: number, pen: Pen): readonly Line[] {
  if (sums.length === 0) return [];
  const more = sums.length - ROWS_MAX;
  const hint = pen.cut(`and ${more} more: ao usage --json`, pen.width - INDENT);
  return [
    blank,
    [span(heading, "heading")],
    ...sums.slice(0, ROWS_MAX).map((sum) => indented(row(sum, width, pen), INDENT)),
    ...(more > 0 ? [indented([span(hint, "hint")], INDENT)] : []),
  ];
}

/** Some tools tell no money, only tokens. */
function row({ name, turns, usd, tokens: used, unknownTurns }: SpentView, width: number, pen: Pen): Line {
  const said = `${tokens(used)} tok`;
  return [
    cell(pen.cut(name, width), width),
    cellRight(usd > 0 ? money(usd) : pen.width < WITH_TOKENS ? said : "", NUMBER),
    ...(pen.width < WITH_TOKENS ? [] : [cellRight(said, NUMBER)]),
    ...(pen.width < WITH_TURNS ? [] : [cellRight(count(turns, "turn"), NUMBER)]),
    ...(pen.width < WITH_UNKNOWN || unknownTurns === 0 ? [] : [span(`  ${unknownTurns} with unknown cost`, "hint")]),
  ];
}
