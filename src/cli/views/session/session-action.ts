/** What was just done to a session, and what follows from it: the daemon's own sentence. */
import type { StatusView } from "../../../protocol/session/status.ts";
import type { Io } from "../../render/io.ts";
import { indentLine, createSpan, type Line, type Pen } from "../../render/line.ts";
import { showAnswer } from "../../show.ts";
import { toSessionRecord } from "./session-record.ts";

export function showSessionAction(io: Io, done: string, status: StatusView): void {
  showAnswer(io, {
    json: () => status,
    records: () => [toSessionRecord(status)],
    lines: (pen) => formatSessionAction(done, status, pen),
  });
}

export function formatSessionAction(done: string, status: StatusView, pen: Pen): readonly Line[] {
  return [
    [createSpan(pen.mark("done"), "passed"), createSpan(" "), createSpan(status.id, "id"), createSpan(` ${done}`)],
    ...pen.wrap(status.attention.why, Math.min(76, pen.width - 2)).map((line) => indentLine([createSpan(line)], 2)),
  ];
}
