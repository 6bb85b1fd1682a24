/** A project's open issues go from the local forge to where its settings say that issues live, or back. */
import { isOwnForge } from "../../../config/own-forge.ts";
import { isTrusted, formatIssueText } from "../../../domain/issue/issue.ts";
import { maySteer } from "../../../domain/model/trust.ts";
import type { MovedIssuesView } from "../../../protocol/issue/issue.ts";
import type { IssueEditor, IssueDetail } from "../../../slots/issue-editor.ts";
import type { DaemonContext, RegisteredProject } from "../../context.ts";
import type { Endpoints } from "../../http/endpoint.ts";
import { refuse } from "../../http/refusal.ts";
import { moveIssues } from "../../projects/move-issues.ts";
import { identifyPerson } from "../person.ts";
import { getIssueEditor, requireValue, openProject, type OpenedProject } from "./find-issue.ts";
import { stripProject } from "./without-project.ts";

export function moveEndpoint(context: DaemonContext) {
  return {
    moveIssues: {
      kind: "deed",
      isSecret: false,
      act: async ({ projectId, direction }): Promise<MovedIssuesView> => {
        const opened = openProject(context, projectId);
        const [here, there] = findBothEditors(context, opened);
        refuseWhileLive(context, opened.project);
        const isLeaving = direction === "from_local";
        const { moved, left } = requireValue(
          await moveIssues({
            ...(isLeaving ? { from: here, to: there } : { from: there, to: here }),
            by: await identifyPerson(opened.project.path),
            labels: isLeaving ? listWantedLabels(opened.project) : [],
            whyNot: (issue) => explainStays(context, opened.project, issue),
            onMoved: (from, to) => carryOver(context, opened.project, from, to),
          }),
        );
        return { moved: [...moved], left: [...left] };
      },
    },
  } satisfies Partial<Endpoints>;
}

function findBothEditors(
  context: DaemonContext,
  opened: OpenedProject,
): readonly [here: IssueEditor, there: IssueEditor] {
  const here = context.here(opened.project.id)?.issues;
  const there = getIssueEditor(opened);
  if (here !== undefined && !isOwnForge(opened.slots.tracker.name)) return [here, there];
  const { id } = opened.project;
  const stays = context.troubleOf(id);
  if (stays !== null) throw refuse("conflict", `nothing was moved: ${stays}`, { try: `ao doctor --only ${id}` });
  throw refuse(
    "conflict",
    `nothing was moved: the issues of ${id} live in the local forge, and its settings name no other place`,
    {
      try: "ao config-help projects.<name>.repo",
    },
  );
}

/** Their issues would be closed under them. */
function refuseWhileLive({ store }: DaemonContext, { id }: RegisteredProject): void {
  const live = store.sessions.page({ live: true, project: id, before: null, limit: LIVE_MAX }).length;
  if (live === 0) return;
  const sessions = live === 1 ? "a session of it is" : `${live} sessions of it are`;
  throw refuse("conflict", `nothing was moved: ${sessions} live`, { try: `ao stop --project ${id}` });
}

const LIVE_MAX = 1_000;

function listWantedLabels({ settings }: RegisteredProject): readonly string[] {
  const { labels } = settings.tracker.settings;
  return Array.isArray(labels) ? labels.map(String) : [];
}

/** Recreated in a person's name, a stranger's text would be trusted. */
function explainStays({ store }: DaemonContext, { id: project }: RegisteredProject, issue: IssueDetail): string | null {
  const seen = store.issues.get(issue.id);
  const mayGo = seen === null ? maySteer({ author: issue.author, text: formatIssueText(issue) }, []) : isTrusted(seen);
  const name = stripProject(issue.id, project);
  return mayGo ? null : `written by somebody without write access; \`ao issue approve ${name}\` lets it through`;
}

/** What was stopped is not begun again by itself, there neither. */
function carryOver(
  { store, engine }: DaemonContext,
  project: RegisteredProject,
  from: IssueDetail,
  to: IssueDetail,
): void {
  const session = store.issues.get(from.id)?.assigned ?? null;
  if (session === null || store.issues.get(to.id) !== null) return;
  const { assignee: _assignee, changedMs: _changedMs, comments: _comments, webUrl: _webUrl, ...issue } = to;
  engine.take([
    { news: { kind: "issue_observed", project: project.id, issue } },
    { news: { kind: "issue_assigned", project: project.id, issue: to.id, session } },
  ]);
}
