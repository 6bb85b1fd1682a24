/** Which change is meant: by id, `#12` or `12`, or by the session that works on it. */
import { isOpenChange } from "../../domain/change/change.ts";
import type { ChangeDesk, ChangeDetail, CheckDetail } from "../../slots/change-desk.ts";
import type { DaemonContext } from "../context.ts";
import { refusal } from "../http/refusal.ts";
import { findSession } from "./find-session.ts";
import { withMark } from "./start-session.ts";
import { leftHere, needed, openOnes, openProject, type OpenedProject } from "./project-desk.ts";

export type FoundChange = OpenedProject & { readonly desk: ChangeDesk; readonly change: ChangeDetail };

export function changeDeskOf({ project, slots }: OpenedProject): ChangeDesk {
  const { desk, name } = slots.scm;
  if (desk !== undefined) return desk;
  throw refusal("conflict", `nothing was done: the changes of ${project.id} are reviewed in ${name} itself`);
}

/** In the named project, else in the only one that has it; by its session, those of the named project come first. */
export async function findChange(
  context: DaemonContext,
  name: string,
  project: string | undefined,
): Promise<FoundChange> {
  const opened = project === undefined ? openOnes(context) : [openProject(context, project)];
  const found = await Promise.all(opened.map((one) => changeIn(context, one, name.trim().replace(/^!/, "#"))));
  const there = found.flatMap((one) => one ?? []);
  const [only, ...others] = there;
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) {
    const candidates = there.map(({ change }) => change.id);
    throw refusal("ambiguous", `several projects have a change ${name}; nothing was done`, { candidates });
  }
  return ofSession(context, name, project);
}

async function changeIn(context: DaemonContext, opened: OpenedProject, name: string): Promise<FoundChange | null> {
  for (const desk of [changeDeskOf(opened), ...leftHere(context, opened, name, "changes")]) {
    const shown = await desk.show(name);
    if (shown.ok || shown.error.code !== "gone") return { ...opened, desk, change: needed(shown) };
  }
  return null;
}

/** Its open change, else the last it had. */
async function ofSession(context: DaemonContext, name: string, project: string | undefined): Promise<FoundChange> {
  const session = sessionNamed(context, name, project);
  const changes = context.store.changes.ofSession(session.id);
  const meant = changes.findLast(isOpenChange) ?? changes.at(-1);
  const opened = openProject(context, session.project);
  const found = meant === undefined ? null : await changeIn(context, opened, meant.id);
  if (found !== null) return found;
  throw refusal("not_found", `${session.id} has no change yet; nothing was done`, { try: `ao status ${session.id}` });
}

function sessionNamed(context: DaemonContext, name: string, project: string | undefined) {
  try {
    return findSession(context, name, project);
  } catch (error) {
    if (!/^#?\d+$|#\d+$/.test(name)) throw error;
    throw refusal("not_found", `no change ${withMark(name)}; nothing was done`, { try: "ao change list --all" });
  }
}

export async function checksOfChange({ slots, change }: FoundChange): Promise<readonly CheckDetail[]> {
  return (await slots.checks.desk?.ofTree(change.head.tree)) ?? [];
}
