/** `ao plan` without a goal: the tracker's open issues, in order, with what stands between them. Nothing is started. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isSatisfied } from "../../../domain/issue/issue.ts";
import { matchSpecialist } from "../../../domain/schedule/matching.ts";
import type { PlannedTaskView, PlanView } from "../../../protocol/issue/plan.ts";
import type { IssueDetail } from "../../../slots/issue-editor.ts";
import type { DaemonContext, RegisteredProject } from "../../context.ts";
import type { Endpoints } from "../../http/endpoint.ts";
import { stripProject } from "./without-project.ts";
import { findNamedPaths, listShared } from "./named-paths.ts";
import { getIssueEditor, requireValue, openProject } from "./find-issue.ts";
import { sortIntoWaves, type Task } from "./task-order.ts";

export function planEndpoints(context: DaemonContext) {
  return { plan: { kind: "read", read: ({ project }) => readPlan(context, project) } } satisfies Partial<Endpoints>;
}

type IssueTask = Task & { readonly issue: IssueDetail; readonly paths: readonly string[] };

async function readPlan(context: DaemonContext, id: string | undefined): Promise<PlanView> {
  const opened = openProject(context, id);
  const { project } = opened;
  const open = requireValue(await getIssueEditor(opened).list({ all: false }));
  const isThere = (path: string): boolean => existsSync(join(project.path, path));
  const tasks = open.map((issue): IssueTask => {
    const waitsFor = issue.blockedBy.filter((blocker) => {
      const seen = context.store.issues.get(blocker);
      return seen === null || !isSatisfied(seen);
    });
    const { priority, createdMs } = issue;
    return {
      issue,
      id: issue.id,
      priority,
      createdMs,
      waitsFor,
      paths: findNamedPaths(`${issue.title}\n${issue.text}`, isThere),
    };
  });
  return {
    project: project.id,
    autoAssign: project.rules.autoAssign && project.rules.autonomy !== "observe",
    tasks: sortIntoWaves(tasks).map(({ task, wave }) => toTaskView(context, project, { task, wave, tasks })),
  };
}

type Placed = { readonly task: IssueTask; readonly wave: number | null; readonly tasks: readonly IssueTask[] };

function toTaskView(
  context: DaemonContext,
  project: RegisteredProject,
  { task, wave, tasks }: Placed,
): PlannedTaskView {
  const { issue } = task;
  const specialist = matchSpecialist(issue.labels, project.rules.specialists);
  const [session = null] = context.store.sessions.liveOfIssue(project.id, issue.id);
  return {
    id: issue.id,
    name: stripProject(issue.id, project.id),
    title: context.redact(issue.title),
    priority: issue.priority,
    wave,
    after: task.waitsFor.map((id) => stripProject(id, project.id)),
    overlaps: [...findOverlaps(context, project, task, tasks)],
    specialist: specialist?.id ?? null,
    agent: specialist?.agent ?? project.rules.agent.plugin,
    session,
  };
}

/** Other tasks that speak of the same paths, and changes of other sessions that touch them. */
function findOverlaps(
  { store }: DaemonContext,
  project: RegisteredProject,
  task: IssueTask,
  tasks: readonly IssueTask[],
): PlannedTaskView["overlaps"] {
  const [own = null] = store.sessions.liveOfIssue(project.id, task.issue.id);
  const changes = store.changes.openOf(project.id).flatMap((id) => store.changes.get(id) ?? []);
  const others = [
    ...tasks
      .filter(({ id }) => id !== task.id)
      .map(({ id, paths }) => ({ with: `#${stripProject(id, project.id)}`, paths: listShared(task.paths, paths) })),
    ...changes
      .filter(({ session }) => session === null || session !== own)
      .map(({ id, session, paths }) => ({ with: session ?? id, paths: listShared(task.paths, paths) })),
  ];
  return others.filter(({ paths }) => paths.length > 0).map((one) => ({ with: one.with, paths: [...one.paths] }));
}
