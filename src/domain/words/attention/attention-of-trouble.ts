/** What an open trouble asks of a person: where automatic help has ended, or waits for a key. */
import { pointAtIncident, needs, ranks, type Attention, type AttentionInput } from "./attention-view.ts";
import { isOpenIncident, type Incident, type TroubleKind } from "../../incident/incident.ts";
import type { ReactionName, Rules } from "../../model/rules.ts";
import { formatAge, formatAttempt, stripSentence, multiplyInField } from "../sentence.ts";
import { getOpenTurn, type Session } from "../../session/session.ts";
import { noUsage } from "../../model/usage.ts";

/** A person was notified. What only costs money comes after what stands still. */
export function describeEscalated(view: AttentionInput): Attention | null {
  const told = listTroubles(view).filter((other) => other.escalation.kind === "person");
  const incident = told.find((other) => other.trouble !== "budget") ?? told[0];
  return incident === undefined ? null : pointAtIncident(incident, pleas[incident.trouble](view, incident));
}

const pleas: Readonly<Record<TroubleKind, (view: AttentionInput, incident: Incident) => Attention>> = {
  ci: (view, incident) => describeStoppedLoop(view, incident, "ci-failed"),
  review: (view, incident) => describeStoppedLoop(view, incident, "changes-requested"),
  conflict: (view, incident) => describeStoppedLoop(view, incident, "merge-conflicts"),
  exited: (_, { summary }) =>
    needs("exited", `${stripSentence(summary)}. Automatic turns are held until you restart it.`, [
      "restart",
      "attach",
      "send",
    ]),
  stuck: (view) =>
    needs("stuck", `${formatStillFor(view)} Automatic recovery has stopped. Waits for you.`, [
      "attach",
      "restart",
      "interrupt",
    ]),
  idle: (_, { summary }) =>
    needs("no-commit", `${stripSentence(summary)}, also after a nudge. Waits for you.`, ["send", "attach", "restart"]),
  issue_closed: () =>
    needs("issue-closed", "Its issue was closed. Automatic turns are held until you resume or stop it.", [
      "resume",
      "send",
      "stop",
    ]),
  budget: ({ session, rules }) => ({
    ...needs("budget", `Spent ${formatSpent(session, rules)}. Paused; nothing is lost.`, ["resume", "send", "stop"]),
    rank: ranks.budget,
  }),
  question: (_, { summary }) => needs("asks", `${stripSentence(summary)}. Waits for you.`, ["answer", "attach"]),
  effect: (_, { summary }) => needs("effect", `${stripSentence(summary)}. Waits for you.`, ["restart", "attach"]),
};

function describeStoppedLoop(
  { rules, session }: AttentionInput,
  { summary, attempts, owedBy }: Incident,
  reaction: ReactionName,
): Attention {
  const { retriesMax } = rules.reactions[reaction];
  const cause = stripSentence(summary);
  if (session === null)
    return needs("person-change", `${cause}. No session works on this change. Waits for you.`, ["diff"]);
  if (owedBy.kind === "agent")
    return needs(
      "told-of",
      `${cause}. You were notified; the agent is still trying, ${formatAttempt(attempts, retriesMax)}.`,
      ["attach", "send", "diff"],
    );
  if (attempts > 0 && attempts >= retriesMax)
    return needs("retries-used", `${cause} after ${multiplyInField(attempts)}. Automatic fixing has stopped.`, [
      "send",
      "attach",
      "diff",
    ]);
  return needs("escalated", `${cause}. The agent was not notified. Waiting for you.`, ["send", "attach", "diff"]);
}

/** `auto: false`, too little autonomy, or an approval that is due: the message is ready and waits for one key. */
export function isPrepared({ messages, session, changes }: AttentionInput): Attention | null {
  const cause = messages.find((other) => other.state.kind === "prepared")?.cause;
  if (cause?.kind !== "incident") return null;
  const incident = [...(session?.incidents ?? []), ...changes.flatMap((change) => change.incidents)].find(
    ({ id }) => id === cause.incident,
  );
  const why = `${stripSentence(incident?.summary ?? "A reaction is due")}. Message ${cause.attempt} to the agent is ready; you send it.`;
  return {
    ...needs("prepared", why, ["approve_reaction", "decline_reaction", "diff"]),
    since: incident?.openedAtMs ?? null,
  };
}

/** Open troubles, most pressing first. One that the agent has worked itself out of is not news to anybody. */
export function listTroubles({ session, changes }: AttentionInput): readonly Incident[] {
  const own = (session?.incidents ?? []).filter(
    (incident) => isOpenIncident(incident) && !isOvercome(session, incident),
  );
  return [...own, ...changes.flatMap((change) => change.incidents).filter(isOpenIncident)];
}

function isOvercome(session: Session | null, incident: Incident): boolean {
  if (incident.trouble === "question") return session?.phase.kind !== "asking";
  return incident.trouble === "stuck" && session?.phase.kind === "working" && session.phase.turn.stuck === "none";
}

export function formatStillFor({ session, now }: AttentionInput): string {
  const turn = session === null ? null : getOpenTurn(session);
  return turn === null
    ? "No sign of the agent."
    : `No sign of the agent for ${formatAge(now.countedMs - turn.lastSignMs)}.`;
}

function formatSpent(session: Session | null, { perSession }: Rules): string {
  const { usd, tokens } = session?.spent ?? noUsage;
  if (perSession.tokens !== null && tokens >= perSession.tokens) return `${tokens} of ${perSession.tokens} tokens`;
  return `$${usd.toFixed(2)} of $${perSession.usd ?? "?"}`;
}
