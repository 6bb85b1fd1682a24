/** What a row of the list shows: a session, or a change that no session works on. */
import type { ChangeSummaryView } from "../../../protocol/change/change.ts";
import type { StatusView } from "../../../protocol/session/status.ts";

export type ListRow = Pick<
  StatusView,
  | "id"
  | "title"
  | "agent"
  | "issue"
  | "state"
  | "phase"
  | "attention"
  | "lastActivity"
  | "lastWords"
  | "usage"
  | "question"
> & { readonly progress: Pick<StatusView["progress"], "checks"> };

/** `isNamedInFull`: there are several projects. Null: nothing is known of it yet, or its session stands in the list. */
export function toListRow(change: ChangeSummaryView, isNamedInFull: boolean): ListRow | null {
  const { id, name, title, attention, checks, changedAt, hasLiveSession } = change;
  if (attention === null || hasLiveSession) return null;
  return {
    id: isNamedInFull ? id : `#${name}`,
    ...{
      title,
      attention,
      lastActivity: changedAt,
      lastWords: "",
      agent: "",
      issue: null,
      usage: { usd: 0, tokens: 0 },
      question: null,
    },
    ...{ state: "idle", phase: "resting", progress: { checks: checks.of === 0 ? null : checks } },
  };
}
