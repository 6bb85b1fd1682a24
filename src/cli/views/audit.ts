/** `ao audit`: who did what, and why; and whether the log is whole. */
import type { AuditEntryView, AuditVerification } from "../../protocol/audit.ts";
import { displayWidth } from "../render/display-width.ts";
import { cell, lineWidth, span, type Line, type Pen } from "../render/line.ts";
import { count, moment } from "../render/quantity.ts";

export function auditLines(entries: readonly AuditEntryView[], nowMs: number, pen: Pen): readonly Line[] {
  if (entries.length === 0) return [[span("No entries.")]];
  const widest = (of: (entry: AuditEntryView) => string, share: number): number =>
    Math.min(Math.floor(pen.width / share), Math.max(...entries.map((entry) => displayWidth(pen.words(of(entry))))));
  const [who, subject] = [widest((entry) => entry.who, 6), widest((entry) => entry.subject, 4)];
  return entries.flatMap((entry) => {
    const left: Line = [
      span(moment(new Date(entry.at), new Date(nowMs)), "hint"),
      span("  "),
      cell(pen.cut(entry.who, who), who),
      span("  "),
      cell(pen.cut(entry.subject, subject), subject, "id"),
    ];
    const said = entry.why === "" ? entry.what : `${entry.what} ${pen.mark("arrow")} ${entry.why}`;
    const room = pen.width - lineWidth(left) - 2;
    if (room >= 24) return [[...left, span("  "), span(pen.cut(said, room))]];
    return [left, ...pen.wrap(said, pen.width - 4).map((line): Line => [span("    "), span(line)])];
  });
}

export function verificationLines(view: AuditVerification, pen: Pen): readonly Line[] {
  const { isWhole, entries, heads, breaks, notes } = view;
  const [mark, tone] = isWhole ? (["done", "passed"] as const) : (["failed", "failed"] as const);
  const compared = heads === 0 ? "no head was noted outside yet" : `${count(heads, "head")} noted outside agree`;
  const text = isWhole
    ? `The audit log is whole: ${count(entries, "entry", "entries")}, ${compared}.`
    : `The audit log is not as it was written.`;
  const told = (first: Line, words: string): readonly Line[] => {
    const [head = "", ...more] = pen.wrap(words, Math.max(16, pen.width - lineWidth(first)));
    const indent = span(" ".repeat(lineWidth(first)));
    return [[...first, span(head)], ...more.map((line): Line => [indent, span(line)])];
  };
  return [
    ...told([span(pen.mark(mark), tone), span(" ")], text),
    ...breaks.flatMap(({ why }) => told([span("  ")], why)),
    ...notes.flatMap((note) => told([span("  ")], note)),
  ];
}
