/** The event log, a line an event: when, about what, what was seen, and what was decided. */
import type { EventView } from "../../protocol/event.ts";
import { displayWidth } from "../render/display-width.ts";
import { cell, lineWidth, span, type Line, type Pen } from "../render/line.ts";
import { moment } from "../render/quantity.ts";
import type { Field } from "../render/records.ts";

export type EventLayout = { readonly subject: number; readonly kind: number };

/** Of a page all lines have the same columns; of what follows each keeps them as long as it can. */
export function eventLayout(events: readonly EventView[], pen: Pen): EventLayout {
  const widest = (texts: readonly string[], max: number): number =>
    Math.min(max, Math.max(4, ...texts.map((text) => displayWidth(pen.words(text)))));
  return {
    subject: widest(
      events.map(({ subject }) => subject),
      Math.floor(pen.width / 4),
    ),
    kind: widest(
      events.map(({ kind }) => kindWord(kind)),
      22,
    ),
  };
}

const kindWord = (kind: string): string => kind.replaceAll("_", " ");

export function eventLines(event: EventView, layout: EventLayout, nowMs: number, pen: Pen): readonly Line[] {
  const left: Line = [
    span(moment(new Date(event.at), new Date(nowMs)), "hint"),
    span("  "),
    cell(pen.words(event.subject), layout.subject, "id"),
    span("  "),
    cell(pen.words(kindWord(event.kind)), layout.kind),
  ];
  const said = [...event.why, ...event.effects.map((effect) => `${pen.mark("performed")} ${kindWord(effect)}`)].join(
    "; ",
  );
  const room = pen.width - lineWidth(left) - 2;
  if (said === "") return [left];
  if (room >= 20) return [[...left, span("  "), span(pen.cut(said, room))]];
  return [left, ...pen.wrap(said, pen.width - 4).map((line): Line => [span("    "), span(line)])];
}

export const eventRecord = ({ seq, at, project, subject, kind, why, effects }: EventView): readonly Field[] => [
  seq,
  at,
  project,
  subject,
  kind,
  why.join("; "),
  effects.join(" "),
];
