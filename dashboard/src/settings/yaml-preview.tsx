/** The lines of the file as they would be, from the daemon itself: what is shown is what is written. */
import type { WrittenSettings } from "../../../src/protocol/daemon/housekeeping.ts";
import { client } from "../data/client.ts";
import { useResource } from "../data/resource.ts";
import { useSlowly } from "../lib/slowly.ts";
import { capitalizeNotice } from "../data/notices.ts";

/** Null: it is taken out of the file. */
export type Edits = ReadonlyMap<string, string | null>;

const ASK_EVERY_MS = 250;

export function listEdits(project: string, edits: Edits, isTrial: boolean) {
  return {
    ...(project === "" ? {} : { project }),
    edits: [...edits].map(([key, value]) => ({ key, value })),
    isTrial,
  };
}

type Props = { readonly project: string; readonly edits: Edits; readonly file: string };

export function YamlPreview({ project, edits, file }: Props) {
  const settled = useSlowly(edits, ASK_EVERY_MS);
  return (
    <div className="panel yaml">
      <h2 className="group-head mono cut" title={file}>
        {file.split("/").at(-1)}
      </h2>
      {settled.size === 0 ? (
        <p className="quiet yaml-none">What you change is shown here as the lines it writes. Nothing is written yet.</p>
      ) : (
        <Preview project={project} edits={settled} />
      )}
    </div>
  );
}

function Preview({ project, edits }: Pick<Props, "project" | "edits">) {
  const asked = listEdits(project, edits, true);
  const { data, error } = useResource(`trial ${JSON.stringify(asked)}`, () => client.writeSettings(asked));
  if (error !== null) return <p className="problem error">{capitalizeNotice(error.message)}</p>;
  if (data === null) return <p className="quiet yaml-none">…</p>;
  return <Lines written={data} />;
}

const signs = { same: " ", added: "+", removed: "−" } as const;

function Lines({ written: { lines, warnings } }: { readonly written: WrittenSettings }) {
  return (
    <>
      <div className="yaml-lines" role="group" aria-label="Lines that change" tabIndex={0}>
        {lines.map(({ kind, line, text }, index) => (
          <div key={index} className={`diff-line ${kind}`} data-kind={kind}>
            <span className="line-no">{line}</span>
            <span className="line-sign" aria-hidden>
              {signs[kind]}
            </span>
            <code className="line-text">{text}</code>
          </div>
        ))}
      </div>
      {warnings.map((warning) => (
        <p key={warning} className="problem">
          {warning}
        </p>
      ))}
    </>
  );
}
