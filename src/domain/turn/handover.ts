/**
 * A conversation whose window is nearly full goes on in a fresh one before a turn begins, never in the middle of one. The
 * fresh one knows nothing, so what it must know is told in the place of the message.
 */
import { isOpenChange, type Change } from "../change/change.ts";
import { giveReason } from "../core/draft.ts";
import type { Incident } from "../incident/incident.ts";
import { limits } from "../model/limits.ts";
import type { Message } from "./message.ts";
import { composePrompt } from "../words/compose-prompt.ts";
import type { Rules } from "../model/rules.ts";
import type { Session } from "../session/session.ts";
import { computePercentUsed } from "../model/usage.ts";
import { collectSessionVariables } from "../words/variables.ts";
import { openIncidents, getSession, type WorkDraft } from "../core/work-draft.ts";

/** Null: the conversation has room, or nobody knows. */
export function composeHandover(draft: WorkDraft, message: Message): string | null {
  const session = getSession(draft);
  // An answer means nothing without its question.
  if (!isNearlyFull(session, draft.rules) || message.cause.kind === "answer") return null;
  giveReason(draft, `the conversation continues in a fresh one: ${computePercent(session)} % of its context was used`);
  const { text, cause } = message;
  const about = collectSessionVariables(session);
  const told = composePrompt(draft.rules, "handover", {
    ...about,
    // Most messages end with the task; once is enough.
    task: text.includes(session.task) ? "" : session.task,
    plan: session.plan ?? "",
    diff: draft.facts.changes.filter(isOpenChange).map(describeDiff).join("\n"),
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
  return handoverAt > 0 && computePercent(session) >= handoverAt;
}

const computePercent = ({ context = null }: Session): number => (context === null ? 0 : computePercentUsed(context));

/** Troubles of its own process are no news to an agent. */
const isOfTheWork = ({ trouble }: Incident): boolean =>
  trouble === "ci" || trouble === "review" || trouble === "conflict";

const PATHS_NAMED = 30;

function describeDiff({ paths, diffLines }: Change): string {
  const more = paths.length - PATHS_NAMED;
  return [
    `${paths.length} files, ${diffLines} lines:`,
    ...paths.slice(0, PATHS_NAMED).map((path) => `- ${path}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ].join("\n");
}
