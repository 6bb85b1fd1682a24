/** What was just done to a session, and what follows from it: the daemon's own sentence. */
import type { StatusView } from "../../protocol/status.ts";
import type { Io } from "../render/io.ts";
import { indented, span, type Line, type Pen } from "../render/line.ts";
import { show } from "../show.ts";
import { sessionRecord } from "./session-record.ts";

export function showDeed(io: Io, done: string, status: StatusView): void {
  show(io, {
    json: () => status,
    records: () => [sessionRecord(status)],
    lines: (pen) => deedLines(done, status, pen),
  });
}

export function deedLines(done: string, status: StatusView, pen: Pen): readonly Line[] {
  return [
    [span(pen.mark("done"), "passed"), span(" "), span(status.id, "id"), span(` ${done}`)],
    ...pen.wrap(status.attention.why, Math.min(76, pen.width - 2)).map((line) => indented([span(line)], 2)),
  ];
}
