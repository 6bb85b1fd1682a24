/** For how many reasons people may have been told, by what truly happened to a session, a change or a project. */
import { sessionId } from "../../src/domain/model/ids.ts";
import { noticeKinds, type Grounds } from "./desk.ts";
import type { ForgeChange } from "./forge-state.ts";
import type { WorldProject } from "./project.ts";
import type { Sessions, SessionTruth } from "./sessions.ts";

export function groundsOf(project: WorldProject, sessions: Sessions): Grounds {
  return {
    most: (kind, subject) => mostNotices(project, sessions, kind, subject),
    pulse: (subject) => pulseOf(project, sessions, subject),
    whyEarly: (kind, subject) => (kind === "ci" ? whyEarly(project, sessions, subject) : null),
    isLongOver: (kind, subject) => project.forge.state.isLongOver(kind, subject),
  };
}

function mostNotices(project: WorldProject, sessions: Sessions, kind: string, subject: string): number | null {
  const changes = changesOf(project, subject);
  switch (kind) {
    case "ci":
      // A base that only seemed red excuses failures for a while; how often, only the daemon knows.
      if (project.ci.baseFlakedMs >= 0 || changes.length === 0) return null;
      return changes.reduce((sum, change) => sum + 1 + change.ci.overs, 0);
    case "question":
      return sessionNamed(sessions, subject)?.questions ?? null;
    case "issue_closed":
      return closingsMet(project, sessionNamed(sessions, subject));
    case noticeKinds.ready:
      return changes.length === 0 ? null : changes.reduce((sum, change) => sum + change.moves.length, 0);
    case noticeKinds.baseRed:
      return project.ci.baseFlakedMs >= 0 ? null : project.forge.state.baseReds;
    default:
      return null;
  }
}

/** I24: where time decides, and nothing else can have, the agent had its time. */
function whyEarly(project: WorldProject, sessions: Sessions, subject: string): string | null {
  const change = [...project.forge.state.changes.values()].find(({ id }) => id === subject);
  const { escalateAfter, retriesMax } = project.rules.reactions["ci-failed"];
  if (change === undefined || escalateAfter?.kind !== "time") return null;
  // One more message may be on its way to the agent, and a runner that keeps failing is a reason of its own.
  if (change.ci.receiptsEver + 1 >= retriesMax || hasFailedToRun(project, change)) return null;
  // What is red together with the base is told of a head whose own checks are green.
  if (!isAgentThere(project, sessions, change) || change.candidateTrees.size > 0) return null;
  const hadMs = change.ci.agentClock.totalMs();
  if (hadMs + TICK_MS >= escalateAfter.ms) return null;
  return `the agent had ${Math.round(hadMs / 1000)} of ${escalateAfter.ms / 1000} s`;
}

function hasFailedToRun({ ci }: WorldProject, { moves }: ForgeChange): boolean {
  return moves.some(({ tree }) => ci.hasFailedToRun(tree));
}

/** A session ends with any of its changes that is closed; what it had published just then becomes a change without it. */
function isAgentThere(project: WorldProject, sessions: Sessions, { session }: ForgeChange): boolean {
  if (session === null || sessions.all.get(session)?.wasEnded !== false) return false;
  return !changesOf(project, session).some(({ wasClosed }) => wasClosed);
}

const TICK_MS = 5_000;

function closingsMet({ tracker }: WorldProject, session: SessionTruth | undefined): number | null {
  // Before its first turn the world does not know what a session is about.
  if (session === undefined || session.issue === null) return null;
  // Brought back when its work has landed, it meets an issue that the landing closes.
  const byLanding = tracker.landed.has(session.issue) ? session.comebacks : 0;
  return (tracker.closings.get(session.issue) ?? 0) + byLanding;
}

/** The change itself, or all changes of a session. */
function changesOf(project: WorldProject, subject: string): readonly ForgeChange[] {
  return [...project.forge.state.changes.values()].filter(
    (change) => change.id === subject || change.session === subject,
  );
}

function pulseOf(project: WorldProject, sessions: Sessions, subject: string): number {
  if (subject === project.id) return project.forge.state.baseMoves;
  let pulse = 0;
  for (const change of changesOf(project, subject)) {
    // What happened before is news to the daemon when it is shown.
    pulse += change.pulse + (change.shown?.version ?? 0);
    if (change.id === subject) pulse += pulseOfSession(sessions, change.session);
  }
  return pulse + pulseOfSession(sessions, subject);
}

function pulseOfSession(sessions: Sessions, id: string | null): number {
  return id === null ? 0 : (sessionNamed(sessions, id)?.pulse ?? 0);
}

function sessionNamed(sessions: Sessions, name: string): SessionTruth | undefined {
  return sessions.all.get(sessionId(name));
}
