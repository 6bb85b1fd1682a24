/** What holds for a project after all layers: its file, the home's, and what is built in. */
import { useMemo } from "react";
import type { ConfigView } from "../../../src/protocol/daemon/housekeeping.ts";
import { client } from "../data/client.ts";
import { useResource } from "../data/resource.ts";
import { Empty, Failed, Loading } from "../parts/states.tsx";

type Props = { readonly project: string; readonly text: string };

export function InForce({ project, text }: Props) {
  const { data, error, reload } = useResource(`config ${project}`, () =>
    client.config(project === "" ? {} : { project }),
  );
  if (data !== null) return <Settings config={data} text={text} />;
  return error === null ? (
    <Loading what="settings" rows={8} height={24} />
  ) : (
    <Failed what="What holds" error={error} onRetry={reload} />
  );
}

function Settings({ config, text }: { readonly config: ConfigView; readonly text: string }) {
  const rows = useMemo(() => flattenValue(config.settings), [config]);
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
        Read from {config.files.length === 0 ? "no file: these are the defaults" : config.files.join(", ")}.
      </p>
    </>
  );
}

function flattenValue(value: unknown, path = ""): readonly (readonly [string, string])[] {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return [[path, JSON.stringify(value) ?? "–"]];
  const entries = Object.entries(value);
  if (entries.length === 0 && path !== "") return [[path, "{}"]];
  return entries.flatMap(([key, below]) => flattenValue(below, path === "" ? key : `${path}.${key}`));
}
