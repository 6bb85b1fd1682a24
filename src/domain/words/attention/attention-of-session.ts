/** What the session itself waits for; null leaves it to its changes. */
import { describeLanded } from "./attention-of-change.ts";
import { describeEscalated, isPrepared } from "./attention-of-trouble.ts";
import { describeOpenTurn } from "./attention-of-turn.ts";
import {
  pointAtIncident,
  findFirst,
  ranks,
  createAttention,
  type Attention,
  type AttentionVerb,
  type AttentionInput,
} from "./attention-view.ts";
import { findOpen } from "../../incident/incident.ts";
import { limits } from "../../model/limits.ts";
import { findNextWaiting } from "../../turn/message.ts";
import { formatAge, findLastQuestion, formatAttempt, stripSentence, quote, takeTail } from "../sentence.ts";
import type { Session } from "../../session/session.ts";
import { findWaitingMessage } from "../../turn/turn.ts";

export function describeSession(view: AttentionInput): Attention | null {
  return findFirst(questions, (question) => question(view));
}

const questions: readonly ((view: AttentionInput) => Attention | null)[] = [
  isOver,
  findRequestToPerson,
  isTakenOver,
  describeEscalated,
  isPrepared,
  isPreparing,
  describeOpenTurn,
  isPaused,
  describeRestartWait,
  describeTurnWait,
];

function isOver({ session, changes }: AttentionInput): Attention | null {
  if (session === null) return null;
  const { phase } = session;
  if (phase.kind === "ending") return createAttention("done", "ending", isEnding(phase));
  if (phase.kind !== "ended") return null;
  const landed = changes.find((change) => change.state.kind === "landed");
  if (phase.because === "landed" && landed !== undefined) return { ...describeLanded(landed), since: phase.atMs };
  const code = phase.because === "change_closed" ? "closed" : phase.because;
  // What has landed is not brought back: a new session goes on from there.
  const verbs: readonly AttentionVerb[] = phase.because === "landed" ? [] : ["restore"];
  return {
    ...createAttention("done", code, `${endings[phase.because]} ${explainWhereWorkIs(session, phase)}`, verbs),
    since: phase.atMs,
  };
}

/** Commits stay on their branch when the workspace goes; only what was not committed has to be saved. */
function explainWhereWorkIs({ head, base, branch }: Session, { because, rescueRef }: Ended): string {
  const hasCommits = because !== "landed" && head !== null && head !== base;
  const committed = hasCommits ? `Its commits are on ${branch};` : null;
  if (rescueRef === null)
    return committed === null ? "It left no uncommitted files." : `${committed} no uncommitted files.`;
  const saved = `saved at ${takeTail(rescueRef)}.`;
  return committed === null ? `Its work is ${saved}` : `${committed} uncommitted files are ${saved}`;
}

type Ended = Extract<Session["phase"], { kind: "ended" }>;

/** Of what has not happened yet nothing is said as if it had. */
function isEnding({ because, keepWorkspace }: Extract<Session["phase"], { kind: "ending" }>): string {
  const first = { ...endings, stopped: "Stopping.", failed: "Ending after a failure." }[because];
  return `${first} ${keepWorkspace ? "The workspace stays." : "Its work is being saved; then the workspace is removed."}`;
}

const endings = {
  landed: "Landed.",
  stopped: "Stopped.",
  change_closed: "The change was closed without landing.",
  failed: "Ended by a failure.",
};

function findRequestToPerson({ session, messages, context }: AttentionInput): Attention | null {
  if (session?.phase.kind !== "asking") return null;
  const incident = findOpen(session.incidents, "question");
  if (incident === undefined || session.phase.question.answered) {
    const answered = messages.some((message) => message.cause.kind === "answer" && message.state.kind === "queued");
    return createAttention(
      "working",
      "answered",
      answered ? formatWaitingFor("Your answer", context.waiting) : "Your answer is on its way to the agent.",
      ["attach"],
    );
  }
  const verbs: readonly AttentionVerb[] = ["answer", "attach", "interrupt"];
  const asks = `Asks: ${quote(findLastQuestion(session.phase.question.text))}`;
  return pointAtIncident(
    incident,
    createAttention("needs_you", "asks", `${asks} Waits for you.`, verbs, ranks.question),
  );
}

function isTakenOver({ session, now }: AttentionInput): Attention | null {
  if (session?.hold?.by !== "take_over") return null;
  const since = session.hold.idleSinceMs;
  if (since === null)
    return createAttention(
      "working",
      "taken-over",
      "A person works in it. Automatic turns wait until it is handed back.",
      ["release", "attach"],
    );
  const atMs = since + limits.takeOverIdleMs;
  const why = `The person who took over has left. It is handed back in ${formatAge(atMs - now.countedMs)}.`;
  return {
    ...createAttention("working", "taken-over", why, ["release", "attach"]),
    since,
    next: { text: "handed back", atMs },
  };
}

function isPreparing({ session }: AttentionInput): Attention | null {
  if (session?.phase.kind !== "preparing") return null;
  if (session.phase.step === "waiting")
    return createAttention(
      "working",
      "waits-for-session",
      `Waits for ${session.phase.after ?? "a person"} to land; then it starts.`,
      ["send", "pause"],
    );
  if (session.phase.step === "setup")
    return createAttention("working", "setup", "Workspace ready; setup runs. The first turn follows.");
  return createAttention("working", "preparing", "Creating its workspace.");
}

function isPaused({ session, messages }: AttentionInput): Attention | null {
  if (session === null || session.hold?.by !== "pause") return null;
  const waiting = messages.filter((message) => message.state.kind === "queued").length;
  const kept = waiting === 0 ? "" : ` ${waiting} ${waiting === 1 ? "message waits" : "messages wait"}.`;
  return createAttention(
    "needs_you",
    "paused",
    `Paused by a person.${kept} No automatic turn begins until you resume it.`,
    ["resume", "send", "attach"],
    ranks.paused,
  );
}

/** Which restart it is: of those that the rule allows, or of the deliveries of a message that was not read. */
function describeRestartWait({ session, messages, rules, now }: AttentionInput): Attention | null {
  const message = findNextWaiting(messages);
  const atMs = session?.restartAtMs ?? null;
  if (session === null || message === undefined || atMs === null) return null;
  const crash = findOpen(session.incidents, "exited");
  const [cause, attempt] =
    crash === undefined
      ? ["The agent ended without reading its message", formatAttempt(message.deliveries + 1, limits.deliveriesMax)]
      : ["The agent crashed", formatAttempt(crash.attempts, rules.reactions["agent-exited"].retriesMax)];
  const why = `${cause}; it restarts in ${formatAge(atMs - now.countedMs)} (${attempt}).`;
  return {
    ...createAttention("working", "restarting", why, ["restart", "send", "pause"]),
    since: crash?.openedAtMs ?? null,
    next: { text: "it restarts", atMs },
  };
}

function describeTurnWait(view: AttentionInput): Attention | null {
  const message = findWaitingMessage(view);
  if (message === undefined) return null;
  const deed =
    message.cause.kind === "start"
      ? "Its first turn"
      : message.cause.kind === "incident"
        ? `Attempt ${message.cause.attempt} at the fix`
        : "Its next turn";
  return {
    ...createAttention("working", "waits-for-turn", formatWaitingFor(deed, view.context.waiting), ["send", "pause"]),
    since: message.createdAtMs,
  };
}

const formatWaitingFor = (what: string, reason: string | null): string =>
  reason === null ? `${what} begins in a moment.` : `${what} waits: ${stripSentence(reason)}.`;
