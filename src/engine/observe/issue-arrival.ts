import type { ProjectId } from "../../domain/model/ids.ts";
import { isWantedIssue, type IssueSnapshot } from "../../domain/issue/issue.ts";
import type { Arrival } from "../inbox/arrival.ts";
import type { EngineDeps } from "../deps.ts";

/** Taken once per version; where the tracker's settings are others, the same issue may be wanted or not any more. */
export function toIssueArrival({ store }: EngineDeps, project: ProjectId, issue: IssueSnapshot): Arrival {
  const news = { kind: "issue_observed", project, issue } as const;
  const known = store.issues.get(issue.id);
  const isOther = known?.version === issue.version && isWantedIssue(known) !== isWantedIssue(issue);
  return isOther ? { news } : { news, dedupKey: `issue:${project}:${issue.id}:${issue.version}` };
}
