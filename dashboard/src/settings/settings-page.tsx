/** Settings: of this browser, and of the file that speaks of a project. Every change shows the lines it writes. */
import { useProjects } from "../data/fleet.ts";
import { setTastes, tastes, type Density, type Theme } from "../data/tastes.ts";
import { setQuery, useQuery } from "../lib/address.ts";
import { useAll } from "../lib/external-store.ts";
import { Link } from "../lib/link.tsx";
import { FailingChannels } from "../parts/rests.tsx";
import { Switch } from "../parts/switch.tsx";
import { AwayChoice } from "../push/away-choice.tsx";
import { PushChoice } from "../push/push-choice.tsx";
import { useTab } from "../shell/tab.ts";
import { Browsers } from "./browsers.tsx";
import { FileSettings } from "./file-settings.tsx";
import { InForce } from "./in-force.tsx";

const HOME = "~";

export function SettingsPage() {
  useTab("Settings");
  const projects = useProjects();
  const asked = useQuery("project") ?? projects[0]?.id ?? HOME;
  const project = asked === HOME ? "" : asked;
  const text = useQuery("q") ?? "";
  const isForce = useQuery("view") === "force";
  return (
    <div className="page settings-page">
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
      <FailingChannels />
      <Appearance />
      <Browsers />
      <div className="settings-head">
        <select
          className="field"
          aria-label="Whose settings"
          value={asked}
          onChange={({ target }) => setQuery({ project: target.value, group: null }, "push")}
        >
          {projects.map(({ id }) => (
            <option key={id}>{id}</option>
          ))}
          <option value={HOME}>this machine</option>
        </select>
        <Switch
          name="Show"
          of={["edit", "what holds"]}
          chosen={isForce ? "what holds" : "edit"}
          onChoose={(next) => setQuery({ view: next === "edit" ? null : "force" })}
        />
        <span className="grow" />
        <input
          className="field"
          type="search"
          aria-label="Filter settings"
          placeholder="Filter settings"
          value={text}
          onChange={({ target }) => setQuery({ q: target.value })}
        />
      </div>
      {isForce ? (
        <section className="panel settings-part">
          <InForce project={project} text={text} />
        </section>
      ) : (
        <FileSettings key={project} project={project} text={text} />
      )}
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
      <PushChoice />
      <AwayChoice />
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
    <div className="setting">
      <span>{name}</span>
      <Switch name={name} of={of} chosen={chosen} onChoose={onChoose} />
    </div>
  );
}
