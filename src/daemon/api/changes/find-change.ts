/** Which change is meant: by id, `#12` or `12`, or by the session that works on it. */
import { isOpenChange } from "../../../domain/change/change.ts";
import type { ChangeReviewer, ChangeDetail, CheckDetail } from "../../../slots/change-reviewer.ts";
import type { DaemonContext } from "../../context.ts";
import { refuse } from "../../http/refusal.ts";
import { findSession } from "../sessions/find-session.ts";
import { addNumberSign } from "../sessions/start-session.ts";
import { findLeftHere, requireValue, openOnes, openProject, type OpenedProject } from "../issues/find-issue.ts";

export type FoundChange = OpenedProject & { readonly desk: ChangeReviewer; readonly change: ChangeDetail };

export function getChangeReviewer({ project, slots }: OpenedProject): ChangeReviewer {
  const { desk: reviewer, name } = slots.scm;
  if (reviewer !== undefined) return reviewer;
  throw refuse("conflict", `nothing was done: the changes of ${project.id} are reviewed in ${name} itself`);
}

/** In the named project, else in the only one that has it; by its session, those of the named project come first. */
export async function findChange(
  context: DaemonContext,
  name: string,
  project: string | undefined,
): Promise<FoundChange> {
  const opened = project === undefined ? openOnes(context) : [openProject(context, project)];
  const found = await Promise.all(opened.map((one) => findChangeIn(context, one, name.trim().replace(/^!/, "#"))));
  const there = found.flatMap((one) => one ?? []);
  const [only, ...others] = there;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) {
    const candidates = there.map(({ change }) => change.id);
    throw refuse("ambiguous", `several projects have a change ${name}; nothing was done`, { candidates });
  }
  return findSessionChange(context, name, project);
}

async function findChangeIn(context: DaemonContext, opened: OpenedProject, name: string): Promise<FoundChange | null> {
  for (const reviewer of [getChangeReviewer(opened), ...findLeftHere(context, opened, name, "changes")]) {
    const shown = await reviewer.show(name);
    if (shown.ok || shown.error.code !== "gone") return { ...opened, desk: reviewer, change: requireValue(shown) };
  }
  return null;
}

/** Its open change, else the last it had. */
async function findSessionChange(
  context: DaemonContext,
  name: string,
  project: string | undefined,
): Promise<FoundChange> {
  const session = findNamedSession(context, name, project);
  const changes = context.store.changes.ofSession(session.id);
  const meant = changes.findLast(isOpenChange) ?? changes.at(-1);
  const opened = openProject(context, session.project);
  const found = meant === undefined ? null : await findChangeIn(context, opened, meant.id);
  if (found !== null) return found;
  throw refuse("not_found", `${session.id} has no change yet; nothing was done`, { try: `ao status ${session.id}` });
}

function findNamedSession(context: DaemonContext, name: string, project: string | undefined) {
  try {
    return findSession(context, name, project);
  } catch (error) {
    if (!/^#?\d+$|#\d+$/.test(name)) throw error;
    throw refuse("not_found", `no change ${addNumberSign(name)}; nothing was done`, { try: "ao change list --all" });
  }
}

export async function readCheckDetails({ slots, change }: FoundChange): Promise<readonly CheckDetail[]> {
  return (await slots.checks.desk?.ofTree(change.head.tree)) ?? [];
}
