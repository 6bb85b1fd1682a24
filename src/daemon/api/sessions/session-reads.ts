/** What is to be seen of sessions. */
import type { WorkFacts } from "../../../domain/core/facts.ts";
import { sessionId } from "../../../domain/model/ids.ts";
import type { Session } from "../../../domain/session/session.ts";
import type { StatusView } from "../../../protocol/session/status.ts";
import type { UnreadableSession } from "../../../store/sessions/session-page.ts";
import type { DaemonContext } from "../../context.ts";
import type { Endpoints } from "../../http/endpoint.ts";
import { refuse } from "../../http/refusal.ts";
import { createBoardView, type BoardView } from "../fleet/board-view.ts";
import { readConversationView } from "./conversation.ts";
import { answerEvents } from "../events/events.ts";
import { findSession } from "./find-session.ts";
import { findStartProject } from "./start-session.ts";
import { awaitMessage } from "./messages.ts";
import { sendLogs } from "../logs/send-logs.ts";
import { toSessionView } from "./session-view.ts";
import { toStatusView } from "./status-view.ts";
import { toUnreadableStatus } from "./unreadable-session.ts";
import type { WakeUps } from "../events/wake-ups.ts";
import { readWhyView } from "./why-view.ts";
import { addTests } from "../changes/with-tests.ts";

/** More than anybody looks at in one list. */
const SESSIONS_MAX = 10_000;

type Parts = { readonly context: DaemonContext; readonly wakeUps: WakeUps };

export function createSessionReads({ context, wakeUps }: Parts) {
  const { store } = context;
  return {
    listSessions: {
      kind: "read",
      read: (asked) => store.snapshot(() => listStatuses(context, asked)),
    },
    session: {
      kind: "read",
      read: ({ id }) =>
        addTests(
          context,
          showSession(context, id, (board, facts, session) => toSessionView(board, store, facts, session)),
        ),
    },
    status: { kind: "read", read: ({ id }) => addTests(context, showSession(context, id, toStatusView)) },
    why: {
      kind: "read",
      read: ({ id }) => showSession(context, id, (board, facts, session) => readWhyView(board, store, facts, session)),
    },
    message: {
      kind: "read",
      read: ({ id, waitMs = 0, since }, { signal }) =>
        awaitMessage({ context, wakeUps, signal }, id, { waitMs, since }),
    },
    logs: {
      kind: "stream",
      open: ({ id, follow = false, raw = false, turn, tail, from }, { signal }, exchange) => {
        const asked = { session: findSession(context, id).id, turn: turn ?? null, follow, raw, tail, from };
        return sendLogs({ context, wakeUps, signal }, asked, exchange);
      },
    },
    conversation: {
      kind: "read",
      read: ({ id, turn, after }) =>
        readConversationView(context, findSession(context, id), { turn: turn ?? null, after: after ?? null }),
    },
    events: {
      kind: "stream",
      open: ({ session, after, limit = 0 }, call, exchange) => {
        const subject = session === undefined ? null : findSession(context, session).id;
        return answerEvents({ context, wakeUps }, { subject, after: after ?? null, limit }, call, exchange);
      },
    },
  } satisfies Partial<Endpoints>;
}

type ListQuestion = {
  readonly all?: boolean | undefined;
  readonly project?: string | undefined;
  readonly ended?: number | undefined;
  readonly ids?: string | undefined;
};

function listStatuses(context: DaemonContext, { all = false, project, ended = 0, ids }: ListQuestion): StatusView[] {
  const { store } = context;
  const board = createBoardView(context);
  const only = project === undefined ? null : findStartProject(context, project).id;
  const page = (live: boolean | null, limit: number): readonly (Session | UnreadableSession)[] =>
    limit === 0 ? [] : store.sessions.pageWithUnreadable({ live, project: only, before: null, limit });
  const sessions =
    ids === undefined
      ? [...page(all ? null : true, SESSIONS_MAX), ...(all ? [] : page(false, ended))]
      : ids.split(",").flatMap((id) => store.sessions.get(sessionId(id)) ?? []);
  return sessions.flatMap((session) => toStatusViews(board, session));
}

function toStatusViews(board: BoardView, session: Session | UnreadableSession): readonly StatusView[] {
  if (!("phase" in session)) return [toUnreadableStatus(session, board.moments)];
  const facts = board.factsOf(session);
  return facts === null ? [] : [toStatusView(board, facts, session)];
}

type Shower<T> = (board: BoardView, facts: WorkFacts, session: Session) => T;

/** The session by its id, name or issue, as `show` shows it. */
export function showSession<T>(context: DaemonContext, reference: string, show: Shower<T>): T {
  const session = findSession(context, reference);
  const board = createBoardView(context);
  const facts = board.factsOf(session);
  if (facts === null) throw refuse("not_found", `${session.id} belongs to a project that is not known any more`);
  return show(board, facts, session);
}
