/** What is broken on this machine, and the command that fixes it: the rows of `ao doctor`. */
import type { DoctorRow } from "../../../src/protocol/daemon/housekeeping.ts";
import { client } from "../data/client.ts";
import { useResource } from "../data/resource.ts";
import { pluralize } from "../lib/words.ts";
import { Glyph, type GlyphName } from "../parts/glyph.tsx";
import { Failed, Loading } from "../parts/states.tsx";
import { copy } from "../shell/palette-rows.ts";
import { useTab } from "../shell/tab.ts";

const order: Readonly<Record<DoctorRow["state"], number>> = { broken: 0, unknown: 1, ok: 2, off: 3 };
const glyphs: Readonly<Record<DoctorRow["state"], GlyphName>> = {
  broken: "failed",
  unknown: "unknown",
  ok: "done",
  off: "waiting",
};
const words: Readonly<Record<DoctorRow["state"], string>> = {
  broken: "broken",
  unknown: "not known",
  ok: "fine",
  off: "off",
};

export function DoctorPage() {
  useTab("Doctor");
  const { data, error, reload } = useResource("doctor", () => client.doctor({}));
  const rows = data === null ? [] : [...data.rows].toSorted((a, b) => order[a.state] - order[b.state]);
  return (
    <div className="page">
      <div className="page-title">
        <h1>Doctor</h1>
        <span className="quiet">{data === null ? "" : summarizeDoctor(rows)}</span>
        <span className="grow" />
        <button className="button" onClick={reload}>
          Look again
        </button>
      </div>
      {data === null && error === null && <Loading what="what is installed" rows={8} height={40} />}
      {error !== null && <Failed what="The state of this machine" error={error} onRetry={reload} />}
      <ul className="panel table">
        {rows.map((row, index) => (
          <Row key={index} row={row} />
        ))}
      </ul>
    </div>
  );
}

function Row({ row: { group, state, text, fix } }: { readonly row: DoctorRow }) {
  return (
    <li className={`table-row doctor-row ${state}`}>
      <Glyph name={glyphs[state]} isNamed={false} />
      <span className="doctor-state">{words[state]}</span>
      <span className="doctor-group">{group}</span>
      <span className="doctor-text">{text}</span>
      {fix !== null && (
        <span className="doctor-fix">
          <code>{fix}</code>
          <button className="button" onClick={() => copy(fix)}>
            Copy fix
          </button>
        </span>
      )}
    </li>
  );
}

function summarizeDoctor(rows: readonly DoctorRow[]): string {
  const count = (state: DoctorRow["state"]): number => rows.filter((row) => row.state === state).length;
  const [broken, unknown] = [count("broken"), count("unknown")];
  if (broken + unknown === 0) return "Everything that is used is fine.";
  return [broken > 0 ? `${pluralize(broken, "thing")} broken` : "", unknown > 0 ? `${unknown} not known` : ""]
    .filter(Boolean)
    .join(", ");
}
