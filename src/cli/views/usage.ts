/** `ao usage`: what turns have cost, by day, agent, project, issue and session; the dearest of each. */
import type { SpentView, UsageReport } from "../../protocol/usage.ts";
import { displayWidth } from "../render/display-width.ts";
import { blank, cell, cellRight, indented, span, type Line, type Pen } from "../render/line.ts";
import { count, money, tokens } from "../render/quantity.ts";

const ROWS_MAX = 10;
const INDENT = 2;
const NAME_MAX = 40;
const NUMBER = 11;
/** Below these, tokens and turns leave. */
const WITH_TOKENS = 50;
const WITH_TURNS = 64;

export function usageLines(report: UsageReport, pen: Pen): readonly Line[] {
  const { days, total, byDay, byAgent, byProject, byIssue, bySession } = report;
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
    ...blocks.flatMap(([heading, sums]) => blockLines(heading, sums, width, pen)),
  ];
}

const sentence = (text: string, pen: Pen): readonly Line[] => pen.wrap(text, pen.width).map((line) => [span(line)]);

const costOf = ({ turns, usd, tokens: used }: SpentView): string =>
  [count(turns, "turn"), ...(usd > 0 ? [money(usd)] : []), `${tokens(used)} tokens`].join(", ");

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
function row({ name, turns, usd, tokens: used }: SpentView, width: number, pen: Pen): Line {
  const said = `${tokens(used)} tok`;
  return [
    cell(pen.cut(name, width), width),
    cellRight(usd > 0 ? money(usd) : pen.width < WITH_TOKENS ? said : "", NUMBER),
    ...(pen.width < WITH_TOKENS ? [] : [cellRight(said, NUMBER)]),
    ...(pen.width < WITH_TURNS ? [] : [cellRight(count(turns, "turn"), NUMBER)]),
  ];
}
