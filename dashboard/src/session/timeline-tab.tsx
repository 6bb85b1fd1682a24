/** Every observation, decision and effect, with its reason. */
import { useMemo, useState } from "react";
import type { EventView } from "../../../src/protocol/event.ts";
import type { SessionView } from "../../../src/protocol/session.ts";
import { client } from "../data/client.ts";
import { useConnection } from "../data/connection.ts";
import { useNews } from "../data/fleet.ts";
import { useResource } from "../data/resource.ts";
import { setQuery, useQuery } from "../lib/address.ts";
import { VirtualList } from "../lib/virtual-list.tsx";
import { clockTime, exactTime } from "../lib/words.ts";
import { Empty, Failed, Loading } from "../parts/states.tsx";

const LIMIT = 1_000;
const kinds = ["all", "decisions", "people"] as const;

export function TimelineTab({ session }: { readonly session: SessionView }) {
  const { id } = session;
  const { data, error, reload } = useResource(
    `events ${id}`,
    () => client.eventPage({ session: id, limit: LIMIT }),
    useNews(id),
  );
  const only = kinds.find((kind) => kind === useQuery("show")) ?? "all";
  const shown = useMemo(() => (data?.events ?? []).filter((event) => isKind(event, only)).toReversed(), [data, only]);
  const bySeq = useMemo(() => new Map(shown.map((event) => [String(event.seq), event])), [shown]);
  return (
    <div className="timeline">
      <div className="tab-bar">
        <div className="switch" role="group" aria-label="Show">
          {kinds.map((kind) => (
            <button
              key={kind}
              aria-pressed={kind === only}
              onClick={() => setQuery({ show: kind === "all" ? null : kind })}
            >
              {kind}
            </button>
          ))}
        </div>
        <span className="quiet">
          {data === null ? "" : `${shown.length} of ${data.events.length}, the newest first`}
        </span>
        <Gap />
      </div>
      {data === null && error === null && <Loading what="the timeline" rows={10} height={28} />}
      {error !== null && <Failed what="The timeline" error={error} onRetry={reload} />}
      {data !== null && shown.length === 0 && <Empty title="Nothing of this kind yet." />}
      <VirtualList
        className="panel"
        label="Timeline"
        keys={[...bySeq.keys()]}
        estimate={30}
        render={(seq) => <TimelineRow event={bySeq.get(seq)} />}
      />
    </div>
  );
}

function Gap() {
  const state = useConnection();
  if (state.kind !== "live" || state.missed === null) return null;
  const { fromMs, events } = state.missed;
  return (
    <span className="quiet">
      The page was offline from {clockTime(fromMs)}; {events === null ? "all was read anew" : `${events} events loaded`}
    </span>
  );
}

function isKind({ kind, why }: EventView, only: (typeof kinds)[number]): boolean {
  if (only === "people") return kind === "command_given";
  return only === "all" || why.length > 0;
}

function TimelineRow({ event }: { readonly event: EventView | undefined }) {
  const [isOpen, setOpen] = useState(false);
  if (event === undefined) return null;
  const { at, kind, told, why, effects, seq } = event;
  const isPerson = kind === "command_given";
  return (
    <div className="event" data-seq={seq}>
      <button className="event-line timeline-line" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <time className="quiet" dateTime={at} title={exactTime(at)}>
          {clockTime(at, true)}
        </time>
        <span className="quiet">{isPerson ? "● person" : why.length > 0 ? "◇ decided" : "◁ seen"}</span>
        <span className="cut">{why.length > 0 ? why.join(" · ") : told}</span>
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
