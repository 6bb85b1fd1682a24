/** The process of an open turn is gone and left no ending behind. */
import { openTurn } from "./session.ts";
import { onFailed } from "./turn-end.ts";
import { messageOfTurn, undelivered } from "./turn.ts";
import { enter, sessionOf, type WorkDraft } from "./work.ts";

export function onProcessGone(draft: WorkDraft): void {
  const session = sessionOf(draft);
  const turn = openTurn(session);
  if (turn === null || (session.phase.kind !== "working" && session.phase.kind !== "asking")) return;
  const message = messageOfTurn(draft);
  if (message !== undefined && !turn.acknowledged)
    undelivered(draft, message, "the process died before it read the message");
  enter(draft, { kind: "resting", workspacePath: session.phase.workspacePath });
  onFailed(draft, { message, read: turn.acknowledged, turn: turn.id }, "its process is gone");
}
