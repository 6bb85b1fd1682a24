/** The process of an open turn is gone and left no ending behind. */
import { unknown } from "../model/known.ts";
import { countCost, goneWithoutEnd } from "../session/spending.ts";
import { openTurn } from "../session/session.ts";
import { onFailed, onTurnEnded, type TurnEnd } from "./turn-end.ts";
import { messageOfTurn, undelivered } from "./turn.ts";
import { noUsage } from "../model/usage.ts";
import { enter, sessionOf, type WorkDraft } from "../core/work-draft.ts";

export function onProcessGone(draft: WorkDraft): void {
  const session = sessionOf(draft);
  const turn = openTurn(session);
  if (turn === null || (session.phase.kind !== "working" && session.phase.kind !== "asking")) return;
  if (turn.cutOff !== null) return onTurnEnded(draft, cutShort);
  countCost(draft, goneWithoutEnd);
  const message = messageOfTurn(draft);
  if (message !== undefined && !turn.acknowledged)
    undelivered(draft, message, "the process died before it read the message");
  enter(draft, { kind: "resting", workspacePath: session.phase.workspacePath });
  onFailed(draft, { message, read: turn.acknowledged, turn: turn.id }, "its process is gone");
}

/** It was asked to end, and did not come to say that it has. */
const cutShort: TurnEnd = {
  result: { kind: "interrupted" },
  head: unknown("its process is gone"),
  dirty: false,
  usage: noUsage,
  words: "",
};
