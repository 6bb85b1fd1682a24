/** The event log, a line an event: when, about what, what was seen, and what was decided. */
import type { EventView } from "../../protocol/event.ts";
import { displayWidth } from "../render/display-width.ts";
import { cell, lineWidth, span, type Line, type Pen } from "../render/line.ts";
import { moment } from "../render/quantity.ts";
import type { Field } from "../render/records.ts";

export type EventLayout = { readonly subject: number };

/** Of a page all lines have the same columns; what follows keeps them as long as it can. */
export function eventLayout(events: readonly EventView[], pen: Pen): EventLayout {
  const widest = Math.max(4, ...events.map(({ subject }) => displayWidth(pen.words(subject))));
  return { subject: Math.min(widest, Math.floor(pen.width / 3)) };
}

export function eventLines(event: EventView, layout: EventLayout, nowMs: number, pen: Pen): readonly Line[] {
  const left: Line = [
    span(moment(new Date(event.at), new Date(nowMs)), "hint"),
    span("  "),
    cell(pen.words(event.subject), layout.subject, "id"),
  ];
  const decided = event.why.map((why) => ` ${pen.mark("arrow")} ${why}`);
  const said = `${event.told}${decided.join("")}`;
  const room = pen.width - lineWidth(left) - 2;
  if (room >= 24) return [[...left, span("  "), span(pen.cut(said, room))]];
  return [left, ...pen.wrap(said, pen.width - 4).map((line): Line => [span("    "), span(line)])];
}

export const eventRecord = ({ seq, at, project, subject, kind, told, why, effects }: EventView): readonly Field[] => [
  seq,
  at,
  project,
  subject,
  kind,
  told,
  why.join("; "),
  effects.join(" "),
];
