/** What an open trouble asks of a person: where automatic help has ended, or waits for a key. */
import { about, needs, ranks, type Attention, type View } from "./attention-view.ts";
import { isOpen, type Incident, type TroubleKind } from "../../incident/incident.ts";
import type { ReactionName, Rules } from "../../model/rules.ts";
import { age, attemptOf, plain, times } from "../sentence.ts";
import { openTurn, type Session } from "../../session/session.ts";
import { noUsage } from "../../model/usage.ts";

/** A person was told. What only costs money comes after what stands still. */
export function isEscalated(view: View): Attention | null {
  const told = troubles(view).filter((other) => other.escalation.kind === "person");
  const incident = told.find((other) => other.trouble !== "budget") ?? told[0];
  return incident === undefined ? null : about(incident, pleas[incident.trouble](view, incident));
}

const pleas: Readonly<Record<TroubleKind, (view: View, incident: Incident) => Attention>> = {
  ci: (view, incident) => loopNeedsPerson(view, incident, "ci-failed"),
  review: (view, incident) => loopNeedsPerson(view, incident, "changes-requested"),
  conflict: (view, incident) => loopNeedsPerson(view, incident, "merge-conflicts"),
  exited: (_, { summary }) =>
    needs("exited", `${plain(summary)}. Automatic turns are held until you restart it.`, ["restart", "attach", "send"]),
  stuck: (view) =>
    needs("stuck", `${stillFor(view)} Automatic recovery has stopped. Waits for you.`, [
      "attach",
      "restart",
      "interrupt",
    ]),
  idle: (_, { summary }) =>
    needs("no-commit", `${plain(summary)}, also after a nudge. Waits for you.`, ["send", "attach", "restart"]),
  issue_closed: () =>
    needs("issue-closed", "Its issue was closed. Automatic turns are held until you resume or stop it.", [
      "resume",
      "send",
      "stop",
    ]),
  budget: ({ session, rules }) => ({
    ...needs("budget", `Spent ${spent(session, rules)}. Paused; nothing is lost.`, ["resume", "send", "stop"]),
    rank: ranks.budget,
  }),
  question: (_, { summary }) => needs("asks", `${plain(summary)}. Waits for you.`, ["answer", "attach"]),
  effect: (_, { summary }) => needs("effect", `${plain(summary)}. Waits for you.`, ["restart", "attach"]),
};

function loopNeedsPerson(
  { rules, session }: View,
  { summary, attempts, owedBy }: Incident,
  reaction: ReactionName,
): Attention {
  const { retriesMax } = rules.reactions[reaction];
  const cause = plain(summary);
  if (session === null)
    return needs("person-change", `${cause}. No session works on this change. Waits for you.`, ["diff"]);
  if (owedBy.kind === "agent")
    return needs("told-of", `${cause}. You were told; the agent still tries, ${attemptOf(attempts, retriesMax)}.`, [
      "attach",
      "send",
      "diff",
    ]);
  if (attempts > 0 && attempts >= retriesMax)
    return needs("retries-used", `${cause} after ${times(attempts)}. Automatic fixing has stopped.`, [
      "send",
      "attach",
      "diff",
    ]);
  return needs("escalated", `${cause}. The agent was not told. Waits for you.`, ["send", "attach", "diff"]);
}

/** `auto: false`, too little autonomy, or an approval that is due: the message is ready and waits for one key. */
export function isPrepared({ messages, session, changes }: View): Attention | null {
  const cause = messages.find((other) => other.state.kind === "prepared")?.cause;
  if (cause?.kind !== "incident") return null;
  const incident = [...(session?.incidents ?? []), ...changes.flatMap((change) => change.incidents)].find(
    ({ id }) => id === cause.incident,
  );
  const why = `${plain(incident?.summary ?? "A reaction is due")}. Message ${cause.attempt} to the agent is ready; you send it.`;
  return {
    ...needs("prepared", why, ["approve_reaction", "decline_reaction", "diff"]),
    since: incident?.openedAtMs ?? null,
  };
}

/** Open troubles, most pressing first. One that the agent has worked itself out of is not news to anybody. */
export function troubles({ session, changes }: View): readonly Incident[] {
  const own = (session?.incidents ?? []).filter((incident) => isOpen(incident) && !isOvercome(session, incident));
  return [...own, ...changes.flatMap((change) => change.incidents).filter(isOpen)];
}

function isOvercome(session: Session | null, incident: Incident): boolean {
  if (incident.trouble === "question") return session?.phase.kind !== "asking";
  return incident.trouble === "stuck" && session?.phase.kind === "working" && session.phase.turn.stuck === "none";
}

export function stillFor({ session, now }: View): string {
  const turn = session === null ? null : openTurn(session);
  return turn === null ? "No sign of the agent." : `No sign of the agent for ${age(now.countedMs - turn.lastSignMs)}.`;
}

function spent(session: Session | null, { perSession }: Rules): string {
  const { usd, tokens } = session?.spent ?? noUsage;
  if (perSession.tokens !== null && tokens >= perSession.tokens) return `${tokens} of ${perSession.tokens} tokens`;
  return `$${usd.toFixed(2)} of $${perSession.usd ?? "?"}`;
}
