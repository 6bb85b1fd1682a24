/** The log that explains: what was seen, what was decided and why, what is done about it. */
import { useEffect, useMemo, useRef, useState } from "react";
import type { EventView } from "../../../src/protocol/daemon/event.ts";
import { client } from "../data/client.ts";
import { addEventListener } from "../data/follow.ts";
import { complain } from "../data/notices.ts";
import { formatSessionPath, setQuery, useQuery } from "../lib/address.ts";
import { useKeys } from "../lib/keyboard.ts";
import { Link } from "../lib/link.tsx";
import { VirtualList } from "../lib/virtual-list.tsx";
import { formatCsv, saveText } from "../lib/take-away.ts";
import { formatClockTime, formatExactTime, joinInOneLine } from "../lib/words.ts";
import { Empty, Loading } from "../parts/states.tsx";
import { useTab } from "../shell/tab.ts";

const FIRST = 200;
const KEPT_MAX = 5_000;

export function EventsPage() {
  useTab("Events");
  const text = useQuery("q") ?? "";
  const field = useRef<HTMLInputElement>(null);
  const { events, total, older } = useEvents();
  const shown = useMemo(() => events?.filter((event) => matchesFilter(event, text)) ?? [], [events, text]);
  useKeys("Events", [{ keys: "/", label: "filter", run: () => field.current?.focus(), bar: true }]);
  const bySeq = useMemo(() => new Map(shown.map((event) => [String(event.seq), event])), [shown]);
  return (
    <div className="page fills">
      <div className="page-title">
        <h1>Events</h1>
        <span className="quiet">{events === null ? "" : `Showing ${shown.length} of ${total}`}</span>
        <span className="grow" />
        <button className="button" disabled={shown.length === 0} onClick={() => exportEvents(shown)}>
          Export CSV
        </button>
        <input
          ref={field}
          className="field"
          type="search"
          aria-label="Filter events"
          placeholder="Filter  /"
          value={text}
          onChange={({ target }) => setQuery({ q: target.value })}
        />
      </div>
      {events === null && <Loading what="events" rows={12} height={28} />}
      {events !== null && shown.length === 0 && (
        <Empty title={text === "" ? "Nothing has happened yet." : `No event matches ${text}.`} />
      )}
      {shown.length > 0 && (
        <VirtualList
          className="panel"
          label="Events, the newest first"
          keys={[...bySeq.keys()]}
          estimate={32}
          render={(seq) => <EventRow event={bySeq.get(seq)} />}
          footer={
            older !== null && (
              <button className="button plain" onClick={older}>
                Older
              </button>
            )
          }
        />
      )}
    </div>
  );
}

function exportEvents(events: readonly EventView[]): void {
  const rows = events.map(({ seq, at, project, subject, kind, told, why, effects }) => [
    ...[seq, at, project, subject, kind, told],
    ...[why.join(" · "), effects.join(" ")],
  ]);
  const head = ["event", "when", "project", "subject", "kind", "seen", "decided", "done"];
  saveText(formatCsv({ head, rows }), "events.csv");
}

function useEvents() {
  const [events, setEvents] = useState<readonly EventView[] | null>(null);
  const [total, setTotal] = useState(0);
  useEffect(() => {
    const fresh: EventView[] = [];
    let timer: ReturnType<typeof setTimeout> | null = null;
    const flush = (): void => {
      timer = null;
      const added = fresh.splice(0).toReversed();
      setTotal((count) => Math.max(count, added[0]?.seq ?? 0));
      setEvents((known) => (known === null ? known : mergeEvents(added, known)));
    };
    const stop = addEventListener((event) => {
      fresh.push(event);
      timer ??= setTimeout(flush, 100);
    });
    client.eventPage({ limit: FIRST }).then((page) => {
      setTotal(page.latest);
      setEvents(page.events.toReversed());
    }, complain);
    return () => {
      stop();
      if (timer !== null) clearTimeout(timer);
    };
  }, []);
  const oldest = events?.at(-1)?.seq ?? 0;
  const older =
    oldest <= 1
      ? null
      : (): void => {
          const after = Math.max(0, oldest - 1 - FIRST);
          client
            .eventPage({ after, limit: Math.min(FIRST, oldest - 1 - after) })
            .then((page) => setEvents((known) => mergeEvents(known ?? [], page.events.toReversed())), complain);
        };
  return { events, total, older };
}

/** Newest first, none twice. */
function mergeEvents(newer: readonly EventView[], rest: readonly EventView[]): readonly EventView[] {
  const seen = new Set(newer.map(({ seq }) => seq));
  return [...newer, ...rest.filter(({ seq }) => !seen.has(seq))].slice(0, KEPT_MAX);
}

function matchesFilter({ subject, kind, told, why }: EventView, text: string): boolean {
  const all = [subject, kind, told, ...why].join(" ").toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

function EventRow({ event }: { readonly event: EventView | undefined }) {
  const [isOpen, setOpen] = useState(false);
  if (event === undefined) return null;
  const { at, subject, told, why, effects, kind, seq } = event;
  return (
    <div className="event">
      <button className="event-line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <time className="quiet" dateTime={at} title={formatExactTime(at)}>
          {formatClockTime(at, true)}
        </time>
        <span className="mono quiet cut" title={subject}>
          {subject}
        </span>
        <span className="cut">{joinInOneLine([told])}</span>
        <span className="quiet cut">{joinInOneLine(why)}</span>
      </button>
      {isOpen && (
        <div className="event-more">
          <p>
            Seen: {told}{" "}
            <span className="quiet mono">
              {kind}, event {seq}
            </span>
          </p>
          {why.map((sentence, index) => (
            <p key={index}>Decided: {sentence}</p>
          ))}
          {effects.length > 0 && <p>Done: {effects.map((effect) => effect.replaceAll("_", " ")).join(", ")}</p>}
          <Link className="link" href={formatSessionPath(subject)}>
            Open {subject}
          </Link>
        </div>
      )}
    </div>
  );
}
