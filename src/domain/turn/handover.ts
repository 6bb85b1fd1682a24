/**
 * A conversation whose window is nearly full goes on in a fresh one before a turn begins, never in the middle of one. The
 * fresh one knows nothing, so what it must know is told in the place of the message.
 */
import { isOpenChange, type Change } from "../change/change.ts";
import { because } from "../core/draft.ts";
import type { Incident } from "../incident/incident.ts";
import { limits } from "../model/limits.ts";
import type { Message } from "./message.ts";
import { compose } from "../words/compose-prompt.ts";
import type { Rules } from "../model/rules.ts";
import type { Session } from "../session/session.ts";
import { percentUsed } from "../model/usage.ts";
import { sessionVariables } from "../words/variables.ts";
import { openIncidents, sessionOf, type WorkDraft } from "../core/work-draft.ts";

/** Null: the conversation has room, or nobody knows. */
export function handoverFor(draft: WorkDraft, message: Message): string | null {
  const session = sessionOf(draft);
  // An answer means nothing without its question.
  if (!isNearlyFull(session, draft.rules) || message.cause.kind === "answer") return null;
  because(draft, `the conversation goes on in a fresh one: ${percentOf(session)} % of its context was used`);
  const { text, cause } = message;
  const about = sessionVariables(session);
  const told = compose(draft.rules, "handover", {
    ...about,
    // Most messages end with the task; once is enough.
    task: text.includes(session.task) ? "" : session.task,
    plan: session.plan ?? "",
    diff: draft.facts.changes.filter(isOpenChange).map(diffOf).join("\n"),
    failures: openIncidents(draft)
      .filter(({ incident }) => isOfTheWork(incident))
      .filter(({ incident }) => cause.kind !== "incident" || cause.incident !== incident.id)
      .map(({ incident }) => `- ${incident.summary}`)
      .join("\n"),
    lastWords: session.lastWords,
    message: text,
  });
  const whole = told.includes(text) ? told : `${told}\n\n${text}`;
  return whole.length > limits.messageTextMax ? text : whole;
}

export function isNearlyFull(session: Session, { handoverAt }: Pick<Rules, "handoverAt">): boolean {
  return handoverAt > 0 && percentOf(session) >= handoverAt;
}

const percentOf = ({ context = null }: Session): number => (context === null ? 0 : percentUsed(context));

/** Troubles of its own process are no news to an agent. */
const isOfTheWork = ({ trouble }: Incident): boolean =>
  trouble === "ci" || trouble === "review" || trouble === "conflict";

const PATHS_NAMED = 30;

function diffOf({ paths, diffLines }: Change): string {
  const more = paths.length - PATHS_NAMED;
  return [
    `${paths.length} files, ${diffLines} lines:`,
    ...paths.slice(0, PATHS_NAMED).map((path) => `- ${path}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ].join("\n");
}
