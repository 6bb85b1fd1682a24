/** How a session ends: its turn is stopped, its work rescued, its open troubles and messages closed with it. */
import { endChecks } from "../checks/call-off.ts";
import { giveReason, requestEffect } from "../core/draft.ts";
import { findOpen } from "../incident/incident.ts";
import { isSettled } from "../turn/message.ts";
import { endRestartDelay } from "../turn/restart-delay.ts";
import { getOpenTurn, type EndReason } from "./session.ts";
import { closeAt, enter, openIncidents, getSession, settleMessage, type WorkDraft } from "../core/work-draft.ts";

export function endSession(draft: WorkDraft, reason: EndReason, keepWorkspace: boolean): void {
  const session = getSession(draft);
  if (session.phase.kind === "ended") return;
  if (session.phase.kind === "ending") return removeAgain(draft);
  const turn = getOpenTurn(session);
  if (turn !== null) requestEffect(draft, { kind: "stop_turn", session: session.id, turn: turn.id }, turn.id);
  requestEffect(
    draft,
    { kind: "remove_workspace", session: session.id, keep: keepWorkspace },
    `${session.id}:${draft.observation.id}`,
  );
  enter(draft, {
    kind: "ending",
    because: reason,
    keepWorkspace,
    ...(turn === null ? {} : { turn: turn.id }),
    ...(isIdle(draft) ? { wasIdle: true } : {}),
  });
  endRestartDelay(draft);
  endChecks(draft);
  for (const { home, incident } of openIncidents(draft)) closeAt(draft, home, incident.trouble, "session_ended");
  for (const message of draft.facts.messages.filter((other) => !isSettled(other))) {
    settleMessage(
      draft,
      message,
      message.state.kind === "written"
        ? { kind: "unknown", why: "the session ended while it was being read" }
        : { kind: "dropped", why: "session_ended" },
    );
  }
  giveReason(draft, `the session ends: ${reason.replaceAll("_", " ")}`);
}

/** At rest after its last turn, with nothing to read and nothing to ask: a restore has nothing to go on with. */
function isIdle(draft: WorkDraft): boolean {
  const { phase, incidents } = getSession(draft);
  const hasFailed = findOpen(incidents, "exited") !== undefined;
  return phase.kind === "resting" && !hasFailed && draft.facts.messages.every(isSettled);
}

/** A person asks again for what could not be done the first time. */
function removeAgain(draft: WorkDraft): void {
  const session = getSession(draft);
  if (session.phase.kind !== "ending") return;
  const deed = { kind: "remove_workspace", session: session.id, keep: session.phase.keepWorkspace } as const;
  requestEffect(draft, deed, `${session.id}:${draft.observation.id}`);
}
