import type { RefObject } from "react";
import { useSessions } from "../data/fleet.ts";
import { setQuery } from "../lib/address.ts";
import { tastes, setTastes, type Density } from "../data/tastes.ts";
import { useStore } from "../lib/external-store.ts";
import type { Filter } from "./arrange.ts";

type Props = {
  readonly filter: Filter;
  readonly shown: number;
  readonly of: number;
  readonly isList: boolean;
  readonly field: RefObject<HTMLInputElement | null>;
};

export function Filters({ filter, shown, of, isList, field }: Props) {
  const agents = [...new Set([...useSessions().values()].map(({ agent }) => agent))].toSorted();
  const isFiltered = filter.project !== "" || filter.agent !== "" || filter.text !== "";
  return (
    <div className="page-head">
      <input
        ref={field}
        className="field filter"
        type="search"
        value={filter.text}
        aria-label="Filter sessions"
        placeholder="Filter, label:…  /"
        onChange={({ target }) => setQuery({ q: target.value })}
        onKeyDown={({ key, currentTarget }) => {
          if (key === "Escape") currentTarget.blur();
        }}
      />
      {(agents.length > 1 || filter.agent !== "") && (
        <select
          className="field"
          aria-label="Agent"
          value={filter.agent}
          onChange={({ target }) => setQuery({ agent: target.value }, "push")}
        >
          <option value="">all agents</option>
          {agents.map((agent) => (
            <option key={agent}>{agent}</option>
          ))}
        </select>
      )}
      {isFiltered && (
        <button className="button plain" onClick={() => setQuery({ q: null, agent: null, project: null }, "push")}>
          Clear filters
        </button>
      )}
      <span className="grow" />
      <ViewSwitch isList={isList} />
      <DensityChoice />
      <span className="shown-count">{isFiltered ? `${shown} of ${of}` : of}</span>
    </div>
  );
}

function ViewSwitch({ isList }: { readonly isList: boolean }) {
  return (
    <div className="switch" role="group" aria-label="View">
      <button aria-pressed={!isList} onClick={() => setQuery({ view: null, column: null }, "push")}>
        Board
      </button>
      <button aria-pressed={isList} onClick={() => setQuery({ view: "list" }, "push")}>
        List
      </button>
    </div>
  );
}

function DensityChoice() {
  const density = useStore(tastes, (state) => state.density);
  const choose = (value: string): void => {
    const found = (["roomy", "normal", "compact"] satisfies readonly Density[]).find((other) => other === value);
    if (found !== undefined) setTastes({ density: found });
  };
  return (
    <select
      className="field density"
      aria-label="Density"
      value={density}
      onChange={({ target }) => choose(target.value)}
    >
      <option>roomy</option>
      <option>normal</option>
      <option>compact</option>
    </select>
  );
}
