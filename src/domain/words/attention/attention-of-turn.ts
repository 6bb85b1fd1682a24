/** What the agent is doing in its open turn. */
import { createAttention, type Attention, type AttentionVerb, type AttentionInput } from "./attention-view.ts";
import { formatStillFor, listTroubles } from "./attention-of-trouble.ts";
import { listChecks } from "../../change/change.ts";
import { findOpen, type Incident } from "../../incident/incident.ts";
import type { Message } from "../../turn/message.ts";
import { formatAttempt, cut, stripSentence, QUOTE_MAX, listSome } from "../sentence.ts";

export function describeOpenTurn(view: AttentionInput): Attention | null {
  const { session, messages } = view;
  if (session?.phase.kind !== "working") return null;
  const { turn } = session.phase;
  const verbs: readonly AttentionVerb[] = ["attach", "send", "interrupt"];
  if (turn.cutOff?.by === "person")
    return createAttention("working", "cut-off", cutOffs[turn.cutOff.then], ["attach", "send", "stop"]);
  if (turn.stuck !== "none" && findOpen(session.incidents, "stuck") !== undefined)
    return {
      ...createAttention("working", "still", `${formatStillFor(view)} ${stuckSteps[turn.stuck]}`, verbs),
      since: turn.lastSignMs,
    };
  const message = messages.find((other) => other.id === turn.message);
  const request = describeTurnAction(view, message, session.turns);
  const held = session.hold === null ? "" : ` Then it rests: ${session.hold.by === "pause" ? "paused" : "held"}.`;
  const read = turn.acknowledged ? "" : " Not acknowledged yet.";
  return {
    ...createAttention("working", request.code, `${request.text}.${read}${held}`, verbs),
    since: message?.createdAtMs ?? null,
  };
}

type TurnAction = { readonly code: string; readonly text: string };
const cutOffs = {
  rest: "Was interrupted; its turn ends in a moment.",
  again: "Was interrupted; its turn begins again in a moment.",
};
const stuckSteps = {
  nudged: "It was nudged; next it is interrupted.",
  interrupted: "It was interrupted; next it begins again.",
  raised: "A person was notified.",
};

/** What the turn is about: its message says so; once that is settled and gone, the trouble that the agent owes does. */
function describeTurnAction(view: AttentionInput, message: Message | undefined, turns: number): TurnAction {
  const owed = listTroubles(view).find((incident) => incident.owedBy.kind === "agent");
  const cause = message?.cause ?? (owed === undefined ? { kind: "start" as const } : null);
  if (cause === null || cause.kind === "incident") return describeFix(view, owed);
  if (cause.kind === "start") return { code: "working", text: `Works on the task, turn ${turns}` };
  if (cause.kind === "restore") return { code: "restoring", text: "Goes on where its last turn was cut off" };
  if (cause.kind === "nudge")
    return { code: "nudged", text: `Was nudged (${cause.about.replaceAll("_", " ")}) and goes on` };
  return {
    code: "working",
    text: cause.kind === "answer" ? "Continuing with your answer" : `Works on a message by ${cut(cause.by, QUOTE_MAX)}`,
  };
}

const reactions = { ci: "ci-failed", review: "changes-requested", conflict: "merge-conflicts" } as const;

function describeFix({ rules, changes }: AttentionInput, incident: Incident | undefined): TurnAction {
  const trouble = incident?.trouble;
  if (trouble !== "ci" && trouble !== "review" && trouble !== "conflict")
    return { code: "working", text: "Working on its last message" };
  const { retriesMax } = rules.reactions[reactions[trouble]];
  const attempt = formatAttempt(incident?.attempts ?? 0, retriesMax);
  const summary = stripSentence(incident?.summary ?? "");
  if (trouble === "review") return { code: "fixing-review", text: `${summary}; the agent answers, ${attempt}` };
  if (trouble === "conflict") return { code: "rebasing", text: `${summary}; the agent merges, ${attempt}` };
  const failed = changes.flatMap(listChecks).filter((check) => check.verdict === "failed");
  return {
    code: "fixing-checks",
    text: `Fixing ${failed.length === 0 ? "the checks" : listSome(failed.map((check) => `\`${check.name}\``))}, ${attempt}`,
  };
}
