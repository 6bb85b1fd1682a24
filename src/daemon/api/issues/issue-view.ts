/** An issue as people see it: what the tracker says, and what becomes of it here. */
import { isSatisfied, isTrusted, isWantedIssue } from "../../../domain/issue/issue.ts";
import { isLiveSession } from "../../../domain/session/session.ts";
import { nameAuthor } from "../../../domain/model/trust.ts";
import type { IssueDetailView, IssueView } from "../../../protocol/issue/issue.ts";
import type { IssueDetail } from "../../../slots/issue-editor.ts";
import type { DaemonContext, RegisteredProject } from "../../context.ts";
import { createBoardView } from "../fleet/board-view.ts";
import { toStatusView } from "../sessions/status-view.ts";
import { stripProject } from "./without-project.ts";

export type IssueViewer = {
  readonly brief: (project: RegisteredProject, issue: IssueDetail) => IssueView;
  readonly whole: (project: RegisteredProject, issue: IssueDetail) => IssueDetailView;
};

/** What all issues of one answer share is read once. */
export function createIssueViewer(context: DaemonContext): IssueViewer {
  const { store, engine, redact } = context;
  const board = createBoardView(context);
  const { wall } = board.moments;
  const waiting = engine.waiting();
  const sessionOf = (issue: IssueDetail): IssueView["session"] => {
    const all = store.sessions.ofIssue(issue.id);
    const session = all.find(isLiveSession) ?? all.at(-1);
    const facts = session === undefined ? null : board.factsOf(session);
    if (session === undefined || facts === null) return null;
    const { column, why } = toStatusView(board, facts, session).attention;
    return { id: session.id, live: isLiveSession(session), column, why };
  };
  const brief = (project: RegisteredProject, issue: IssueDetail): IssueView => {
    const session = sessionOf(issue);
    return {
      id: issue.id,
      name: stripProject(issue.id, project.id),
      project: project.id,
      title: redact(issue.title),
      state: issue.state.kind === "open" ? "open" : issue.state.as,
      labels: [...issue.labels],
      priority: issue.priority,
      blockedBy: issue.blockedBy.map((id) => stripProject(id, project.id)),
      waitsFor: issue.blockedBy.filter((id) => !isDone(store, id)).map((id) => stripProject(id, project.id)),
      assignee: issue.assignee,
      author: nameAuthor(issue.author),
      createdAt: wall(issue.createdMs),
      changedAt: wall(issue.changedMs),
      session,
      notStarted: session === null ? explainNotStarted(context, project, issue, waiting.get(issue.id)) : null,
    };
  };
  return {
    brief,
    whole: (project, issue) => ({
      ...brief(project, issue),
      text: redact(issue.text),
      comments: issue.comments.map(({ author, atMs, text }) => ({
        by: nameAuthor(author),
        at: wall(atMs),
        text: redact(text),
      })),
    }),
  };
}

function isDone(store: DaemonContext["store"], id: IssueDetail["id"]): boolean {
  const seen = store.issues.get(id);
  return seen !== null && isSatisfied(seen);
}

function explainNotStarted(
  { store }: DaemonContext,
  { id: project, rules }: RegisteredProject,
  issue: IssueDetail,
  waits: string | undefined,
): string | null {
  if (issue.state.kind !== "open") return null;
  const seen = store.issues.get(issue.id);
  const byHand = `waits for \`ao new ${stripProject(issue.id, project)}\``;
  const open = issue.blockedBy.filter((id) => !isDone(store, id));
  if (open.length > 0)
    return `waits for ${open.map((id) => `#${stripProject(id, project)}`.replace(/^#(?!\d)/, "")).join(", ")}`;
  if (rules.autonomy === "observe") return `${byHand} (autonomy is observe)`;
  if (!rules.autoAssign) return `${byHand} (auto_assign is off)`;
  if (seen !== null && !isWantedIssue(seen)) return `${byHand} (the tracker's settings do not ask for it)`;
  if (seen !== null && !isTrusted(seen))
    return `written by somebody without write access; waits for \`ao issue approve ${stripProject(issue.id, project)}\``;
  if (waits !== undefined) return waits.replaceAll(`${project}#`, "#");
  return "an agent starts on it next";
}
