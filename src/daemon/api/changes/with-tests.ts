/** How many tests pass and fail at the head of a session's change, from the reports of its checks. */
import { changeId, projectId } from "../../../domain/model/ids.ts";
import type { StatusView } from "../../../protocol/session/status.ts";
import type { CheckDetail } from "../../../slots/change-reviewer.ts";
import type { DaemonContext } from "../../context.ts";

export async function addTests<View extends StatusView>(context: DaemonContext, view: View): Promise<View> {
  const change = view.change === null ? null : context.store.changes.get(changeId(view.change.id));
  const desk = context.slotsOf(projectId(view.project))?.checks.desk;
  const details = change === null || desk === undefined ? [] : await desk.ofTree(change.head.tree);
  return { ...view, progress: { ...view.progress, tests: countTests(details) } };
}

function countTests(details: readonly CheckDetail[]): { readonly passed: number; readonly failed: number } | null {
  const counted = details.filter(({ testsPassed, testsFailed }) => testsPassed !== null || testsFailed !== null);
  if (counted.length === 0) return null;
  const sum = (key: "testsPassed" | "testsFailed"): number => counted.reduce((all, one) => all + (one[key] ?? 0), 0);
  return { passed: sum("testsPassed"), failed: sum("testsFailed") };
}
