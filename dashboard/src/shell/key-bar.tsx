import { fleet, type FleetData } from "../data/fleet.ts";
import { useAll, useStore } from "../lib/external-store.ts";
import { listActiveScopes, scopes } from "../lib/keyboard.ts";
import { formatUsd, pluralize } from "../lib/words.ts";
import { Keycaps } from "../parts/keycap.tsx";
import { openKeys } from "./overlays.ts";

const SHOWN_MAX = 7;

/** The keys of what is shown, and the fleet in two figures. */
export function KeyBar() {
  const active = listActiveScopes(useAll(scopes));
  const hasHelp = active.some(({ bindings }) => bindings.some(({ keys }) => keys === "?"));
  const shown = active
    .toReversed()
    .flatMap(({ bindings }) => bindings.filter(({ bar }) => bar === true))
    .slice(0, SHOWN_MAX);
  return (
    <footer className="key-bar">
      {shown.map(({ keys, label }) => (
        <span key={keys} className="key-hint">
          <Keycaps keys={keys} /> {label}
        </span>
      ))}
      <button className="key-hint" onClick={openKeys}>
        {hasHelp && <kbd>?</kbd>} all keys
      </button>
      <span className="grow" />
      <Figures />
    </footer>
  );
}

const Figures = () => <span>{useStore(fleet, formatFigures)}</span>;

function formatFigures({ sessions }: FleetData): string {
  const live = [...sessions.values()].filter(({ attention }) => attention.column !== "done");
  const usd = live.reduce((sum, { usage }) => sum + usage.usd, 0);
  return `${pluralize(live.length, "live session")}${usd > 0 ? ` · ${formatUsd(usd)}` : ""}`;
}
