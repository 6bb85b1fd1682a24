/** What the session itself waits for; null leaves it to its changes. */
import { landedAs } from "./attention-of-change.ts";
import { about, first, needs, ranks, say, type Attention, type Verb, type View } from "./attention-view.ts";
import { checksOf } from "./change.ts";
import { findOpen, isOpen, type Incident, type TroubleKind } from "./incident.ts";
import { limits } from "./limits.ts";
import type { Message } from "./message.ts";
import type { Now } from "./now.ts";
import type { ReactionName, Rules } from "./rules.ts";
import { age, cut, plain, QUOTE_MAX, quote, some, tail, times } from "./sentence.ts";
import { openTurn, type Session } from "./session.ts";
import { wantsTurn } from "./turn.ts";
import { noUsage } from "./usage.ts";

export function ofSession(view: View): Attention | null {
  return first(questions, (question) => question(view));
}

const questions: readonly ((view: View) => Attention | null)[] = [
  isOver,
  asksYou,
  isTakenOver,
  isEscalated,
  isPrepared,
  isWithOrchestrator,
  isPreparing,
  hasOpenTurn,
  isPaused,
  waitsForTurn,
];

function isOver({ session, changes }: View): Attention | null {
  const phase = session?.phase;
  if (phase?.kind === "ending")
    return say("done", "ending", `${endings[phase.because]} Work is saved and the workspace removed.`);
  if (phase?.kind !== "ended") return null;
  const landed = changes.find((change) => change.state.kind === "landed");
  if (phase.because === "landed" && landed !== undefined) return { ...landedAs(landed), since: phase.atMs };
  const rescued =
    phase.rescueRef === null ? "Nothing was left to save." : `Its work is saved at ${tail(phase.rescueRef)}.`;
  const code = phase.because === "change_closed" ? "closed" : phase.because;
  return { ...say("done", code, `${endings[phase.because]} ${rescued}`, ["restore"]), since: phase.atMs };
}

const endings = {
  landed: "Landed.",
  stopped: "Stopped.",
  change_closed: "The change was closed without landing.",
  failed: "Ended by a failure.",
};

function asksYou({ session, messages, context, now }: View): Attention | null {
  if (session?.phase.kind !== "asking") return null;
  const incident = findOpen(session.incidents, "question");
  if (incident === undefined || session.phase.question.answered) {
    const answered = messages.some((message) => message.cause.kind === "answer" && message.state.kind === "queued");
    return say(
      "working",
      "answered",
      answered ? waitingFor("Your answer", context.waiting) : "Your answer is on its way to the agent.",
      ["attach"],
    );
  }
  const verbs: readonly Verb[] = ["answer", "attach", "interrupt"];
  const asks = `Asks: ${quote(session.phase.question.text)}`;
  if (incident.escalation.kind === "orchestrator") return withOrchestrator(incident, asks, verbs, now);
  return about(incident, say("needs_you", "asks", `${asks} Waits for you.`, verbs, ranks.question));
}

function isTakenOver({ session, now }: View): Attention | null {
  if (session?.hold?.by !== "take_over") return null;
  const since = session.hold.idleSinceMs;
  if (since === null)
    return say("working", "taken-over", "A person works in it. Automatic turns wait until it is handed back.", [
      "release",
      "attach",
    ]);
  const atMs = since + limits.takeOverIdleMs;
  const why = `The person who took over has left. It is handed back in ${age(atMs - now.countedMs)}.`;
  return { ...say("working", "taken-over", why, ["release", "attach"]), since, next: { text: "handed back", atMs } };
}

