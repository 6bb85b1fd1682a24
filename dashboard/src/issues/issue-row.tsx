import type { IssueView } from "../../../src/protocol/issue/issue.ts";
import type { EntryColumn } from "../data/fleet.ts";
import { useMute } from "../data/connection.ts";
import { useIsUnderWay } from "../data/deeds.ts";
import { complain } from "../data/notices.ts";
import { formatSessionPath, setQuery, useQuery } from "../lib/address.ts";
import { Link } from "../lib/link.tsx";
import { columns } from "../board/arrange.ts";
import { chooseColumnGlyph, Glyph, glyphWords, type GlyphName } from "../parts/glyph.tsx";
import { canStart, formatIssuePath, start } from "./issue-deeds.ts";

type Props = {
  readonly issue: IssueView;
  readonly isSelected: boolean;
  readonly onToggle: () => void;
  readonly onChanged: () => void;
};

export function IssueRow({ issue, isSelected, onToggle, onChanged }: Props) {
  const { id, name, title, labels, session } = issue;
  const isAt = useQuery("at") === id;
  return (
    <div
      className={`issue-row ${isAt ? "at" : ""}`}
      data-issue={id}
      draggable
      onDragStart={({ dataTransfer }) => dataTransfer.setData("text/plain", id)}
    >
      <span className="grip" aria-hidden title="Drag to another priority">
        ⠿
      </span>
      <label className="row-check">
        <input type="checkbox" checked={isSelected} onChange={onToggle} aria-label={`Select #${name}`} />
      </label>
      <span className="issue-name mono">#{name}</span>
      <Link
        className="issue-title cut"
        href={formatIssuePath(issue)}
        title={title}
        onFocus={() => setQuery({ at: id })}
      >
        {title}
      </Link>
      <span className="issue-labels">
        {labels.map((label) => (
          <span key={label} className="chip">
            {label}
          </span>
        ))}
      </span>
      <span className="issue-state cut">
        <Glyph name={chooseIssueGlyph(issue)} isNamed={false} />
        <span className="cut" title={session?.why ?? issue.notStarted ?? undefined}>
          {describeState(issue)}
        </span>
      </span>
      {session?.live === true ? (
        <Link className="button row-act" href={formatSessionPath(session.id)}>
          Open
        </Link>
      ) : (
        <StartButton issue={issue} onChanged={onChanged} />
      )}
    </div>
  );
}

function StartButton({ issue, onChanged }: { readonly issue: IssueView; readonly onChanged: () => void }) {
  const mute = useMute();
  const isBusy = useIsUnderWay(issue.id, "start");
  if (!canStart(issue)) return <span className="row-act" />;
  return (
    <button
      className="button row-act"
      disabled={mute !== null || isBusy}
      title={mute ?? undefined}
      onClick={() => {
        start([issue]).then(onChanged, complain);
      }}
    >
      {isBusy ? "Starting…" : "Start"}
    </button>
  );
}

export function chooseIssueGlyph({ state, session, waitsFor }: IssueView): GlyphName {
  if (state === "done") return "done";
  if (state === "not_planned") return "stopped";
  if (session !== null && session.live) {
    const column = columns.find((name): name is EntryColumn => name === session.column);
    return column === undefined ? "unknown" : chooseColumnGlyph(column);
  }
  return waitsFor.length > 0 ? "paused" : "waiting";
}

export function describeState(issue: IssueView): string {
  const { state, session, notStarted } = issue;
  if (state !== "open") return state === "done" ? "done" : "not planned";
  if (session !== null && session.live) return `${glyphWords[chooseIssueGlyph(issue)]} · ${session.id}`;
  return notStarted ?? "ready";
}
