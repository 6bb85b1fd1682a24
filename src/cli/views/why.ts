/** `ao why S` reads as an argument: conclusion, the facts it rests on, what would change it. */
import type { Fact } from "../../protocol/error.ts";
import type { WhyStep, WhyView } from "../../protocol/why.ts";
import { displayWidth } from "../render/display-width.ts";
import type { Glyph } from "../render/glyph.ts";
import { blank, cell, justified, lineWidth, span, type Line, type Pen } from "../render/line.ts";
import type { Tone } from "../render/paint.ts";
import { moment } from "../render/quantity.ts";

const WIDE = 110;
const GAP = 2;

export function whyLines(why: WhyView, nowMs: number, pen: Pen): readonly Line[] {
  return [
    ...pen.wrap(why.conclusion, pen.width).map((line): Line => [span(line)]),
    ...stepLines(why.steps, nowMs, pen),
    ...factBlocks(why, pen),
    ...changeLines(why, pen),
    ...(pen.width >= WIDE ? [] : [[span(`all events: ao events ${why.status.id}`, "hint")]]),
  ];
}

const kinds: Readonly<Record<WhyStep["kind"], readonly [Glyph, string]>> = {
  seen: ["seen", "seen"],
  decided: ["decided", "decided"],
  done: ["performed", "done"],
  person: ["next", "person"],
};

function stepLines(steps: readonly WhyStep[], nowMs: number, pen: Pen): readonly Line[] {
  if (steps.length === 0) return [];
  const times = steps.map(({ at }) => moment(new Date(at), new Date(nowMs)));
  const width = Math.max(...times.map((time) => time.length));
  return [blank, ...steps.flatMap((step, index) => stepLine(step, { time: times[index] ?? "", width }, pen))];
}

function stepLine(
  { kind, text, event }: WhyStep,
  { time, width }: { time: string; width: number },
  pen: Pen,
): readonly Line[] {
  const [glyph, word] = kinds[kind];
  const left: Line = [
    span("  "),
    cell(time, width, "hint"),
    span("  "),
    span(pen.mark(glyph)),
    span(" "),
    cell(word, 8),
    span("  "),
  ];
  const right: Line = pen.width >= WIDE ? [span(`event ${event}`, "hint")] : [];
  const room = pen.width - lineWidth(left) - (right.length === 0 ? 0 : lineWidth(right) + GAP);
  if (room < 24) return [left, ...pen.wrap(text, pen.width - 4).map((line): Line => [span("    "), span(line)])];
  const [first = "", ...more] = pen.wrap(text, room);
  const whole = [...left, span(first)];
  return [
    justified(whole, right, pen.width) ?? whole,
    ...more.map((line): Line => [span(" ".repeat(lineWidth(left))), span(line)]),
  ];
}

const marks: readonly (readonly [Fact["ok"], Glyph, Tone])[] = [
  [true, "done", "passed"],
  [false, "failed", "failed"],
  [null, "skipped", "plain"],
];

export function factBlocks({ notFixed, notLanding }: WhyView, pen: Pen): readonly Line[] {
  return [...factBlock("Why not fixed by itself", notFixed, pen), ...factBlock("Why not landing", notLanding, pen)];
}

export function factBlock(heading: string, facts: readonly Fact[], pen: Pen): readonly Line[] {
  if (facts.length === 0) return [];
  const width = Math.min(14, Math.max(...facts.map(({ name }) => displayWidth(pen.words(name)))));
  return [blank, [span(heading, "heading")], ...facts.flatMap((fact) => factLines(fact, width, pen))];
}

function factLines({ ok, name, text }: Fact, width: number, pen: Pen): readonly Line[] {
  const [, glyph, tone] = marks.find(([value]) => value === ok) ?? [null, "skipped", "plain"];
  const left: Line = [
    span("  "),
    span(pen.mark(glyph), tone),
    span(" "),
    cell(pen.cut(name, width), width),
    span("  "),
  ];
  return pen
    .wrap(text, Math.max(16, pen.width - lineWidth(left)))
    .map((line, index) => [...(index === 0 ? left : [span(" ".repeat(lineWidth(left)))]), span(line)]);
}

function changeLines({ changedBy, status }: WhyView, pen: Pen): readonly Line[] {
  if (changedBy === null) return [blank];
  const label = "What changes this   ";
  const said: Line = [span(label, "heading"), span(pen.words(changedBy.text))];
  const typed = changedBy.command === null ? null : pen.words(changedBy.command);
  const line: Line = typed === null ? said : [...said, span(": "), span(typed, "id")];
  if (lineWidth(line) > pen.width && typed !== null)
    return [
      blank,
      [span(label.trimEnd(), "heading")],
      ...pen.wrap(`${changedBy.text}:`, pen.width - 2).map((text): Line => [span(`  ${text}`)]),
      [span("  "), span(typed, "id")],
    ];
  const right = pen.width >= WIDE ? [span(`all events: ao events ${status.id}`, "hint")] : [];
  return [blank, justified(line, right, pen.width) ?? line];
}
