/** `ao status S`: one session in depth, a fact a line; in a wide terminal two facts a line. */
import type { SessionView } from "../../protocol/session.ts";
import { blank, cell, indented, justified, lineWidth, span, type Line, type Pen } from "../render/line.ts";
import { age } from "../render/quantity.ts";
import { commandOf } from "./list-rows.ts";
import { sessionMark, sinceMs, stateWord } from "./session-mark.ts";
import { factsOf, type StatusContext, type StatusFact } from "./status-facts.ts";
import { NARROW } from "../render/terminal.ts";

const WIDE = 110;
const LABEL = 11;
const INDENT = 2;

export function statusLines(session: SessionView, context: StatusContext, pen: Pen): readonly Line[] {
  const facts = factsOf(session, context, pen);
  const command = commandOf(session);
  const verb = session.attention.act.find(({ enabled, command: typed }) => enabled && typed !== null)?.verb;
  return [
    ...headLines(session, context, pen),
    ...pen.wrap(session.attention.why, Math.min(100, pen.width - INDENT)).map((line) => indented([span(line)], INDENT)),
    blank,
    ...(pen.width >= WIDE ? paired(facts, pen) : facts.flatMap((fact) => factLines(fact, pen))),
    ...(command === null
      ? []
      : [blank, ...factLines({ label: verbWord(verb), lines: [[span(pen.words(command), "id")]] }, pen)]),
  ];
}

const verbWord = (verb: string | undefined): string => (verb === undefined ? "next" : (verb.split("_")[0] ?? "next"));

function headLines(session: SessionView, { nowMs }: StatusContext, pen: Pen): readonly Line[] {
  const mark = sessionMark(session, pen);
  const state = [
    span(stateWord(session), session.attention.column === "needs_you" ? "needs" : "plain"),
    span(` ${age(nowMs - sinceMs(session))}`, "hint"),
  ];
  const left: Line = [mark, span(" "), span(session.id, "id"), span("  ")];
  const room = pen.width - lineWidth(left) - lineWidth(state) - 2;
  if (room >= 12) {
    const whole = [...left, span(pen.cut(session.title, room))];
    return [justified(whole, state, pen.width) ?? whole];
  }
  return [
    [mark, span(" "), span(session.id, "id")],
    ...pen.wrap(session.title, pen.width - INDENT).map((line) => indented([span(line)], INDENT)),
    indented(state, INDENT),
  ];
}

/** The label once, its lines under each other. Under 60 columns the label has a line of its own. */
function factLines({ label, lines }: StatusFact, pen: Pen): readonly Line[] {
  if (pen.width < NARROW)
    return [indented([span(label, "hint")], INDENT), ...lines.map((line) => indented(line, INDENT * 2))];
  return lines.map((line, index) => indented([cell(index === 0 ? label : "", LABEL, "hint"), ...line], INDENT));
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
function paired(facts: readonly StatusFact[], pen: Pen): readonly Line[] {
  const named = (label: string): StatusFact | undefined => facts.find((fact) => fact.label === label);
  const isPaired = ({ label }: StatusFact): boolean => PAIRS.some((pair) => pair.includes(label));
  const first = facts.findIndex(isPaired);
  const alone = (some: readonly StatusFact[]): readonly Line[] =>
    some.filter((fact) => !isPaired(fact)).flatMap((fact) => factLines(fact, pen));
  return [
    ...alone(facts.slice(0, Math.max(0, first))),
    ...PAIRS.flatMap(([left, right]) => pairLines(named(left), named(right), pen)),
    ...alone(facts.slice(Math.max(0, first))),
  ];
}

function pairLines(left: StatusFact | undefined, right: StatusFact | undefined, pen: Pen): readonly Line[] {
  const both = [left, right].map((fact) => (fact === undefined ? [] : factLines(fact, pen)));
  const [one, two] = both.map((lines) => lines[0]);
  const fits =
    one !== undefined &&
    two !== undefined &&
    both.every((lines) => lines.length === 1) &&
    lineWidth(one) <= SPLIT - INDENT &&
    lineWidth(two) <= pen.width - SPLIT;
  return fits ? [[...one, span(" ".repeat(SPLIT - lineWidth(one))), ...two]] : both.flat();
}
