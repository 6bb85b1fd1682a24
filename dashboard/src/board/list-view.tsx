import { useEffect, useRef } from "react";
import { formatEntryMark, nameEntry } from "../data/board-entry.ts";
import { formatEntryPath } from "../data/entry-path.ts";
import { useEntry } from "../data/fleet.ts";
import { setQuery, useQuery } from "../lib/address.ts";
import { Link } from "../lib/link.tsx";
import { VirtualList, type ListHandle } from "../lib/virtual-list.tsx";
import { formatUsd } from "../lib/words.ts";
import { Age } from "../parts/age.tsx";
import { CheckMarks } from "../parts/check-marks.tsx";
import { Glyph, chooseStatusGlyph, glyphWords } from "../parts/glyph.tsx";
import { Empty } from "../parts/states.tsx";
import { columnNames, columns, getSince, type Arranged } from "./arrange.ts";
import { lists } from "./lists.ts";

const ROW_PX = 36;

type Props = { readonly arranged: Arranged; readonly isFiltered: boolean };

/** The same cards as rows, for many sessions and for small windows. */
export function ListView({ arranged, isFiltered }: Props) {
  const only = useQuery("column");
  const handle = useRef<ListHandle | null>(null);
  useEffect(() => {
    lists.set("list", handle);
    return () => void lists.delete("list");
  }, []);
  const shown = columns.filter((column) => only === null || column === only);
  const ids = shown.flatMap((column) => arranged[column]);
  if (ids.length === 0)
    return (
      <Empty title={isFiltered ? "Nothing matches." : "Nothing here."}>
        <button className="button" onClick={() => setQuery({ q: null, agent: null, project: null, column: null })}>
          Clear filters
        </button>
      </Empty>
    );
  return (
    <VirtualList
      className="rows"
      keys={ids}
      label={
        only === null
          ? "Sessions"
          : (columns.filter((column) => column === only).map((column) => columnNames[column])[0] ?? "Sessions")
      }
      estimate={ROW_PX}
      handle={handle}
      isSteady
      render={(id) => <EntryRow id={id} />}
    />
  );
}

function EntryRow({ id }: { readonly id: string }) {
  const status = useEntry(id);
  const isAt = useQuery("at") === id;
  if (status === undefined) return null;
  const { title, attention, agent, progress, usage } = status;
  return (
    <Link
      href={formatEntryPath(status)}
      className={`row ${isAt ? "at" : ""}`}
      {...formatEntryMark(status)}
      onFocus={() => setQuery({ at: id })}
    >
      <Glyph name={chooseStatusGlyph(status)} />
      <span className="row-state">{glyphWords[chooseStatusGlyph(status)]}</span>
      <span className="row-id mono cut">{nameEntry(status)}</span>
      <span className="row-title cut">{title}</span>
      <span className="row-why cut" title={attention.why}>
        {attention.why}
      </span>
      <span className="row-agent cut">{status.ofChange === undefined ? agent : status.ofChange.author}</span>
      <span className="row-checks">{progress.checks !== null && <CheckMarks {...progress.checks} />}</span>
      <span className="row-cost">{usage.usd > 0 ? formatUsd(usage.usd) : "–"}</span>
      <Age of={getSince(status)} />
    </Link>
  );
}
