/** `ao audit`: who did what, and why; and whether the log is whole. */
import type { AuditEntryView, AuditVerification } from "../../protocol/daemon/audit.ts";
import { measureWidth } from "../render/display-width.ts";
import { createCell, measureLine, createSpan, type Line, type Pen } from "../render/line.ts";
import { count, formatMoment } from "../render/quantity.ts";

export function auditLines(entries: readonly AuditEntryView[], nowMs: number, pen: Pen): readonly Line[] {
  if (entries.length === 0) return [[createSpan("No entries.")]];
  const widest = (of: (entry: AuditEntryView) => string, share: number): number =>
    Math.min(Math.floor(pen.width / share), Math.max(...entries.map((entry) => measureWidth(pen.words(of(entry))))));
  const [who, subject] = [widest((entry) => entry.who, 6), widest((entry) => entry.subject, 4)];
  return entries.flatMap((entry) => {
    const left: Line = [
      createSpan(formatMoment(new Date(entry.at), new Date(nowMs)), "hint"),
      createSpan("  "),
      createCell(pen.cut(entry.who, who), who),
      createSpan("  "),
      createCell(pen.cut(entry.subject, subject), subject, "id"),
    ];
    const said = entry.why === "" ? entry.what : `${entry.what} ${pen.mark("arrow")} ${entry.why}`;
    const room = pen.width - measureLine(left) - 2;
    if (room >= 24) return [[...left, createSpan("  "), createSpan(pen.cut(said, room))]];
    return [left, ...pen.wrap(said, pen.width - 4).map((line): Line => [createSpan("    "), createSpan(line)])];
  });
}

export function formatVerification(view: AuditVerification, pen: Pen): readonly Line[] {
  const { isWhole, entries, heads, breaks, notes } = view;
  const [mark, tone] = isWhole ? (["done", "passed"] as const) : (["failed", "failed"] as const);
  const compared = heads === 0 ? "no head was noted outside yet" : `${count(heads, "head")} noted outside agree`;
  const text = isWhole
    ? `The audit log is whole: ${count(entries, "entry", "entries")}, ${compared}.`
    : `The audit log is not as it was written.`;
  const told = (first: Line, words: string): readonly Line[] => {
    const [head = "", ...more] = pen.wrap(words, Math.max(16, pen.width - measureLine(first)));
    const indent = createSpan(" ".repeat(measureLine(first)));
    return [[...first, createSpan(head)], ...more.map((line): Line => [indent, createSpan(line)])];
  };
  return [
    ...told([createSpan(pen.mark(mark), tone), createSpan(" ")], text),
    ...breaks.flatMap(({ why }) => told([createSpan("  ")], why)),
    ...notes.flatMap((note) => told([createSpan("  ")], note)),
  ];
}
