/** What stands on the board: a session, or a change that no live session works on. */
import type { ChangeSummaryView } from "../../../src/protocol/change/change.ts";
import type { StatusView } from "../../../src/protocol/session/status.ts";

export type BoardEntry = Pick<
  StatusView,
  "id" | "project" | "title" | "issue" | "labels" | "agent" | "branch" | "attention" | "question" | "change" | "usage"
> & {
  readonly lastActivity: string;
  readonly progress: Pick<StatusView["progress"], "steps" | "checks">;
  /** The change itself; left out: it is a session. */
  readonly ofChange?: Pick<ChangeSummaryView, "name" | "author">;
};

/** Null: nothing is known of it yet, or its session stands there. */
export function toBoardEntry(view: ChangeSummaryView): BoardEntry | null {
  const { id, project, title, branch, attention, checks, changedAt, state, head, name, author, hasLiveSession } = view;
  if (attention === null || hasLiveSession) return null;
  return {
    ...{ id, project, title, branch, attention },
    ...{ issue: null, labels: [], agent: "", question: null, usage: { usd: 0, tokens: 0 } },
    lastActivity: changedAt,
    progress: { steps: null, checks: checks.of === 0 ? null : checks },
    change: { id, state, head },
    ofChange: { name, author },
  };
}

/** By what it is found in the page. */
export const formatEntryMark = ({ id, ofChange }: Pick<BoardEntry, "id" | "ofChange">) =>
  ofChange === undefined ? { "data-session": id } : { "data-change": id };

export const nameEntry = ({ id, ofChange }: Pick<BoardEntry, "id" | "ofChange">): string =>
  ofChange === undefined ? id : `#${ofChange.name}`;
