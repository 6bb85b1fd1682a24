/** A message and its receipt. */
import {
  isWaiting,
  chooseMessageLane,
  describeReason,
  type DropReason,
  type Message,
  type MessageState,
} from "../../../domain/turn/message.ts";
import { getOpenTurn, type Session } from "../../../domain/session/session.ts";
import type { MessageView } from "../../../protocol/session/message.ts";
import type { BoardView } from "../fleet/board-view.ts";

/** `queue`: the session's messages that are not settled, in the order they were made. */
export type MessageContext = { readonly session: Session; readonly queue: readonly Message[] };

export function toMessageView(board: BoardView, message: Message, context: MessageContext): MessageView {
  const { id, session, cause, state, createdAtMs, deliveries } = message;
  const { moments, redact } = board;
  const isQueued = state.kind === "queued";
  return {
    id,
    session,
    reason: describeReason(cause),
    by: cause.kind === "person" ? cause.by : null,
    text: redact(message.text),
    state: state.kind,
    why: explainState(state),
    createdAt: moments.counted(createdAtMs),
    acknowledgedAt: state.kind === "acknowledged" ? moments.counted(state.atMs) : null,
    turn: "turn" in state ? state.turn : null,
    position: isQueued ? countPosition(message, context) : null,
    waitsFor: isQueued ? explainWait(board, message, context) : null,
    deliveries,
  };
}

const dropped: Readonly<Record<DropReason, string>> = {
  stale_head: "it was about an older head",
  incident_over: "what it was about was over",
  session_ended: "the session ended",
  not_needed: "it was not needed any more",
};

function explainState(state: MessageState): string | null {
  if (state.kind === "dropped") return dropped[state.why];
  return state.kind === "failed" || state.kind === "unknown" ? state.why : null;
}

/** A person's messages go first. */
function countPosition(message: Message, { queue }: MessageContext): number {
  const waiting = queue.filter(isWaiting);
  const people = waiting.filter((other) => chooseMessageLane(other) === "person");
  const machines = waiting.filter((other) => chooseMessageLane(other) !== "person");
  return [...people, ...machines].findIndex(({ id }) => id === message.id) + 1;
}

function explainWait(board: BoardView, message: Message, { session }: MessageContext): string | null {
  const { phase, hold } = session;
  const turn = getOpenTurn(session);
  if (turn?.message === message.id) return `turn ${session.turns} begins`;
  if (hold?.by === "take_over") return "a person works in the session";
  if (phase.kind === "asking" && message.cause.kind !== "answer")
    return "the agent asks: its question is answered first";
  if (turn !== null) return `the agent is busy; goes when turn ${session.turns} ends`;
  if (hold !== null && chooseMessageLane(message) !== "person") return "automatic turns are held";
  if (phase.kind === "preparing") return explainNotReady(phase);
  return board.waiting(session);
}

function explainNotReady(phase: Extract<Session["phase"], { kind: "preparing" }>): string {
  return phase.step === "waiting" ? `it waits for ${phase.after ?? "a person"}` : "its workspace is being created";
}
