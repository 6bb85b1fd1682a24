/** The settings of one file as a form, and beside it the lines that the changes write. Nothing is written before "Save". */
import { useState } from "react";
import type { SettingsView, SettingView } from "../../../src/protocol/daemon/housekeeping.ts";
import { client } from "../data/client.ts";
import { useMute } from "../data/connection.ts";
import { carryOut, useIsUnderWay } from "../data/deeds.ts";
import { complain, showNotice } from "../data/notices.ts";
import { useResource } from "../data/resource.ts";
import { setQuery, useQuery } from "../lib/address.ts";
import { pluralize } from "../lib/words.ts";
import { Empty, Failed, Loading } from "../parts/states.tsx";
import { SettingRow } from "./setting-row.tsx";
import { listEdits, YamlPreview, type Edits } from "./yaml-preview.tsx";

type Props = { readonly project: string; readonly text: string };

export function FileSettings({ project, text }: Props) {
  const { data, error, reload } = useResource(`settings ${project}`, () =>
    client.settings(project === "" ? {} : { project }),
  );
  if (data !== null) return <Form project={project} text={text} view={data} onSaved={reload} />;
  return error === null ? (
    <Loading what="settings" rows={8} height={56} />
  ) : (
    <Failed what="The settings" error={error} onRetry={reload} />
  );
}

type FormProps = Props & { readonly view: SettingsView; readonly onSaved: () => void };

function Form({ project, text, view, onSaved }: FormProps) {
  const [edits, setEdits] = useState<Edits>(new Map());
  const groups = [...new Set(view.settings.map(({ group }) => group))];
  const asked = useQuery("group");
  const group = groups.find((name) => name === asked) ?? groups[0] ?? "";
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const shown = view.settings.filter((setting) =>
    words.length === 0 ? setting.group === group : words.every((word) => formatSearchText(setting).includes(word)),
  );
  const change = (key: string, value: string | null | undefined): void => {
    const next = new Map(edits);
    if (value === undefined) next.delete(key);
    else next.set(key, value);
    setEdits(next);
  };
  return (
    <>
      {view.problems.map((problem) => (
        <p key={problem} className="problem error">
          {problem}
        </p>
      ))}
      <div className="settings-grid">
        <nav className="settings-groups" aria-label="Groups">
          {groups.map((name) => (
            <button
              key={name}
              className="settings-group mono"
              aria-pressed={words.length === 0 && name === group}
              onClick={() => setQuery({ group: name, q: null })}
            >
              {name}
            </button>
          ))}
        </nav>
        <section className="panel settings-form" aria-label="Settings">
          {shown.length === 0 && <Empty title="No setting is called that." />}
          {shown.map((setting) => (
            <SettingRow
              key={setting.key}
              setting={setting}
              edited={edits.get(setting.key)}
              onEdit={(value) => change(setting.key, value)}
            />
          ))}
        </section>
        <aside className="settings-yaml" aria-label="What is written">
          <YamlPreview project={project} edits={edits} file={view.file} />
        </aside>
      </div>
      <SaveBar
        project={project}
        edits={edits}
        file={view.file}
        onDiscard={() => setEdits(new Map())}
        onSaved={() => {
          setEdits(new Map());
          onSaved();
        }}
      />
    </>
  );
}

const formatSearchText = ({ key, meaning }: SettingView): string => `${key} ${meaning}`.toLowerCase();

type SaveProps = {
  readonly project: string;
  readonly edits: Edits;
  readonly file: string;
  readonly onDiscard: () => void;
  readonly onSaved: () => void;
};

/** Its place is kept, so that nothing jumps when it fills. */
function SaveBar({ project, edits, file, onDiscard, onSaved }: SaveProps) {
  const mute = useMute();
  const isBusy = useIsUnderWay(project, "settings");
  const save = (): void => {
    carryOut(project, "settings", () => client.writeSettings(listEdits(project, edits, false))).then((isDone) => {
      if (!isDone) return;
      showNotice(`${pluralize(edits.size, "setting")} written to ${nameFile(file)}. The daemon has read it.`);
      onSaved();
    }, complain);
  };
  return (
    <div className="settings-save">
      {edits.size > 0 && (
        <>
          <span>
            Writes {pluralize(edits.size, "setting")} to <span className="mono">{nameFile(file)}</span>
          </span>
          <span className="grow" />
          <button className="button" onClick={onDiscard}>
            Discard
          </button>
          <button
            className="button primary"
            disabled={mute !== null || isBusy}
            title={mute ?? undefined}
            onClick={save}
          >
            {isBusy ? "Saving…" : "Save"}
          </button>
        </>
      )}
    </div>
  );
}

const nameFile = (file: string): string => file.split("/").at(-1) ?? file;
