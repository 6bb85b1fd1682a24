/** A message that the agent has not read is taken back: what it told is news again, and its attempt is given back. */
import { giveReason } from "../core/draft.ts";
import type { IncidentFailure, Incident } from "../incident/incident.ts";
import type { Message } from "./message.ts";
import { isToldAlready } from "../incident/reaction.ts";
import { removeRound } from "../change/review-round.ts";
import { openIncidents, putIncident, settleMessage, type WorkDraft } from "../core/work-draft.ts";

export function withdraw(draft: WorkDraft, message: Message, why: "stale_head" | "not_needed"): void {
  settleMessage(draft, message, { kind: "dropped", why });
  giveBack(draft, message);
}

/** The head that the message speaks of is no longer there. */
export function withdrawStale(draft: WorkDraft, message: Message): void {
  withdraw(draft, message, "stale_head");
  giveReason(draft, "a message about an older state was dropped unread");
}

export function giveBack(draft: WorkDraft, message: Message): void {
  const { cause } = message;
  if (cause.kind !== "incident") return;
  const found = openIncidents(draft).find(({ incident }) => incident.id === cause.incident);
  if (found === undefined) return;
  const { incident, home } = found;
  const attempts = message.state.kind === "prepared" ? incident.attempts : Math.max(0, incident.attempts - 1);
  putIncident(draft, home, { ...incident, attempts, toldFor: forgetTold(incident, cause) });
}

/** What this message told is news again. A newer one may have told of something newer, or of other threads: that stands. */
function forgetTold(incident: Incident, cause: IncidentFailure): Incident["toldFor"] {
  const { toldFor, trouble } = incident;
  if (toldFor === null || trouble !== "review") return isToldAlready(incident, cause) ? null : toldFor;
  const fingerprint = removeRound(toldFor.fingerprint, cause.fingerprint);
  return fingerprint === "" ? null : { ...toldFor, fingerprint };
}
