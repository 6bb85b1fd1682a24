/** What every view of sessions rests on beside their own facts: read once a request. */
import { isOwnForge } from "../../../config/own-forge.ts";
import { buildClosedRules } from "../../../config/rules.ts";
import type { AttentionContext } from "../../../domain/words/attention/attention-view.ts";
import { isOnBase } from "../../../domain/checks/base-fixers.ts";
import type { Candidate } from "../../../domain/landing/candidate.ts";
import type { WorkFacts } from "../../../domain/core/facts.ts";
import type { ProjectId, SessionId } from "../../../domain/model/ids.ts";
import type { Now } from "../../../domain/model/now.ts";
import type { Project } from "../../../domain/core/project.ts";
import type { Rules } from "../../../domain/model/rules.ts";
import { getOpenTurn, type Session } from "../../../domain/session/session.ts";
import { gatherFacts } from "../../../engine/inbox/load-facts.ts";
import type { ChecksPlugin } from "../../../slots/checks.ts";
import type { StatusView } from "../../../protocol/session/status.ts";
import type { DaemonContext } from "../../context.ts";
import { hasTurnScreen } from "../../screens/turn-screen.ts";
import { createClockFormat, type ClockFormat } from "../moments.ts";

export type BoardView = {
  readonly now: Now;
  readonly moments: ClockFormat;
  readonly redact: (text: string) => string;
  readonly rulesOf: (project: ProjectId) => Rules;
  /** Null: its project is not known any more. */
  readonly factsOf: (session: Session) => WorkFacts | null;
  readonly contextOf: (facts: WorkFacts) => AttentionContext;
  readonly labelsOf: (session: Session) => readonly string[];
  /** How its agent is driven now; empty: the agent is not installed here. */
  readonly driveOf: (session: Session) => Pick<StatusView, "drive">;
  readonly billedTo: (session: Session) => NonNullable<StatusView["billedTo"]> | null;
  /** Why the plan lets the session wait. */
  readonly waiting: (session: Session) => string | null;
};

export function createBoardView(context: DaemonContext): BoardView {
  const { engine, store, projects, redact } = context;
  const now = engine.now();
  const waiting = makeOnce(() => engine.waiting());
  const candidates = makeOnce(() => store.candidates.live().flatMap(({ id }) => store.candidates.get(id) ?? []));
  const known = new Map<ProjectId, Project | null>();
  const projectOf = (id: ProjectId): Project | null => {
    if (!known.has(id)) known.set(id, store.projects.get(id));
    return known.get(id) ?? null;
  };
  const rulesOf = (project: ProjectId): Rules => projects.get(project)?.rules ?? buildClosedRules();
  const fixers = new Map<ProjectId, readonly SessionId[]>();
  const fixersOf = (project: Project): readonly SessionId[] => {
    if (project.base.health.kind !== "red") return [];
    const found = fixers.get(project.id) ?? listBaseFixers(store, project);
    fixers.set(project.id, found);
    return found;
  };
  const waits = (session: Session): string | null => waiting().get(session.id) ?? null;
  return {
    now,
    moments: createClockFormat(now),
    redact,
    rulesOf,
    factsOf: (session) => {
      const project = projectOf(session.project);
      return project === null ? null : gatherFacts(store, project, session);
    },
    labelsOf: ({ role }) =>
      role.kind === "worker" && role.issue !== null ? (store.issues.get(role.issue)?.labels ?? []) : [],
    driveOf: ({ project, agent }) => {
      const drive = context.slotsOf(project)?.agent(agent)?.drive;
      return drive === undefined ? {} : { drive };
    },
    billedTo: ({ id, project, agent }) => {
      const found = context.slotsOf(project)?.agent(agent)?.billedTo?.(id) ?? null;
      return found === null ? null : { ...found, to: redact(found.to) };
    },
    waiting: waits,
    contextOf: ({ session, changes, project }) => {
      const turn = session === null ? null : getOpenTurn(session);
      return {
        waiting: session === null ? null : waits(session),
        candidate: candidates().find((candidate) => holdsChange(candidate, changes)) ?? null,
        notKnown: turn === null ? null : engine.notKnown(turn.id),
        triedAgain: session === null ? null : explainRetry(store, session),
        // On the local forge there is one person: the owner of the home.
        hasScreen: turn === null ? undefined : hasTurnScreen(context.home.turns, turn.id),
        reviewIsYours: isOwnForge(projects.get(project.id)?.settings.scm.plugin ?? ""),
        baseFixers: fixersOf(project),
        checks: createProgressReader(changes, context.slotsOf(project.id)?.checks),
      };
    },
  };
}

function createProgressReader(changes: WorkFacts["changes"], checks: ChecksPlugin | undefined) {
  return new Map(
    changes.map(({ id, round }) => [id, round.kind === "asked" ? (checks?.progress?.(round.key) ?? []) : []]),
  );
}

/** So many live sessions of a project are looked at. */
const LIVE_MAX = 1_000;

function listBaseFixers(store: DaemonContext["store"], project: Project): readonly SessionId[] {
  return store.sessions
    .page({ live: true, project: project.id, before: null, limit: LIVE_MAX })
    .filter((session) => isOnBase(project, session, store.changes.ofSession(session.id)))
    .map(({ id }) => id);
}

/** Sessions at rest have nothing under way, and cost no look. */
function explainRetry(store: DaemonContext["store"], { id, phase }: Session): string | null {
  if (phase.kind !== "preparing" && phase.kind !== "working" && phase.kind !== "ending") return null;
  return store.outbox.unfinishedOfLane(`session:${id}`)[0]?.error ?? null;
}

function holdsChange(candidate: Candidate, changes: WorkFacts["changes"]): boolean {
  return candidate.changes.some(({ id }) => changes.some((change) => change.id === id));
}

function makeOnce<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
