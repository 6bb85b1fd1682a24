/** Who needs me? */
import { useCallback, useMemo, useRef } from "react";
import { fleet, useSessions, type Column } from "../data/fleet.ts";
import { currentAddress, setQuery, useQuery } from "../lib/address.ts";
import { useStore } from "../lib/external-store.ts";
import { useIsNarrow } from "../lib/narrow.ts";
import { plural } from "../lib/words.ts";
import { Empty, Loading } from "../parts/states.tsx";
import { FirstRun } from "../start/first-run.tsx";
import { useTab } from "../shell/tab.ts";
import { arrange, columns, unmoved, type Arranged, type Filter } from "./arrange.ts";
import { BoardColumn } from "./column.tsx";
import { Filters } from "./filters.tsx";
import { ListView } from "./list-view.tsx";
import { useBoardKeys } from "./use-board-keys.ts";

export function BoardPage() {
  const isLoaded = useStore(fleet, (state) => state.isLoaded);
  const sessions = useSessions();
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

  if (!isLoaded) return <BoardLoading />;
  if (sessions.size === 0) return <FirstRun />;
  const count = columns.reduce((sum, column) => sum + arranged[column].length, 0);
  return (
    <div className="board-page">
      <h1 className="unseen">Board</h1>
      <Filters {...filter} shown={count} of={sessions.size} isList={isList} field={filterField} />
      {count === 0 ? (
        <NothingMatches filter={filter} of={sessions.size} />
      ) : isList ? (
        <ListView arranged={arranged} isFiltered={count < sessions.size} />
      ) : (
        <Columns arranged={arranged} isFiltered={count < sessions.size} />
      )}
    </div>
  );
}

function useArranged({ project, agent, text }: Filter): Arranged {
  const sessions = useSessions();
  const before = useRef<Arranged | null>(null);
  return useMemo(() => {
    before.current = unmoved(before.current, arrange(sessions.values(), { project, agent, text }));
    return before.current;
  }, [sessions, project, agent, text]);
}

function NothingMatches({ filter: { project, agent, text }, of }: { readonly filter: Filter; readonly of: number }) {
  const asked = [project === "" ? "" : `project:${project}`, agent === "" ? "" : `agent:${agent}`, text]
    .filter((part) => part !== "")
    .join(" ");
  return (
    <Empty title={`No session matches ${asked}.`}>
      <p>{plural(of, "session")} without it.</p>
      <button className="button" onClick={() => setQuery({ q: null, agent: null, project: null }, "push")}>
        Clear filters
      </button>
    </Empty>
  );
}

type ColumnsProps = { readonly arranged: Arranged; readonly isFiltered: boolean };

/** Finished sessions are folded away; on a small window all but what needs a person. */
function Columns({ arranged, isFiltered }: ColumnsProps) {
  const open = listed(useQuery("open"));
  const isNarrow = useIsNarrow();
  const toggle = useCallback((column: Column): void => {
    const now = listed(currentAddress().query.get("open"));
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

const listed = (names: string | null): readonly string[] => (names ?? "").split(",").filter((name) => name !== "");

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
