/** Events and logs as they come. A stream that breaks is taken up again where it was, without a gap or a repetition. */
import type { DiffRecord } from "../change/change.ts";
import type { EventView, ResetNotice } from "../daemon/event.ts";
import { Unreachable } from "./api-error.ts";
import type { CallOptions, RouteInput } from "./calls.ts";
import { parseData } from "./parse-answer.ts";
import { createSseParser, type SseEvent } from "./sse.ts";
import {
  resolveAddress,
  isLostConnection,
  createPatience,
  callRoute,
  readStream,
  type ClientOptions,
} from "./transport.ts";

export type EventNotice =
  | { readonly kind: "event"; readonly event: EventView }
  /** All that happened before the stream was asked for has been told. */
  | { readonly kind: "live"; readonly latest: number }
  /** Older events are gone: what is known may be stale, and is to be read again. */
  | { readonly kind: "reset"; readonly reset: ResetNotice };

/** Goes on until the signal says stop. Without `after` it begins with what happens next. */
export async function* followEvents(
  client: ClientOptions,
  { session, after }: Omit<RouteInput<"events">, "limit">,
  options: CallOptions = {},
): AsyncGenerator<EventNotice, void, undefined> {
  let lastId = after === undefined ? null : String(after);
  let parse = createSseParser();
  const open = (): Promise<Pieces> => {
    parse = createSseParser();
    const headers = { accept: "text/event-stream", ...(lastId === null ? {} : { "last-event-id": lastId }) };
    const asked = { name: "events", input: { session } } as const;
    return callRoute(client, asked, { ...options, headers, isStream: true }, (response) =>
      readStream(response, "events"),
    );
  };
  for await (const text of reopenStream(client, open, options, "never ends")) {
    for (const event of parse(text)) {
      lastId = event.id ?? lastId;
      yield* listNotices(event);
    }
  }
}

function listNotices({ type, data }: SseEvent): readonly EventNotice[] {
  if (data === "") return [];
  if (type === "reset") return [{ kind: "reset", reset: parseData<ResetNotice>(data) }];
  if (type === "live") return [{ kind: "live", ...parseData<{ readonly latest: number }>(data) }];
  return [{ kind: "event", event: parseData<EventView>(data) }];
}

/** Pieces of text. With `follow` until the session has ended or the signal says stop. */
export async function* followLogs(
  client: ClientOptions,
  input: RouteInput<"logs">,
  options: CallOptions = {},
): AsyncGenerator<string, void, undefined> {
  let { from } = input;
  let left = "";
  const open = (): Promise<Pieces> => {
    left = "";
    const asked = { name: "logs", input: { ...input, from } } as const;
    const headers = { accept: "application/x-ndjson" };
    return callRoute(client, asked, { ...options, headers, isStream: true }, (response) =>
      readStream(response, "logs"),
    );
  };
  for await (const text of reopenStream(client, open, options, "ends")) {
    const records = (left + text).split("\n");
    left = records.pop() ?? "";
    for (const record of records) {
      const piece = parseData<LogRecord>(record);
      from = piece.from;
      yield piece.text;
    }
  }
}

/** What broke off is not taken up again: whoever wants it whole asks again. */
export async function* readDiff(
  client: ClientOptions,
  input: RouteInput<"diff">,
  options: CallOptions = {},
): AsyncGenerator<DiffRecord, void, undefined> {
  const headers = { accept: "application/x-ndjson" };
  const pieces = await callRoute(client, { name: "diff", input }, { ...options, headers, isStream: true }, (response) =>
    readStream(response, "diff"),
  );
  const decoder = new TextDecoder();
  let left = "";
  for await (const bytes of pieces) {
    const records = (left + decoder.decode(bytes, { stream: true })).split("\n");
    left = records.pop() ?? "";
    for (const record of records) yield parseData<DiffRecord>(record);
  }
}

type LogRecord = { readonly text: string; readonly from: string };

type Pieces = AsyncIterable<Uint8Array>;

/**
 * Opens the stream again whenever its connection breaks, until nothing was heard for as long as the client is patient.
 * One that `ends` is over when the daemon closes it.
 */
async function* reopenStream(
  client: ClientOptions,
  open: () => Promise<Pieces>,
  { signal, retryForMs = client.retryForMs }: CallOptions,
  end: "ends" | "never ends",
): AsyncGenerator<string, void, undefined> {
  const isStopped = (): boolean => signal?.aborted === true;
  let patience = createPatience(retryForMs);
  while (!isStopped()) {
    const decoder = new TextDecoder();
    try {
      for await (const bytes of await open()) {
        patience = createPatience(retryForMs);
        yield decoder.decode(bytes, { stream: true });
      }
      if (end === "ends") return;
    } catch (error) {
      if (isStopped()) return;
      if (!isLostConnection(error)) throw error;
      if (patience.isOver()) throw new Unreachable(resolveAddress(client), error);
    }
    await patience.pause(undefined);
  }
}
