/** The process of an open turn is gone and left no ending behind. */
import { unknown } from "../model/known.ts";
import { countCost, goneWithoutEnd } from "../session/spending.ts";
import { getOpenTurn } from "../session/session.ts";
import { handleFailed, handleTurnEnded, type TurnEnd } from "./turn-end.ts";
import { findTurnMessage, returnUndelivered } from "./turn.ts";
import { noUsage } from "../model/usage.ts";
import { enter, getSession, type WorkDraft } from "../core/work-draft.ts";

export function handleProcessGone(draft: WorkDraft): void {
  const session = getSession(draft);
  const turn = getOpenTurn(session);
  if (turn === null || (session.phase.kind !== "working" && session.phase.kind !== "asking")) return;
  if (turn.cutOff !== null) return handleTurnEnded(draft, cutShort);
  countCost(draft, goneWithoutEnd);
  const message = findTurnMessage(draft);
  if (message !== undefined && !turn.acknowledged)
    returnUndelivered(draft, message, "the process died before it read the message");
  enter(draft, { kind: "resting", workspacePath: session.phase.workspacePath });
  handleFailed(draft, { message, read: turn.acknowledged, turn: turn.id }, "its process is gone");
}

/** It was asked to end, and did not come to say that it has. */
const cutShort: TurnEnd = {
  result: { kind: "interrupted" },
  head: unknown("its process is gone"),
  dirty: false,
  usage: noUsage,
  words: "",
};
