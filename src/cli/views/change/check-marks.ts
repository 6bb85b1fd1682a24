/** Checks as a row of marks, then their number: a square passed, a cross failed, a ring still runs. */
import type { CheckView } from "../../../protocol/session/session.ts";
import type { ListRow } from "../session/list-row.ts";
import { createSpan, type Line, type Pen, type TextSpan } from "../../render/line.ts";

const MARKS_MAX = 8;

export function checkMarks({ progress: { checks }, state }: ListRow, pen: Pen): Line {
  if (checks === null) return [];
  const { passed, failed, of } = checks;
  if (state === "unknown") return [createSpan(pen.mark("unknown").repeat(Math.min(of, MARKS_MAX)))];
  const marks = [
    ...Array.from({ length: passed }, () => createSpan(pen.mark("check_passed"))),
    ...Array.from({ length: failed }, () => createSpan(pen.mark("failed"), "failed")),
    ...Array.from({ length: Math.max(0, of - passed - failed) }, () => createSpan(pen.mark("checking"))),
  ];
  // What failed must be seen, so it goes before what passed where not all fit.
  const shown = of <= MARKS_MAX ? marks : [...marks.slice(passed), ...marks.slice(0, passed)].slice(0, MARKS_MAX);
  return of <= MARKS_MAX ? shown : [...shown, createSpan(` ${of}`)];
}

export function checkMark({ verdict }: CheckView, pen: Pen): TextSpan {
  switch (verdict) {
    case "passed":
      return createSpan(pen.mark("check_passed"), "passed");
    case "failed":
      return createSpan(pen.mark("failed"), "failed");
    case "running":
      return createSpan(pen.mark("checking"));
    case "skipped":
    case "cancelled":
      return createSpan(pen.mark("skipped"));
    case "infrastructure":
      return createSpan(pen.mark("unknown"));
  }
}
