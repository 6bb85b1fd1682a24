/** How a conversation goes on after its last turn was cut off. */
import { isOpenChange } from "../change/change.ts";
import type { TurnId } from "../model/ids.ts";
import { isOpenIncident, assignNextStep } from "../incident/incident.ts";
import { reviewToAnswer, type Message } from "../turn/message.ts";
import { composePrompt } from "../words/compose-prompt.ts";
import { forgetTelling } from "../landing/red-candidate.ts";
import { collectSessionVariables } from "../words/variables.ts";
import { changeHome, putIncident, queueMessage, getSession, type WorkDraft } from "../core/work-draft.ts";

/** Follows a turn that died after its message was read: never sent again, quoted instead. `why` empty: by a person. */
export function queueRestore(draft: WorkDraft, of: TurnId | null, message: Message | undefined, why = ""): void {
  const session = getSession(draft);
  const about = message === undefined ? "" : describeCause(message);
  const known = { ...collectSessionVariables(session), why, about, lastWords: session.lastWords };
  const review = message === undefined ? undefined : reviewToAnswer(message.cause);
  const cause = { kind: "restore", of, about, ...(review === undefined ? {} : { review }) } as const;
  queueMessage(draft, cause, composePrompt(draft.rules, "restore", known));
}

/** A turn that was begun again and cut off again was about the same as the first. */
const describeCause = ({ cause, text }: Message): string => (cause.kind === "restore" ? (cause.about ?? text) : text);

/** Follows when a stopped session was brought back. */
export function queueBroughtBack(draft: WorkDraft): void {
  const session = getSession(draft);
  const known = { ...collectSessionVariables(session), lastWords: session.lastWords };
  queueMessage(draft, { kind: "restore", of: session.lastTurn }, composePrompt(draft.rules, "restore-stopped", known));
}

/**
 * Follows when a session comes back that was idle: the troubles of its open changes are what they were when it was stopped,
 * so that nothing is told twice. What went wrong meanwhile had no agent to be told to, and is news to it.
 */
export function resumeTroubles(draft: WorkDraft): void {
  for (const change of draft.facts.changes.filter(isOpenChange)) {
    for (const incident of change.incidents.filter(isOpenIncident)) {
      putIncident(draft, changeHome(change), forgetTelling(incident));
    }
    for (const trouble of ["ci", "review", "conflict"] as const) {
      const last = change.incidents.findLast((incident) => incident.trouble === trouble);
      if (last?.closed?.as !== "session_ended") continue;
      const reopened = { ...last, closed: null };
      putIncident(
        draft,
        changeHome(change),
        assignNextStep(reopened, trouble === "review" ? "reviewer" : "person", draft.now),
      );
    }
  }
}
