/** The event log, a line an event: when, about what, what was seen, and what was decided. */
import type { EventView } from "../../protocol/daemon/event.ts";
import { measureWidth } from "../render/display-width.ts";
import { createCell, measureLine, createSpan, type Line, type Pen } from "../render/line.ts";
import { formatMoment } from "../render/quantity.ts";
import type { Field } from "../render/records.ts";

export type EventLayout = { readonly subject: number };

/** Of a page all lines have the same columns; what follows keeps them as long as it can. */
export function layOutEvents(events: readonly EventView[], pen: Pen): EventLayout {
  const widest = Math.max(4, ...events.map(({ subject }) => measureWidth(pen.words(subject))));
  return { subject: Math.min(widest, Math.floor(pen.width / 3)) };
}

export function formatEventLines(event: EventView, layout: EventLayout, nowMs: number, pen: Pen): readonly Line[] {
  const left: Line = [
    createSpan(formatMoment(new Date(event.at), new Date(nowMs)), "hint"),
    createSpan("  "),
    createCell(pen.words(event.subject), layout.subject, "id"),
  ];
  const decided = event.why.map((why) => ` ${pen.mark("arrow")} ${why}`);
  const said = `${event.told}${decided.join("")}`;
  const room = pen.width - measureLine(left) - 2;
  if (room >= 24) return [[...left, createSpan("  "), createSpan(pen.cut(said, room))]];
  return [left, ...pen.wrap(said, pen.width - 4).map((line): Line => [createSpan("    "), createSpan(line)])];
}

export const toEventRecord = ({ seq, at, project, subject, kind, told, why, effects }: EventView): readonly Field[] => [
  seq,
  at,
  project,
  subject,
  kind,
  told,
  why.join("; "),
  effects.join(" "),
];
