import type { Command } from "commander";
import type { Client } from "../../../protocol/client/create-client.ts";
import type { EventPage, EventView } from "../../../protocol/daemon/event.ts";
import { connect } from "../../daemon/connect.ts";
import type { Io } from "../../render/io.ts";
import { drawLines, createPen } from "../../render/line.ts";
import { formatRecords } from "../../render/records.ts";
import { layOutEvents, formatEventLines, toEventRecord, type EventLayout } from "../../views/events.ts";
import { parseWholeNumber } from "../../input/whole-number.ts";
import { READ } from "./list.ts";

export const examples = [
  ["ao events", "the last 20 of the whole fleet"],
  ["ao events app-7 -n 100", "the last 100 of one session"],
  ["ao events -f", "and what happens from now on"],
  ["ao events --json -f | jq .kind", "one event a line, for scripts"],
] as const;

const LAST = 20;
const PAGE = 1_000;

type EventOptions = { readonly follow?: boolean; readonly number?: string; readonly after?: string };

export function define(command: Command, io: Io): void {
  command
    .argument("[session]", "id, name or issue")
    .option("-f, --follow", "and what happens from now on")
    .option("-n, --number <n>", `how many of the last ones; default: ${LAST}, with --json all`)
    .option("--after <seq>", "those after a number instead")
    .action((session: string | undefined, options: EventOptions) => showEvents(io, session, options));
}

type About = { readonly session?: string };

async function showEvents(io: Io, session: string | undefined, options: EventOptions): Promise<void> {
  const client = await connect(io);
  const about: About = session === undefined ? {} : { session };
  const { follow = false, number } = options;
  const after = options.after === undefined ? null : parseWholeNumber(options.after, "--after");
  if (io.json && !follow && number === undefined) return printAll(io, client, { ...about, after: after ?? 0 });
  const limit = number === undefined ? LAST : parseWholeNumber(number, "--number");
  const page = await readEvents(client, about, { limit, after });
  const layout = layOutEvents(page.events, createPen(io.answer));
  for (const event of page.events) show(io, event, layout);
  if (follow) return followOn(io, client, { ...about, after: page.next }, layout);
  if (page.events.length === 0) tellEmpty(io);
}

async function followOn(io: Io, client: Client, asked: About & { readonly after: number }, layout: EventLayout) {
  for await (const notice of client.events(asked)) {
    if (notice.kind === "event") show(io, notice.event, layout);
    else if (notice.kind === "reset")
      io.tell(`older events were deleted; continuing after number ${notice.reset.after}`);
  }
}

/** A program that asks for the log means all of it; a page is printed before the next is asked for. */
async function printAll(
  io: Io,
  client: Client,
  { after, ...about }: About & { readonly after: number },
): Promise<void> {
  for (let next = after; ;) {
    const page = await client.eventPage({ ...about, after: next, limit: PAGE }, READ);
    for (const event of page.events) io.print(JSON.stringify(event));
    await io.drained();
    if (page.next >= page.latest) return;
    ({ next } = page);
  }
}

type Wanted = { readonly limit: number; readonly after: number | null };
type Read = Pick<EventPage, "events" | "next">;

/** As many as were asked for; the daemon answers a page at a time. */
async function readEvents(client: Client, about: About, wanted: Wanted): Promise<Read> {
  const { limit, after } = wanted;
  if (limit <= PAGE) return client.eventPage({ ...about, ...(after === null ? {} : { after }), limit }, READ);
  const events: EventView[] = [];
  for (let next = after ?? 0; ;) {
    const page = await client.eventPage({ ...about, after: next, limit: PAGE }, READ);
    events.push(...page.events);
    next = page.next;
    const isAll = page.next >= page.latest || (after !== null && events.length >= limit);
    if (!isAll) continue;
    return { events: after === null ? events.slice(-limit) : events.slice(0, limit), next };
  }
}

function tellEmpty(io: Io): void {
  if (io.answer.isTerminal && !io.json) io.tell("No events yet.");
}

/** One at a time: a follower has no end to wait for. */
function show(io: Io, event: EventView, layout: EventLayout): void {
  if (io.json) return io.print(JSON.stringify(event));
  if (!io.answer.isTerminal) return io.print(formatRecords([toEventRecord(event)]));
  const pen = createPen(io.answer);
  io.print(drawLines(formatEventLines(event, layout, io.now(), pen), pen));
}