/** A person was told. What only costs money comes after what stands still. */
function isEscalated(view: View): Attention | null {
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
  effect: (_, { summary }) => needs("effect", `${plain(summary)}. Set aside; waits for you.`, ["restart", "attach"]),
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
    return needs("told-of", `${cause}. You were told; the agent still tries, attempt ${attempts} of ${retriesMax}.`, [
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
function isPrepared({ messages, session, changes }: View): Attention | null {
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

function isWithOrchestrator(view: View): Attention | null {
  const incident = troubles(view).find((other) => other.escalation.kind === "orchestrator");
  return incident === undefined
    ? null
    : withOrchestrator(incident, `${plain(incident.summary)}.`, ["send", "attach"], view.now);
}

function withOrchestrator(incident: Incident, cause: string, verbs: readonly Verb[], now: Now): Attention {
  const atMs = incident.escalation.kind === "orchestrator" ? incident.escalation.untilMs : now.countedMs;
  const why = `${cause} The orchestrator agent looks; you are told in ${age(atMs - now.countedMs)}.`;
  return { ...about(incident, say("working", "with-orchestrator", why, verbs)), next: { text: "you are told", atMs } };
}

function isPreparing({ session }: View): Attention | null {
  if (session?.phase.kind !== "preparing") return null;
  if (session.phase.step === "setup")
    return say("working", "setup", "Workspace ready; setup runs. The first turn follows.");
  return say("working", "preparing", "Its workspace is being made; the first turn follows.");
}

function hasOpenTurn(view: View): Attention | null {
  const { session, messages } = view;
  if (session?.phase.kind !== "working") return null;
  const { turn } = session.phase;
  const verbs: readonly Verb[] = ["attach", "send", "interrupt"];
  if (turn.cutOff?.by === "person")
    return say("working", "cut-off", cutOffs[turn.cutOff.then], ["attach", "send", "stop"]);
  if (turn.stuck !== "none" && findOpen(session.incidents, "stuck") !== undefined)
    return { ...say("working", "still", `${stillFor(view)} ${stuckSteps[turn.stuck]}`, verbs), since: turn.lastSignMs };
  const message = messages.find((other) => other.id === turn.message);
  const deed = deedOf(view, message, session.turns);
  const held = session.hold === null ? "" : ` Then it rests: ${session.hold.by === "pause" ? "paused" : "held"}.`;
  const read = turn.acknowledged ? "" : " Not acknowledged yet.";
  return { ...say("working", deed.code, `${deed.text}.${read}${held}`, verbs), since: message?.createdAtMs ?? null };
}

type Deed = { readonly code: string; readonly text: string };
const cutOffs = {
  rest: "Was interrupted; its turn ends in a moment.",
  again: "Was interrupted; its turn begins again in a moment.",
};
const stuckSteps = {
  nudged: "It was nudged; next it is interrupted.",
  interrupted: "It was interrupted; next it begins again.",
  raised: "A person was told.",
};

/** What the turn is about: its message says so; once that is settled and gone, the trouble that the agent owes does. */
function deedOf(view: View, message: Message | undefined, turns: number): Deed {
  const owed = troubles(view).find((incident) => incident.owedBy.kind === "agent");
  const cause = message?.cause ?? (owed === undefined ? { kind: "start" as const } : null);
  if (cause === null || cause.kind === "incident") return fixing(view, owed);
  if (cause.kind === "start") return { code: "working", text: `Works on the task, turn ${turns}` };
  if (cause.kind === "restore") return { code: "restoring", text: "Goes on where its last turn was cut off" };
  if (cause.kind === "nudge")
    return { code: "nudged", text: `Was nudged (${cause.about.replaceAll("_", " ")}) and goes on` };
  if (cause.kind === "escalation")
    return { code: "working", text: `Looks at trouble of ${cut(cause.from, QUOTE_MAX)}` };
  return {
    code: "working",
    text: cause.kind === "answer" ? "Goes on with your answer" : `Works on a message by ${cut(cause.by, QUOTE_MAX)}`,
  };
}

const reactions = { ci: "ci-failed", review: "changes-requested", conflict: "merge-conflicts" } as const;

function fixing({ rules, changes }: View, incident: Incident | undefined): Deed {
  const trouble = incident?.trouble;
  if (trouble !== "ci" && trouble !== "review" && trouble !== "conflict")
    return { code: "working", text: "Works on what it was told" };
  const { retriesMax } = rules.reactions[reactions[trouble]];
  const attempt = `attempt ${incident?.attempts ?? 0} of ${retriesMax}`;
  const summary = plain(incident?.summary ?? "");
  if (trouble === "review") return { code: "fixing-review", text: `${summary}; the agent answers, ${attempt}` };
  if (trouble === "conflict") return { code: "rebasing", text: `${summary}; the agent merges, ${attempt}` };
  const failed = changes.flatMap(checksOf).filter((check) => check.verdict === "failed");
  return {
    code: "fixing-checks",
    text: `Fixing ${failed.length === 0 ? "the checks" : some(failed.map((check) => `\`${check.name}\``))}, ${attempt}`,
  };
}

function isPaused({ session, messages }: View): Attention | null {
  if (session === null || session.hold?.by !== "pause") return null;
  const waiting = messages.filter((message) => message.state.kind === "queued").length;
  const kept = waiting === 0 ? "" : ` ${waiting} ${waiting === 1 ? "message waits" : "messages wait"}.`;
  return say(
    "needs_you",
    "paused",
    `Paused by a person.${kept} No automatic turn begins until you resume it.`,
    ["resume", "send", "attach"],
    ranks.paused,
  );
}

function waitsForTurn(view: View): Attention | null {
  const message = wantsTurn(view);
  if (message === undefined) return null;
  const deed =
    message.cause.kind === "start"
      ? "Its first turn"
      : message.cause.kind === "incident"
        ? `Attempt ${message.cause.attempt} at the fix`
        : "Its next turn";
  return {
    ...say("working", "waits-for-turn", waitingFor(deed, view.context.waiting), ["send", "pause"]),
    since: message.createdAtMs,
  };
}

/** Open troubles, most pressing first. One that the agent has worked itself out of is not news to anybody. */
function troubles({ session, changes }: View): readonly Incident[] {
  const own = (session?.incidents ?? []).filter((incident) => isOpen(incident) && !isOvercome(session, incident));
  return [...own, ...changes.flatMap((change) => change.incidents).filter(isOpen)];
}

function isOvercome(session: Session | null, incident: Incident): boolean {
  if (incident.trouble === "question") return session?.phase.kind !== "asking";
  return incident.trouble === "stuck" && session?.phase.kind === "working" && session.phase.turn.stuck === "none";
}

function stillFor({ session, now }: View): string {
  const turn = session === null ? null : openTurn(session);
  return turn === null ? "No sign of the agent." : `No sign of the agent for ${age(now.countedMs - turn.lastSignMs)}.`;
}

const waitingFor = (what: string, reason: string | null): string =>
  reason === null ? `${what} begins in a moment.` : `${what} waits: ${cut(reason, QUOTE_MAX)}.`;

function spent(session: Session | null, { perSession }: Rules): string {
  const { usd, tokens } = session?.spent ?? noUsage;
  if (perSession.tokens !== null && tokens >= perSession.tokens) return `${tokens} of ${perSession.tokens} tokens`;
  return `$${usd.toFixed(2)} of $${perSession.usd ?? "?"}`;
}
