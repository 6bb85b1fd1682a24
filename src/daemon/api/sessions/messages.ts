/** A message's receipt, now or when it has changed. */
import { messageId, type MessageId } from "../../../domain/model/ids.ts";
import { settledStates, type MessageView } from "../../../protocol/session/message.ts";
import type { DaemonContext } from "../../context.ts";
import { refuse } from "../../http/refusal.ts";
import { createBoardView } from "../fleet/board-view.ts";
import { toMessageView } from "./message-view.ts";
import type { WakeUps } from "../events/wake-ups.ts";

export function readMessageView(context: DaemonContext, id: MessageId): MessageView {
  const { store } = context;
  const message = store.messages.get(id);
  const session = message === null ? null : store.sessions.get(message.session);
  if (message === null || session === null) throw refuse("not_found", `there is no message ${id}`);
  return toMessageView(createBoardView(context), message, { session, queue: store.messages.unsettledOf(session.id) });
}

export type Patience = {
  readonly waitMs: number;
  /** Answered when its state is another; left out: another than now. */
  readonly since: string | undefined;
};

/** Its state will not change any more. */
const isSettled = ({ state }: MessageView): boolean => settledStates.some((settled) => settled === state);

type Source = { readonly context: DaemonContext; readonly wakeUps: WakeUps; readonly signal: AbortSignal };

export async function awaitMessage(source: Source, id: string, { waitMs, since }: Patience): Promise<MessageView> {
  const { context, wakeUps, signal } = source;
  const untilMs = Date.now() + waitMs;
  const first = readMessageView(context, messageId(id));
  const known = since ?? first.state;
  for (let message = first; ; message = readMessageView(context, messageId(id))) {
    const leftMs = untilMs - Date.now();
    if (message.state !== known || isSettled(message) || leftMs <= 0 || signal.aborted) return message;
    await wakeUps.next(leftMs, signal);
  }
}
