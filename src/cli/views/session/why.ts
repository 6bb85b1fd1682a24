/** `ao why S` reads as an argument: conclusion, the facts it rests on, what would change it. */
import type { Fact } from "../../../protocol/daemon/error.ts";
import type { WhyStep, WhyView } from "../../../protocol/session/why.ts";
import { measureWidth } from "../../render/display-width.ts";
import type { Glyph } from "../../render/glyph.ts";
import { blank, createCell, justifyLine, measureLine, createSpan, type Line, type Pen } from "../../render/line.ts";
import type { Tone } from "../../render/paint.ts";
import { formatMoment } from "../../render/quantity.ts";

const WIDE = 110;
const GAP = 2;

export function formatWhy(why: WhyView, nowMs: number, pen: Pen): readonly Line[] {
  return [
    ...pen.wrap(why.conclusion, pen.width).map((line): Line => [createSpan(line)]),
    ...formatSteps(why.steps, nowMs, pen),
    ...formatFactBlocks(why, pen),
    ...formatChange(why, pen),
    ...(pen.width >= WIDE ? [] : [[createSpan(`all events: ao events ${why.status.id}`, "hint")]]),
  ];
}

const kinds: Readonly<Record<WhyStep["kind"], readonly [Glyph, string]>> = {
  seen: ["seen", "seen"],
  decided: ["decided", "decided"],
  done: ["performed", "done"],
  person: ["next", "person"],
};

function formatSteps(steps: readonly WhyStep[], nowMs: number, pen: Pen): readonly Line[] {
  if (steps.length === 0) return [];
  const times = steps.map(({ at }) => formatMoment(new Date(at), new Date(nowMs)));
  const width = Math.max(...times.map((time) => time.length));
  return [blank, ...steps.flatMap((step, index) => formatStep(step, { time: times[index] ?? "", width }, pen))];
}

function formatStep(
  { kind, text, event }: WhyStep,
  { time, width }: { time: string; width: number },
  pen: Pen,
): readonly Line[] {
  const [glyph, word] = kinds[kind];
  const left: Line = [
    createSpan("  "),
    createCell(time, width, "hint"),
    createSpan("  "),
    createSpan(pen.mark(glyph)),
    createSpan(" "),
    createCell(word, 8),
    createSpan("  "),
  ];
  const right: Line = pen.width >= WIDE ? [createSpan(`event ${event}`, "hint")] : [];
  const room = pen.width - measureLine(left) - (right.length === 0 ? 0 : measureLine(right) + GAP);
  if (room < 24)
    return [left, ...pen.wrap(text, pen.width - 4).map((line): Line => [createSpan("    "), createSpan(line)])];
  const [first = "", ...more] = pen.wrap(text, room);
  const whole = [...left, createSpan(first)];
  return [
    justifyLine(whole, right, pen.width) ?? whole,
    ...more.map((line): Line => [createSpan(" ".repeat(measureLine(left))), createSpan(line)]),
  ];
}

const marks: readonly (readonly [Fact["ok"], Glyph, Tone])[] = [
  [true, "done", "passed"],
  [false, "failed", "failed"],
  [null, "skipped", "plain"],
];

export function formatFactBlocks({ notFixed, notLanding }: WhyView, pen: Pen): readonly Line[] {
  return [
    ...formatFactBlock("Why not fixed by itself", notFixed, pen),
    ...formatFactBlock("Why not landing", notLanding, pen),
  ];
}

export function formatFactBlock(heading: string, facts: readonly Fact[], pen: Pen): readonly Line[] {
  if (facts.length === 0) return [];
  const width = Math.min(14, Math.max(...facts.map(({ name }) => measureWidth(pen.words(name)))));
  return [blank, [createSpan(heading, "heading")], ...facts.flatMap((fact) => formatFactLines(fact, width, pen))];
}

function formatFactLines({ ok, name, text }: Fact, width: number, pen: Pen): readonly Line[] {
  const [, glyph, tone] = marks.find(([value]) => value === ok) ?? [null, "skipped", "plain"];
  const left: Line = [
    createSpan("  "),
    createSpan(pen.mark(glyph), tone),
    createSpan(" "),
    createCell(pen.cut(name, width), width),
    createSpan("  "),
  ];
  return pen
    .wrap(text, Math.max(16, pen.width - measureLine(left)))
    .map((line, index) => [...(index === 0 ? left : [createSpan(" ".repeat(measureLine(left)))]), createSpan(line)]);
}

function formatChange({ changedBy, status }: WhyView, pen: Pen): readonly Line[] {
  if (changedBy === null) return [blank];
  const label = "What changes this   ";
  const said: Line = [createSpan(label, "heading"), createSpan(pen.words(changedBy.text))];
  const typed = changedBy.command === null ? null : pen.words(changedBy.command);
  const line: Line = typed === null ? said : [...said, createSpan(": "), createSpan(typed, "id")];
  if (measureLine(line) > pen.width && typed !== null)
    return [
      blank,
      [createSpan(label.trimEnd(), "heading")],
      ...pen.wrap(`${changedBy.text}:`, pen.width - 2).map((text): Line => [createSpan(`  ${text}`)]),
      [createSpan("  "), createSpan(typed, "id")],
    ];
  const right = pen.width >= WIDE ? [createSpan(`all events: ao events ${status.id}`, "hint")] : [];
  return [blank, justifyLine(line, right, pen.width) ?? line];
}
