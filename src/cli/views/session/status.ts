/** `ao status S`: one session in depth, a fact a line; in a wide terminal two facts a line. */
import type { SessionView } from "../../../protocol/session/session.ts";
import {
  blank,
  createCell,
  indentLine,
  justifyLine,
  measureLine,
  createSpan,
  type Line,
  type Pen,
} from "../../render/line.ts";
import { formatAge } from "../../render/quantity.ts";
import { findCommand } from "./list-rows.ts";
import { drawSessionMark, findSinceMs, nameSessionState } from "./session-mark.ts";
import { listStatusFacts, type StatusContext, type StatusFact } from "./status-facts.ts";
import { NARROW } from "../../render/terminal.ts";

const WIDE = 110;
const LABEL = 11;
const INDENT = 2;

export function formatStatus(session: SessionView, context: StatusContext, pen: Pen): readonly Line[] {
  const facts = listStatusFacts(session, context, pen);
  const command = findCommand(session);
  const verb = session.attention.act.find(({ enabled, command: typed }) => enabled && typed !== null)?.verb;
  return [
    ...formatHead(session, context, pen),
    ...pen
      .wrap(session.attention.why, Math.min(100, pen.width - INDENT))
      .map((line) => indentLine([createSpan(line)], INDENT)),
    blank,
    ...(pen.width >= WIDE ? pairFacts(facts, pen) : facts.flatMap((fact) => formatFact(fact, pen))),
    ...(command === null
      ? []
      : [blank, ...formatFact({ label: nameVerb(verb), lines: [[createSpan(pen.words(command), "id")]] }, pen)]),
  ];
}

const nameVerb = (verb: string | undefined): string => (verb === undefined ? "next" : (verb.split("_")[0] ?? "next"));

function formatHead(session: SessionView, { nowMs }: StatusContext, pen: Pen): readonly Line[] {
  const mark = drawSessionMark(session, pen);
  const state = [
    createSpan(nameSessionState(session), session.attention.column === "needs_you" ? "needs" : "plain"),
    createSpan(` ${formatAge(nowMs - findSinceMs(session))}`, "hint"),
  ];
  const left: Line = [mark, createSpan(" "), createSpan(session.id, "id"), createSpan("  ")];
  const room = pen.width - measureLine(left) - measureLine(state) - 2;
  if (room >= 12) {
    const whole = [...left, createSpan(pen.cut(session.title, room))];
    return [justifyLine(whole, state, pen.width) ?? whole];
  }
  return [
    [mark, createSpan(" "), createSpan(session.id, "id")],
    ...pen.wrap(session.title, pen.width - INDENT).map((line) => indentLine([createSpan(line)], INDENT)),
    indentLine(state, INDENT),
  ];
}

/** The label once, its lines under each other. Under 60 columns the label has a line of its own. */
function formatFact({ label, lines }: StatusFact, pen: Pen): readonly Line[] {
  if (pen.width < NARROW)
    return [indentLine([createSpan(label, "hint")], INDENT), ...lines.map((line) => indentLine(line, INDENT * 2))];
  return lines.map((line, index) => indentLine([createCell(index === 0 ? label : "", LABEL, "hint"), ...line], INDENT));
}

/** The longer one on the left. */
const PAIRS: readonly (readonly [left: string, right: string])[] = [
  ["agent", "issue"],
  ["branch", "change"],
  ["workspace", "cost"],
  ["messages", "progress"],
];
/** Where the right ones begin. */
const SPLIT = 72;

/** Facts that belong together stand side by side when both fit; the others have their own lines. */
function pairFacts(facts: readonly StatusFact[], pen: Pen): readonly Line[] {
  const named = (label: string): StatusFact | undefined => facts.find((fact) => fact.label === label);
  const isPaired = ({ label }: StatusFact): boolean => PAIRS.some((pair) => pair.includes(label));
  const first = facts.findIndex(isPaired);
  const alone = (some: readonly StatusFact[]): readonly Line[] =>
    some.filter((fact) => !isPaired(fact)).flatMap((fact) => formatFact(fact, pen));
  return [
    ...alone(facts.slice(0, Math.max(0, first))),
    ...PAIRS.flatMap(([left, right]) => formatPair(named(left), named(right), pen)),
    ...alone(facts.slice(Math.max(0, first))),
  ];
}

function formatPair(left: StatusFact | undefined, right: StatusFact | undefined, pen: Pen): readonly Line[] {
  const both = [left, right].map((fact) => (fact === undefined ? [] : formatFact(fact, pen)));
  const [one, two] = both.map((lines) => lines[0]);
  const fits =
    one !== undefined &&
    two !== undefined &&
    both.every((lines) => lines.length === 1) &&
    measureLine(one) <= SPLIT - INDENT &&
    measureLine(two) <= pen.width - SPLIT;
  return fits ? [[...one, createSpan(" ".repeat(SPLIT - measureLine(one))), ...two]] : both.flat();
}
