/** A session's output as an answer: plain text, or (for clients that take it up again) records with their position. */
import { refuse } from "../../http/refusal.ts";
import { guarded } from "../../http/respond.ts";
import type { Exchange } from "../../http/endpoint.ts";
import { writeSlowly } from "../../http/write-slowly.ts";
import { readPosition, writePosition, type LogPosition } from "./log-position.ts";
import { readLogs, findTailPosition, type LogPiece, type LogQuestion, type LogSource } from "./logs.ts";

export type LogsAsked = Omit<LogQuestion, "from"> & {
  readonly from: string | undefined;
  readonly tail: number | undefined;
};

export async function sendLogs(source: LogSource, asked: LogsAsked, { request, response }: Exchange): Promise<void> {
  const from = await findBeginning(source, asked);
  const areRecords = (request.headers.accept ?? "").includes("application/x-ndjson");
  response.writeHead(200, {
    ...guarded,
    "content-type": areRecords ? "application/x-ndjson; charset=utf-8" : "text/plain; charset=utf-8",
    "cache-control": "no-store",
  });
  response.flushHeaders();
  const render = areRecords ? toLogRecord : ({ text }: LogPiece): string => text;
  for await (const piece of readLogs(source, { ...asked, from }))
    await writeSlowly({ response, signal: source.signal }, render(piece));
  // A client that follows takes an end for the end: when it is only ours, the connection is cut instead.
  if (source.signal.aborted) response.destroy();
  else response.end();
}

function toLogRecord({ text, position }: LogPiece): string {
  return `${JSON.stringify({ text, from: writePosition(position) })}\n`;
}

async function findBeginning(source: LogSource, asked: LogsAsked): Promise<LogPosition> {
  if (asked.from !== undefined) {
    const position = readPosition(asked.from);
    if (position !== null) return position;
    throw refuse("bad_request", `nothing was sent: from=${asked.from} is not a position in a log`);
  }
  const start = { n: 0, out: 0, err: 0 };
  return asked.tail === undefined ? start : findTailPosition(source, asked, asked.tail);
}
