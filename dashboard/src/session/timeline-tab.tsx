/** Every observation, decision and effect, with its reason. */
import { useMemo, useState } from "react";
import type { EventView } from "../../../src/protocol/daemon/event.ts";
import type { SessionView } from "../../../src/protocol/session/session.ts";
import { client } from "../data/client.ts";
import { gaps } from "../data/connection.ts";
import { useNews } from "../data/fleet.ts";
import { useResource } from "../data/resource.ts";
import { setQuery, useQuery } from "../lib/address.ts";
import { useAll } from "../lib/external-store.ts";
import { VirtualList } from "../lib/virtual-list.tsx";
import { formatClockTime, formatExactTime, joinInOneLine, pluralize } from "../lib/words.ts";
import { Empty, Failed, Loading } from "../parts/states.tsx";
import { Switch } from "../parts/switch.tsx";

const LIMIT = 1_000;
const kinds = ["all", "decisions", "people"] as const;

export function TimelineTab({ session }: { readonly session: SessionView }) {
  const { id } = session;
  const { data, error, reload } = useResource(
    `events ${id}`,
    () => client.eventPage({ session: id, limit: LIMIT }),
    useNews(id),
  );
  const asked = useQuery("show");
  const only = kinds.find((kind) => kind === asked) ?? "all";
  const shown = useMemo(() => (data?.events ?? []).filter((event) => isKind(event, only)).toReversed(), [data, only]);
  const missed = useAll(gaps);
  const rows = useMemo(() => addGaps(shown, missed), [shown, missed]);
  return (
    <div className="timeline">
      <div className="tab-bar">
        <Switch
          name="Show"
          of={kinds}
          chosen={only}
          onChoose={(kind) => setQuery({ show: kind === "all" ? null : kind })}
        />
        <span className="quiet">
          {data === null ? "" : `${shown.length} of ${data.events.length}, the newest first`}
        </span>
      </div>
      {data === null && error === null && <Loading what="the timeline" rows={10} height={28} />}
      {error !== null && <Failed what="The timeline" error={error} onRetry={reload} />}
      {data !== null && shown.length === 0 && <Empty title="Nothing of this kind yet." />}
      <VirtualList
        className="panel"
        label="Timeline"
        keys={[...rows.keys()]}
        estimate={30}
        render={(key) => <Row row={rows.get(key)} />}
      />
    </div>
  );
}

type Gap = ReturnType<typeof gaps.get>[number];
type TimelineEntry = { readonly event: EventView } | { readonly gap: Gap };

/** The newest first; a gap stands above what had been heard before it. */
function addGaps(events: readonly EventView[], missed: readonly Gap[]): ReadonlyMap<string, TimelineEntry> {
  const rows = new Map<string, TimelineEntry>();
  const left = missed.toReversed();
  const atMost = (ms: number): void => {
    for (let gap = left[0]; gap !== undefined && gap.fromMs >= ms; gap = left[0]) {
      rows.set(`gap ${gap.fromMs}`, { gap });
      left.shift();
    }
  };
  for (const event of events) {
    atMost(Date.parse(event.at));
    rows.set(String(event.seq), { event });
  }
  atMost(Number.NEGATIVE_INFINITY);
  return rows;
}

function Row({ row }: { readonly row: TimelineEntry | undefined }) {
  if (row === undefined) return null;
  return "gap" in row ? <GapRow gap={row.gap} /> : <TimelineRow event={row.event} />;
}

function GapRow({ gap: { fromMs, toMs, events } }: { readonly gap: Gap }) {
  return (
    <p className="gap-row quiet" data-gap>
      No connection from {formatClockTime(fromMs, true)} to {formatClockTime(toMs, true)};{" "}
      {events === null ? "everything was reloaded." : `${pluralize(events, "event")} came meanwhile.`}
    </p>
  );
}

function isKind({ kind, why }: EventView, only: (typeof kinds)[number]): boolean {
  if (only === "people") return kind === "command_given";
  return only === "all" || why.length > 0;
}

function TimelineRow({ event }: { readonly event: EventView }) {
  const [isOpen, setOpen] = useState(false);
  const { at, kind, told, why, effects, seq } = event;
  const isPerson = kind === "command_given";
  return (
    <div className="event" data-seq={seq}>
      <button className="event-line timeline-line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <time className="quiet" dateTime={at} title={formatExactTime(at)}>
          {formatClockTime(at, true)}
        </time>
        <span className="quiet">{isPerson ? "● person" : why.length > 0 ? "◇ decided" : "◁ seen"}</span>
        <span className="cut">{joinInOneLine(why.length > 0 ? why : [told])}</span>
      </button>
      {isOpen && (
        <div className="event-more">
          <p>
            ◁ seen: {told} <span className="quiet mono">event {seq}</span>
          </p>
          {why.map((sentence, index) => (
            <p key={index}>◇ decided: {sentence}</p>
          ))}
          {effects.length > 0 && <p>▷ done: {effects.map((effect) => effect.replaceAll("_", " ")).join(", ")}</p>}
        </div>
      )}
    </div>
  );
}
