/** Who needs me? */
import { useCallback, useMemo, useRef } from "react";
import { listEntries, fleet, useChanges, useSessions, type EntryColumn } from "../data/fleet.ts";
import { readAddress, setQuery, useQuery } from "../lib/address.ts";
import { useStore } from "../lib/external-store.ts";
import { useIsNarrow } from "../lib/narrow.ts";
import { pluralize } from "../lib/words.ts";
import { Empty, Loading } from "../parts/states.tsx";
import { FirstRun } from "../start/first-run.tsx";
import { useTab } from "../shell/tab.ts";
import { arrange, columns, keepUnmoved, type Arranged, type Filter } from "./arrange.ts";
import { BoardColumn } from "./column.tsx";
import { Filters } from "./filters.tsx";
import { ListView } from "./list-view.tsx";
import { useBoardKeys } from "./use-board-keys.ts";

export function BoardPage() {
  const known = useKnown();
  const filter: Filter = {
    project: useQuery("project") ?? "",
    agent: useQuery("agent") ?? "",
    text: useQuery("q") ?? "",
  };
  const arranged = useArranged(filter);
  const isList = useQuery("view") === "list";
  const filterField = useRef<HTMLInputElement>(null);
  useTab("Board");
  useBoardKeys({ arranged, at: useQuery("at"), isList, filterField });

  if (known === null) return <BoardLoading />;
  const all = known.sessions + known.changes;
  if (all === 0) return <FirstRun />;
  const count = columns.reduce((sum, column) => sum + arranged[column].length, 0);
  return (
    <div className="board-page">
      <h1 className="unseen">Board</h1>
      <Filters {...filter} shown={count} of={all} isList={isList} field={filterField} />
      {count === 0 ? (
        <NothingMatches filter={filter} {...known} />
      ) : isList ? (
        <ListView arranged={arranged} isFiltered={count < all} />
      ) : (
        <Columns arranged={arranged} isFiltered={count < all} />
      )}
    </div>
  );
}

type Known = { readonly sessions: number; readonly changes: number };

/** How many there are; null: not known yet. Where there are sessions, nobody waits for the changes beside them. */
function useKnown(): Known | null {
  const isLoaded = useStore(fleet, (state) => state.isLoaded);
  const sessions = useSessions().size;
  const changes = useChanges();
  if (!isLoaded || (sessions === 0 && changes === null)) return null;
  return { sessions, changes: changes?.size ?? 0 };
}

function useArranged({ project, agent, text }: Filter): Arranged {
  const sessions = useSessions();
  const changes = useChanges();
  const before = useRef<Arranged | null>(null);
  return useMemo(() => {
    before.current = keepUnmoved(before.current, arrange(listEntries({ sessions, changes }), { project, agent, text }));
    return before.current;
  }, [sessions, changes, project, agent, text]);
}

type NothingProps = Known & { readonly filter: Filter };

function NothingMatches({ filter: { project, agent, text }, sessions, changes }: NothingProps) {
  const asked = [project === "" ? "" : `project:${project}`, agent === "" ? "" : `agent:${agent}`, text]
    .filter((part) => part !== "")
    .join(" ");
  return (
    <Empty title={`${changes === 0 ? "No session" : "Nothing"} matches ${asked}.`}>
      <p>
        {pluralize(sessions, "session")}
        {changes > 0 && ` and ${pluralize(changes, "change")}`} without it.
      </p>
      <button className="button" onClick={() => setQuery({ q: null, agent: null, project: null }, "push")}>
        Clear filters
      </button>
    </Empty>
  );
}

type ColumnsProps = { readonly arranged: Arranged; readonly isFiltered: boolean };

/** Finished sessions are folded away; on a small window all but what needs a person. */
function Columns({ arranged, isFiltered }: ColumnsProps) {
  const open = parseNames(useQuery("open"));
  const isNarrow = useIsNarrow();
  const toggle = useCallback((column: EntryColumn): void => {
    const now = parseNames(readAddress().query.get("open"));
    const next = now.includes(column) ? now.filter((other) => other !== column) : [...now, column];
    setQuery({ open: next.join(",") });
  }, []);
  return (
    <div className={`columns ${open.includes("done") ? "done-open" : ""}`}>
      {columns.map((column) => {
        const folds = column === "done" || (isNarrow && column !== "needs_you");
        return (
          <BoardColumn
            key={column}
            column={column}
            ids={arranged[column]}
            isOpen={!folds || open.includes(column)}
            onFold={folds ? toggle : null}
            isFiltered={isFiltered}
          />
        );
      })}
    </div>
  );
}

const parseNames = (names: string | null): readonly string[] => (names ?? "").split(",").filter((name) => name !== "");

function BoardLoading() {
  return (
    <div className="board-page">
      <div className="page-head" />
      <div className="columns">
        {columns.slice(0, 5).map((column) => (
          <Loading key={column} what="sessions" height={112} rows={3} />
        ))}
      </div>
    </div>
  );
}
