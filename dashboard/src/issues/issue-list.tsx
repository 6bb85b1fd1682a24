import { useState, type DragEvent } from "react";
import type { IssueView } from "../../../src/protocol/issue/issue.ts";
import { complain } from "../data/notices.ts";
import { VirtualList } from "../lib/virtual-list.tsx";
import { pluralize } from "../lib/words.ts";
import { setPriority } from "./issue-deeds.ts";
import { IssueRow } from "./issue-row.tsx";

type Props = {
  readonly issues: readonly IssueView[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (next: ReadonlySet<string>) => void;
  readonly onChanged: () => void;
};

const words: Readonly<Record<number, string>> = {
  1: "most urgent",
  2: "urgent",
  3: "normal",
  4: "later",
  5: "some day",
};

/** By priority; a row dropped into another group takes its priority. The same with Alt and the arrows. */
export function IssueList({ issues, selected, onSelect, onChanged }: Props) {
  const [over, setOver] = useState<number | null>(null);
  const byKey = new Map(issues.map((issue) => [issue.id, issue]));
  const keys = issues
    .map(({ priority }) => priority)
    .filter((priority, index, all) => all.indexOf(priority) === index)
    .toSorted()
    .flatMap((priority) => [
      `P${priority}`,
      ...issues.filter((issue) => issue.priority === priority).map(({ id }) => id),
    ]);
  const toggle = (id: string): void => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelect(next);
  };
  const drop = (event: DragEvent, priority: number): void => {
    event.preventDefault();
    setOver(null);
    const dragged = byKey.get(event.dataTransfer.getData("text/plain"));
    if (dragged === undefined) return;
    const moved = selected.has(dragged.id) ? issues.filter(({ id }) => selected.has(id)) : [dragged];
    setPriority(moved, priority).then(onChanged, complain);
  };
  const priorityOf = (key: string): number => byKey.get(key)?.priority ?? Number(key.slice(1));
  return (
    <VirtualList
      className="panel issue-list"
      label="Issues"
      keys={keys}
      estimate={40}
      render={(key) => {
        const issue = byKey.get(key);
        const priority = priorityOf(key);
        return (
          <div
            className={over === priority ? "drop-here" : ""}
            onDragOver={(event) => {
              event.preventDefault();
              setOver(priority);
            }}
            onDragLeave={() => setOver(null)}
            onDrop={(event) => drop(event, priority)}
          >
            {issue === undefined ? (
              <GroupHead priority={priority} count={issues.filter((one) => one.priority === priority).length} />
            ) : (
              <IssueRow
                issue={issue}
                isSelected={selected.has(key)}
                onToggle={() => toggle(key)}
                onChanged={onChanged}
              />
            )}
          </div>
        );
      }}
    />
  );
}

function GroupHead({ priority, count }: { readonly priority: number; readonly count: number }) {
  return (
    <h2 className="group-head">
      Priority {priority} <span className="quiet">{words[priority] ?? ""}</span>
      <span className="quiet"> · {pluralize(count, "issue")}</span>
    </h2>
  );
}
