import { useState } from "react";
import type { IssueView } from "../../../src/protocol/issue/issue.ts";
import { useMute } from "../data/connection.ts";
import { complain } from "../data/notices.ts";
import { pluralize } from "../lib/words.ts";
import { addLabel, canStart, PRIORITY_MAX, setPriority, start } from "./issue-deeds.ts";

type Props = { readonly chosen: readonly IssueView[]; readonly onDone: () => void; readonly onChanged: () => void };

export function BulkBar({ chosen, onDone, onChanged }: Props) {
  const mute = useMute();
  const [label, setLabel] = useState("");
  const ready = chosen.filter(canStart);
  const then = (deed: Promise<void>): void => {
    deed.then(() => {
      onDone();
      onChanged();
    }, complain);
  };
  return (
    <div className="bulk-bar panel" role="group" aria-label="Of the selected issues">
      <span>{chosen.length} selected</span>
      {ready.length > 0 && (
        <button className="button" disabled={mute !== null} onClick={() => then(start(ready))}>
          Start {pluralize(ready.length, "session")}
        </button>
      )}
      {ready.length < chosen.length && (
        <span className="quiet">
          {chosen.length - ready.length} cannot start: at work, closed, or waiting for others
        </span>
      )}
      <span className="grow" />
      <select
        className="field"
        aria-label="Set priority"
        value=""
        disabled={mute !== null}
        onChange={({ target }) => then(setPriority(chosen, Number(target.value)))}
      >
        <option value="">Set priority</option>
        {Array.from({ length: PRIORITY_MAX }, (_, index) => (
          <option key={index} value={index + 1}>
            Priority {index + 1}
          </option>
        ))}
      </select>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (label.trim() !== "") then(addLabel(chosen, label.trim()));
        }}
      >
        <input
          className="field bulk-label"
          aria-label="Label to add"
          placeholder="Add label"
          value={label}
          onChange={({ target }) => setLabel(target.value)}
        />
      </form>
      <button className="button plain" onClick={onDone}>
        Clear
      </button>
    </div>
  );
}
