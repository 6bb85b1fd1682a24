/** How a conversation goes on after its last turn was cut off. */
import type { TurnId } from "./ids.ts";
import type { Message } from "./message.ts";
import { compose } from "./prompt.ts";
import { sessionVariables } from "./variables.ts";
import { say, sessionOf, type WorkDraft } from "./work.ts";

/** Follows a turn that died after its message was read: never sent again, quoted instead. `why` empty: by a person. */
export function queueRestore(draft: WorkDraft, of: TurnId | null, message: Message | undefined, why = ""): void {
  const session = sessionOf(draft);
  const about = message === undefined ? "" : aboutOf(message);
  const known = { ...sessionVariables(session), why, about, lastWords: session.lastWords };
  say(draft, { kind: "restore", of, about }, compose(draft.rules, "restore", known));
}

/** A turn that was begun again and cut off again was about the same as the first. */
const aboutOf = ({ cause, text }: Message): string => (cause.kind === "restore" ? (cause.about ?? text) : text);

/** Follows when a stopped session was brought back. */
export function queueBroughtBack(draft: WorkDraft): void {
  const session = sessionOf(draft);
  const known = { ...sessionVariables(session), lastWords: session.lastWords };
  say(draft, { kind: "restore", of: session.lastTurn }, compose(draft.rules, "restore-stopped", known));
}
