/** What holds, and where it comes from. The reader's own tastes are kept in this browser. */
import { useMemo } from "react";
import type { ConfigView } from "../../../src/protocol/housekeeping.ts";
import { client } from "../data/client.ts";
import { useProjects } from "../data/fleet.ts";
import { useResource } from "../data/resource.ts";
import { setTastes, tastes, type Density, type Theme } from "../data/tastes.ts";
import { setQuery, useQuery } from "../lib/address.ts";
import { useAll } from "../lib/external-store.ts";
import { Link } from "../lib/link.tsx";
import { Empty, Failed, Loading } from "../parts/states.tsx";
import { useTab } from "../shell/tab.ts";

export function SettingsPage() {
  useTab("Settings");
  return (
    <div className="page">
      <div className="page-title">
        <h1>Settings</h1>
        <span className="grow" />
        <Link className="button" href="/projects">
          Projects
        </Link>
        <Link className="button" href="/doctor">
          Doctor
        </Link>
      </div>
      <Appearance />
      <InForce />
    </div>
  );
}

function Appearance() {
  const { theme, density } = useAll(tastes);
  return (
    <section className="panel settings-part">
      <h2>This browser</h2>
      <Choice
        name="Theme"
        chosen={theme}
        of={["system", "light", "dark"] satisfies readonly Theme[]}
        onChoose={(next) => setTastes({ theme: next })}
      />
      <Choice
        name="Density"
        chosen={density}
        of={["roomy", "normal", "compact"] satisfies readonly Density[]}
        onChoose={(next) => setTastes({ density: next })}
      />
    </section>
  );
}

type ChoiceProps<T extends string> = {
  readonly name: string;
  readonly chosen: T;
  readonly of: readonly T[];
  readonly onChoose: (next: T) => void;
};

function Choice<T extends string>({ name, chosen, of, onChoose }: ChoiceProps<T>) {
  return (
    <div className="setting" role="group" aria-label={name}>
      <span>{name}</span>
      <div className="switch">
        {of.map((value) => (
          <button key={value} aria-pressed={value === chosen} onClick={() => onChoose(value)}>
            {value}
          </button>
        ))}
      </div>
    </div>
  );
}

function InForce() {
  const projects = useProjects();
  const project = useQuery("project") ?? projects[0]?.id ?? "";
  const text = useQuery("q") ?? "";
  const { data, error, reload } = useResource(`config ${project}`, () =>
    client.config(project === "" ? {} : { project }),
  );
  return (
    <section className="panel settings-part">
      <div className="settings-head">
        <h2>In force{project === "" ? "" : ` for ${project}`}</h2>
        <span className="grow" />
        <input
          className="field"
          type="search"
          aria-label="Filter settings"
          placeholder="Filter by key"
          value={text}
          onChange={({ target }) => setQuery({ q: target.value })}
        />
      </div>
      {data === null && error === null && <Loading what="settings" rows={8} height={24} />}
      {error !== null && <Failed what="What holds" error={error} onRetry={reload} />}
      {data !== null && <Settings config={data} text={text} />}
    </section>
  );
}

function Settings({ config, text }: { readonly config: ConfigView; readonly text: string }) {
  const rows = useMemo(() => flat(config.settings), [config]);
  const shown = rows.filter(([key, value]) => `${key} ${value}`.toLowerCase().includes(text.toLowerCase()));
  return (
    <>
      {config.problems.map((problem) => (
        <p key={problem} className="problem error">
          {problem}
        </p>
      ))}
      <dl className="settings-list">
        {shown.map(([key, value]) => (
          <div key={key} className="settings-row">
            <dt className="mono">{key}</dt>
            <dd className="mono">{value}</dd>
          </div>
        ))}
      </dl>
      {shown.length === 0 && <Empty title="No setting is called that." />}
      <p className="quiet">
        Read from {config.files.length === 0 ? "no file: these are the defaults" : config.files.join(", ")}. Set one
        with <code>ao config set {shown[0]?.[0] ?? "KEY"} VALUE</code>
      </p>
    </>
  );
}

function flat(value: unknown, path = ""): readonly (readonly [string, string])[] {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return [[path, JSON.stringify(value) ?? "–"]];
  const entries = Object.entries(value);
  if (entries.length === 0 && path !== "") return [[path, "{}"]];
  return entries.flatMap(([key, below]) => flat(below, path === "" ? key : `${path}.${key}`));
}
