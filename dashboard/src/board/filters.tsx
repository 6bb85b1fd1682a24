import { memo, type RefObject } from "react";
import { fleet, type FleetData } from "../data/fleet.ts";
import { setQuery } from "../lib/address.ts";
import { tastes, setTastes, type Density } from "../data/tastes.ts";
import { useStore } from "../lib/external-store.ts";
import { Switch } from "../parts/switch.tsx";
import type { Filter } from "./arrange.ts";

type Props = Filter & {
  readonly shown: number;
  readonly of: number;
  readonly isList: boolean;
  readonly field: RefObject<HTMLInputElement | null>;
};

export const Filters = memo(function Filters({ project, agent, text, shown, of, isList, field }: Props) {
  const agents = useStore(fleet, fingerprintAgents).split("\n");
  const isFiltered = project !== "" || agent !== "" || text !== "";
  return (
    <div className="page-head">
      <input
        ref={field}
        className="field filter"
        type="search"
        value={text}
        aria-label="Filter sessions"
        placeholder="Filter, e.g. label:ui"
        onChange={({ target }) => setQuery({ q: target.value })}
        onKeyDown={({ key, currentTarget }) => {
          if (key === "Escape") currentTarget.blur();
        }}
      />
      {(agents.length > 1 || agent !== "") && (
        <select
          className="field"
          aria-label="Agent"
          value={agent}
          onChange={({ target }) => setQuery({ agent: target.value }, "push")}
        >
          <option value="">all agents</option>
          {agents.map((name) => (
            <option key={name}>{name}</option>
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
});

/** As one text, which is the same as long as they are. */
const fingerprintAgents = ({ sessions }: FleetData): string =>
  [...new Set([...sessions.values()].map(({ agent }) => agent))].toSorted().join("\n");

function ViewSwitch({ isList }: { readonly isList: boolean }) {
  return (
    <Switch
      name="View"
      of={["Board", "List"]}
      chosen={isList ? "List" : "Board"}
      onChoose={(next) => setQuery(next === "List" ? { view: "list" } : { view: null, column: null }, "push")}
    />
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
