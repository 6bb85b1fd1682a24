/** What was just done to a change, and what follows from it: the daemon's own sentence. */
import type { ChangeSummaryView } from "../../protocol/change.ts";
import { indented, lineWidth, span, type Line, type Pen } from "../render/line.ts";
import { issueWord } from "./session-mark.ts";

export function changeDeedLines(done: string, change: ChangeSummaryView, pen: Pen): readonly Line[] {
  const left: Line = [
    span(pen.mark("done"), "passed"),
    span(" "),
    span(issueWord(change.name), "id"),
    span(` ${done}`),
  ];
  const room = pen.width - lineWidth(left) - 2;
  return [
    room < 12 ? left : [...left, span(`  ${pen.cut(change.title, room)}`, "hint")],
    ...pen.wrap(change.why, Math.min(76, pen.width - 2)).map((line) => indented([span(line)], 2)),
  ];
}
