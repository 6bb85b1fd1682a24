import type { SessionId } from "../../domain/model/ids.ts";
import type { IssueMove } from "../../slots/tracker.ts";
import type { EngineDeps } from "../deps.ts";
import { succeedWith, toOutcome } from "../outbox/outcome.ts";
import { getSlots, type Performer } from "./context.ts";

/** Tells the tracker how far the work on an issue is. One that cannot be told is left as it is. */
export const moveIssue: Performer<"move_issue"> = async (effect, { deps }) => {
  const { issue, project, session, to, key } = effect;
  const { tracker } = getSlots(deps, project);
  if (tracker.move === undefined) return succeedWith();
  const moved = await tracker.move({ issue, to, session, change: findIssueChange(deps, session), key });
  if (!moved.ok) return moved.error.code === "gone" ? succeedWith() : toOutcome(moved.error);
  return moved.value === null ? succeedWith() : succeedWith({ kind: "issue_observed", project, issue: moved.value });
};

function findIssueChange(deps: EngineDeps, session: SessionId): IssueMove["change"] {
  const change = deps.store.changes.ofSession(session).at(-1);
  return change === undefined ? null : { id: change.id, title: change.title, url: change.url ?? null };
}
