/** Who works on what fails on the base: those whose task it is, and those whose change takes a failure away. */
import { listChecks, isOpenChange, type Change } from "../change/change.ts";
import { lacksBaseFailure } from "./check.ts";
import { listBaseFailures, listOwnFailures, type Project } from "../core/project.ts";
import type { Session } from "../session/session.ts";
import { isAbout, parseTaskFailures } from "./task-failures.ts";

export function isOnBase(project: Project, { task }: Pick<Session, "task">, changes: readonly Change[]): boolean {
  const failed = listBaseFailures(project);
  const isTask = parseTaskFailures(task).some((one) => failed.some((result) => isAbout(one, result)));
  return isTask || changes.some((change) => isOpenChange(change) && isFixingBase(project, change));
}

/** It began where the base failed, its head lacks one of the base's failures, and shows none of its own. */
export function isFixingBase(project: Project, change: Change): boolean {
  const { head, redHeads = [] } = project.base;
  const beganRed = change.mergeBase === head || redHeads.some(({ commit }) => commit === change.mergeBase);
  if (project.base.health.kind !== "red" || change.mergeBase === undefined || !beganRed) return false;
  const results = listChecks(change);
  const failed = results.filter(({ verdict }) => verdict === "failed");
  return lacksBaseFailure(results, listBaseFailures(project)) && listOwnFailures(failed, project, change).length === 0;
}
