import { done, outcomeOfError } from "../outcome.ts";
import { slotsOf, type Performer } from "./context.ts";

/** Closes the issue of a landed change. */
export const closeIssue: Performer<"close_issue"> = async (effect, { deps }) => {
  const { issue, project, text, key } = effect;
  const closed = await slotsOf(deps, project).tracker.close({ issue, text, key });
  if (!closed.ok) return closed.error.code === "gone" ? done() : outcomeOfError(closed.error);
  return closed.value === null ? done() : done({ kind: "issue_observed", project, issue: closed.value });
};
