/** The event log: a page of it, or the whole as it grows, resumed without a gap from the last number a client has. */
import type { EventPage } from "../../../protocol/daemon/event.ts";
import type { EventsTable, StoredEvent } from "../../../store/events.ts";
import type { DaemonContext } from "../../context.ts";
import type { EndpointCall, Exchange } from "../../http/endpoint.ts";
import { refuse } from "../../http/refusal.ts";
import { guarded, sendJson } from "../../http/respond.ts";
import { writeSlowly, type Reader } from "../../http/write-slowly.ts";
import { toEventView } from "./event-view.ts";
import type { WakeUps } from "./wake-ups.ts";

const PAGE_DEFAULT = 100;
const BATCH_EVENTS = 200;
const SCAN_BATCHES_MAX = 50;
/** A line in the silence, so that a dead connection is found on both sides. */
const BEAT_MS = 15_000;

export type EventQuestion = {
  readonly subject: string | null;
  readonly after: number | null;
  readonly limit: number;
};

type Source = { readonly context: DaemonContext; readonly wakeUps: WakeUps };

export async function answerEvents(
  source: Source,
  asked: EventQuestion,
  call: EndpointCall,
  exchange: Exchange,
): Promise<void> {
  const { request, response } = exchange;
  const accepts = request.headers.accept ?? "";
  if (!accepts.includes("text/event-stream"))
    return sendJson(response, 200, JSON.stringify(readEventPage(source.context, asked)));
  const lastId = request.headers["last-event-id"];
  const after = lastId === undefined ? asked.after : parseEventNumber(String(lastId));
  response.writeHead(200, {
    ...guarded,
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
  });
  await follow(source, { ...asked, after }, { response, signal: call.signal });
}

function parseEventNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw refuse("bad_request", `nothing was sent: Last-Event-ID ${JSON.stringify(text)} is not the number of an event`);
}

/** Without `after` the last ones. */
export function readEventPage({ store, redact }: DaemonContext, { subject, after, limit }: EventQuestion): EventPage {
  const { events } = store;
  const size = limit === 0 ? PAGE_DEFAULT : limit;
  const latest = events.latest();
  const { found, next } = after === null ? scanLast(events, subject, size) : scan(events, after, { subject, size });
  return {
    events: found.map((event) => toEventView(event, redact)),
    next: Math.min(next, latest),
    latest,
    reset: after !== null && isStale(events, after),
  };
}

/** `next`: all up to this number was looked at. */
type Scanned = { readonly found: readonly StoredEvent[]; readonly next: number };

function scanLast(events: EventsTable, subject: string | null, limit: number): Scanned {
  const next = events.latest();
  if (subject !== null) return { found: events.ofSubject(subject, { before: null, limit }).toReversed(), next };
  return { found: events.after(Math.max(0, next - limit), limit), next };
}

type Wanted = { readonly subject: string | null; readonly size: number };

/** A page of one subject may end before it is full, so that a long log is not read through at once. */
function scan(events: EventsTable, after: number, { subject, size }: Wanted): Scanned {
  const found: StoredEvent[] = [];
  let next = after;
  for (let batches = 0; batches < SCAN_BATCHES_MAX; batches += 1) {
    const batch = events.after(next, BATCH_EVENTS);
    for (const event of batch) {
      next = event.seq;
      if (subject === null || event.subject === subject) found.push(event);
      if (found.length === size) return { found, next };
    }
    if (batch.length < BATCH_EVENTS) return { found, next: Math.max(next, events.latest()) };
  }
  return { found, next };
}

/** Some of what comes next is pruned; or the number is one that we never gave. */
const isStale = (events: EventsTable, after: number): boolean => after + 1 < events.floor() || after > events.latest();

async function follow({ context, wakeUps }: Source, asked: EventQuestion, reader: Reader): Promise<void> {
  const { events } = context.store;
  const { signal } = reader;
  let at = asked.after ?? events.latest();
  if (isStale(events, at)) {
    at = events.latest();
    await writeSlowly(reader, formatSseMessage("reset", at, { after: at, floor: events.floor() }));
  }
  for (let isLive = false; !signal.aborted;) {
    const batch = events.after(at, BATCH_EVENTS);
    const wanted = batch.filter(({ subject }) => asked.subject === null || subject === asked.subject);
    const text = wanted
      .map((event) => formatSseMessage("message", event.seq, toEventView(event, context.redact)))
      .join("");
    at = batch.at(-1)?.seq ?? at;
    if (text !== "") await writeSlowly(reader, text);
    if (batch.length === BATCH_EVENTS) {
      // A client far behind does not hold up the others.
      await new Promise((resolve) => setImmediate(resolve));
      continue;
    }
    if (!isLive) await writeSlowly(reader, formatSseMessage("live", at, { latest: at }));
    isLive = true;
    const isQuiet = await quiet(wakeUps, { after: at, events, signal });
    if (isQuiet && !signal.aborted) await writeSlowly(reader, `: quiet\nid: ${at}\n\n`);
  }
  // Not ended but cut: a client that follows knows by this that there is more, and comes back.
  reader.response.destroy();
}

type Quiet = { readonly after: number; readonly events: EventsTable; readonly signal: AbortSignal };

/** Waits for the next event; true when none came for a while. */
async function quiet(wakeUps: WakeUps, { after, events, signal }: Quiet): Promise<boolean> {
  const untilMs = Date.now() + BEAT_MS;
  while (!signal.aborted && events.latest() <= after) {
    const leftMs = untilMs - Date.now();
    if (leftMs <= 0) return true;
    await wakeUps.next(leftMs, signal);
  }
  return false;
}

function formatSseMessage(type: string, id: number, data: object): string {
  return `${type === "message" ? "" : `event: ${type}\n`}id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
}
