/** What was just done to a change, and what follows from it: the daemon's own sentence. */
import type { ChangeSummaryView } from "../../../protocol/change/change.ts";
import { indentLine, measureLine, createSpan, type Line, type Pen } from "../../render/line.ts";
import { nameIssue } from "../session/session-mark.ts";

export function formatChangeAction(done: string, change: ChangeSummaryView, pen: Pen): readonly Line[] {
  const left: Line = [
    createSpan(pen.mark("done"), "passed"),
    createSpan(" "),
    createSpan(nameIssue(change.name), "id"),
    createSpan(` ${done}`),
  ];
  const room = pen.width - measureLine(left) - 2;
  return [
    room < 12 ? left : [...left, createSpan(`  ${pen.cut(change.title, room)}`, "hint")],
    ...pen.wrap(change.why, Math.min(76, pen.width - 2)).map((line) => indentLine([createSpan(line)], 2)),
  ];
}
