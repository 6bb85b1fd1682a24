import { succeedWith, toOutcome } from "../outbox/outcome.ts";
import { getSlots, type Performer } from "./context.ts";

/** Closes the issue of a landed change. */
export const closeIssue: Performer<"close_issue"> = async (effect, { deps }) => {
  const { issue, project, text, key } = effect;
  const closed = await getSlots(deps, project).tracker.close({ issue, text, key });
  if (!closed.ok) return closed.error.code === "gone" ? succeedWith() : toOutcome(closed.error);
  return closed.value === null ? succeedWith() : succeedWith({ kind: "issue_observed", project, issue: closed.value });
};
