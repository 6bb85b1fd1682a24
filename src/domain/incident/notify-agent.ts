/** Carries a reaction out: counts the attempt, queues or prepares the message, escalates when it is time. */
import { giveReason, requestEffect } from "../core/draft.ts";
import { escalate } from "./escalation.ts";
import { assignNextStep, type IncidentFailure, type Incident } from "./incident.ts";
import type { Message } from "../turn/message.ts";
import { composePrompt } from "../words/compose-prompt.ts";
import type { PromptVariables } from "../words/prompts.ts";
import { isToldAlready, react, type Reaction } from "./reaction.ts";
import { mayFix, type ReactionName } from "../model/rules.ts";
import { withdraw } from "../turn/take-back.ts";
import {
  listIncidents,
  listMessagesAbout,
  putIncident,
  queueMessage,
  type IncidentHome,
  type WorkDraft,
} from "../core/work-draft.ts";

export type TroubleToTell = {
  readonly home: IncidentHome;
  readonly incident: Incident;
  readonly reaction: ReactionName;
  readonly failure: IncidentFailure;
  readonly variables: PromptVariables;
  /** The message tells only this much of the failure. `left`: the incident without what was taken back unread. */
  readonly narrow?: (left: Incident) => { readonly fingerprint: string; readonly variables: PromptVariables };
};

export function tell(draft: WorkDraft, trouble: TroubleToTell): void {
  const rule = draft.rules.reactions[trouble.reaction];
  if (isToldAlready(trouble.incident, trouble.failure)) {
    giveReason(draft, `${trouble.reaction}: the same failure on the same head was told already`);
    return;
  }
  const isWaiting = listMessagesAbout(draft, trouble.incident).some((message) => message.state.kind === "prepared");
  const incident = withdrawUnread(draft, trouble);
  const reaction = react(incident, rule, draft.rules.autonomy);
  const told = carryOut(
    draft,
    { ...trouble, isWaiting },
    { ...incident, failedAttempts: reaction.failedAttempts },
    reaction,
  );
  if (reaction.escalate) escalate(draft, trouble.home, told, rule.priority);
}

/** What was queued about an older head and never read is taken back first, with its attempt. */
function withdrawUnread(draft: WorkDraft, { home, incident }: TroubleToTell): Incident {
  for (const older of listMessagesAbout(draft, incident)) withdraw(draft, older, "stale_head");
  return listIncidents(draft, home).find((other) => other.id === incident.id) ?? incident;
}

/** `isWaiting`: a message about it was ready before, and a person has not decided yet. */
type Telling = TroubleToTell & { readonly isWaiting: boolean };

function carryOut(draft: WorkDraft, trouble: Telling, incident: Incident, { telling }: Reaction): Incident {
  if (telling.kind === "silent") return staySilent(draft, trouble, incident, telling.why);
  const { home, failure, reaction: name } = trouble;
  const rule = draft.rules.reactions[name];
  const { attempt } = telling;
  const { text, fingerprint } = composeMessage(draft, trouble, incident, attempt);
  const about = { ...failure, incident: incident.id, trouble: incident.trouble, attempt, fingerprint };
  const sent = telling.kind === "tell";
  const message =
    draft.facts.session === null
      ? null
      : queueMessage(draft, { kind: "incident", ...about }, text, sent ? "queued" : "prepared");
  if (message === null) return waitForPerson(draft, trouble, incident);
  const isAnnounced = !sent && !trouble.isWaiting;
  const told: Incident = {
    ...assignNextStep(incident, sent ? "agent" : "person", draft.now),
    attempts: sent ? attempt : incident.attempts,
    toldFor: failure,
    ...(isAnnounced ? { announced: message.id } : {}),
  };
  putIncident(draft, home, told);
  if (isAnnounced) announcePrepared(draft, told, message);
  giveReason(draft, `${name}: attempt ${attempt} of ${rule.retriesMax} ${sent ? "was queued" : "waits for a person"}`);
  return told;
}

/** In the project's words, with what of the failure they tell. */
function composeMessage({ rules }: WorkDraft, trouble: TroubleToTell, left: Incident, attempt: number) {
  const { failure, reaction: name, narrow } = trouble;
  const { fingerprint, variables } = narrow?.(left) ?? { ...failure, variables: {} };
  const known = { ...trouble.variables, ...variables, attempt, retries: rules.reactions[name].retriesMax };
  return { text: composePrompt(rules, name, known), fingerprint };
}

function staySilent(
  draft: WorkDraft,
  { home, failure, reaction: name }: TroubleToTell,
  incident: Incident,
  why: "retries_used" | "not_for_agent",
): Incident {
  const rule = draft.rules.reactions[name];
  giveReason(draft, `${name}: ${why === "retries_used" ? "no retries left" : "not sent to the agent"}`);
  if (rule.action.kind === "run" && rule.auto && mayFix(draft.rules)) runAction(draft, incident, rule.action.command);
  const silent = { ...assignNextStep(incident, "person", draft.now), toldFor: failure };
  putIncident(draft, home, silent);
  return silent;
}

/** There is no agent to tell: the change is a person's, or its session no longer exists. */
function waitForPerson(draft: WorkDraft, { home, failure }: TroubleToTell, incident: Incident): Incident {
  const next = { ...assignNextStep(incident, "person", draft.now), toldFor: failure };
  putIncident(draft, home, next);
  escalate(draft, home, next);
  return next;
}

/** Once until a person has decided: another head or face of the same trouble changes the message, not that it waits. */
function announcePrepared(draft: WorkDraft, incident: Incident, { id, session }: Message): void {
  const project = draft.facts.project.id;
  const subject = { kind: "reaction_prepared", incident: incident.id, session, message: id } as const;
  const text = `${incident.summary}. A message to the agent is ready to be sent.`;
  requestEffect(draft, { kind: "notify", project, subject, priority: "action", text }, `prepared:${id}`);
}

function runAction(draft: WorkDraft, incident: Incident, command: readonly string[]): void {
  const session = draft.facts.session;
  if (session === null) return;
  requestEffect(
    draft,
    { kind: "run_action", project: session.project, session: session.id, command },
    `${incident.id}:${draft.observation.id}`,
  );
}
