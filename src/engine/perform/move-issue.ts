import type { SessionId } from "../../domain/model/ids.ts";
import type { IssueMove } from "../../slots/tracker.ts";
import type { EngineDeps } from "../deps.ts";
import { done, outcomeOfError } from "../outcome.ts";
import { slotsOf, type Performer } from "./context.ts";

/** Tells the tracker how far the work on an issue is. One that cannot be told is left as it is. */
export const moveIssue: Performer<"move_issue"> = async (effect, { deps }) => {
  const { issue, project, session, to, key } = effect;
  const { tracker } = slotsOf(deps, project);
  if (tracker.move === undefined) return done();
  const moved = await tracker.move({ issue, to, session, change: changeOf(deps, session), key });
  if (!moved.ok) return moved.error.code === "gone" ? done() : outcomeOfError(moved.error);
  return moved.value === null ? done() : done({ kind: "issue_observed", project, issue: moved.value });
};

function changeOf(deps: EngineDeps, session: SessionId): IssueMove["change"] {
  const change = deps.store.changes.ofSession(session).at(-1);
  return change === undefined ? null : { id: change.id, title: change.title, url: change.url ?? null };
}
