/** A session went on after the backup that was restored: what its agent was told then is not told again. */
import type { Command } from "../core/command.ts";
import { giveReason } from "../core/draft.ts";
import { isSettled } from "./message.ts";
import { getOpenTurn } from "../session/session.ts";
import { patchSession, getSession, settleMessage, type WorkDraft } from "../core/work-draft.ts";

const WHY = "it was handed over in a turn that the restored database does not know";

export function recallTurns(draft: WorkDraft, { turns, messages }: Extract<Command, { kind: "recall_turns" }>): void {
  const session = getSession(draft);
  const told = draft.facts.messages.filter((message) => messages.includes(message.id) && !isSettled(message));
  for (const message of told) settleMessage(draft, message, { kind: "unknown", why: WHY });
  // The next turn begins when the process of the last one is gone, known here or not.
  const last = getOpenTurn(session) === null ? (turns.at(-1) ?? session.lastTurn) : session.lastTurn;
  patchSession(draft, { turns: session.turns + turns.length, lastTurn: last });
  giveReason(
    draft,
    `${turns.length === 1 ? "a turn" : `${turns.length} turns`} after the backup ran and is not known here`,
  );
  if (told.length > 0)
    giveReason(
      draft,
      `${told.length === 1 ? "a message" : `${told.length} messages`} told then will not be told again`,
    );
}
