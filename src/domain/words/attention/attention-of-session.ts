/** What the session itself waits for; null leaves it to its changes. */
import { landedAs } from "./attention-of-change.ts";
import { isEscalated, isPrepared } from "./attention-of-trouble.ts";
import { hasOpenTurn } from "./attention-of-turn.ts";
import { about, first, ranks, say, type Attention, type Verb, type View } from "./attention-view.ts";
import { findOpen } from "../../incident/incident.ts";
import { limits } from "../../model/limits.ts";
import { nextWaiting } from "../../turn/message.ts";
import { age, askedIn, attemptOf, plain, quote, tail } from "../sentence.ts";
import type { Session } from "../../session/session.ts";
import { wantsTurn } from "../../turn/turn.ts";

export function ofSession(view: View): Attention | null {
  return first(questions, (question) => question(view));
}

const questions: readonly ((view: View) => Attention | null)[] = [
  isOver,
  asksYou,
  isTakenOver,
  isEscalated,
  isPrepared,
  isPreparing,
  hasOpenTurn,
  isPaused,
  waitsForRestart,
  waitsForTurn,
];

function isOver({ session, changes }: View): Attention | null {
  if (session === null) return null;
  const { phase } = session;
  if (phase.kind === "ending") return say("done", "ending", isEnding(phase));
  if (phase.kind !== "ended") return null;
  const landed = changes.find((change) => change.state.kind === "landed");
  if (phase.because === "landed" && landed !== undefined) return { ...landedAs(landed), since: phase.atMs };
  const code = phase.because === "change_closed" ? "closed" : phase.because;
  // What has landed is not brought back: a new session goes on from there.
  const verbs: readonly Verb[] = phase.because === "landed" ? [] : ["restore"];
  return {
    ...say("done", code, `${endings[phase.because]} ${whereItsWorkIs(session, phase)}`, verbs),
    since: phase.atMs,
  };
}

/** Commits stay on their branch when the workspace goes; only what was not committed has to be saved. */
function whereItsWorkIs({ head, base, branch }: Session, { because, rescueRef }: Ended): string {
  const hasCommits = because !== "landed" && head !== null && head !== base;
  const committed = hasCommits ? `Its commits are on ${branch};` : null;
  if (rescueRef === null)
    return committed === null ? "It left no uncommitted files." : `${committed} no uncommitted files.`;
  const saved = `saved at ${tail(rescueRef)}.`;
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

function asksYou({ session, messages, context }: View): Attention | null {
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
  const asks = `Asks: ${quote(askedIn(session.phase.question.text))}`;
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

function isPreparing({ session }: View): Attention | null {
  if (session?.phase.kind !== "preparing") return null;
  if (session.phase.step === "waiting")
    return say(
      "working",
      "waits-for-session",
      `Waits for ${session.phase.after ?? "a person"} to land; then it starts.`,
      ["send", "pause"],
    );
  if (session.phase.step === "setup")
    return say("working", "setup", "Workspace ready; setup runs. The first turn follows.");
  return say("working", "preparing", "Creating its workspace.");
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

/** Which restart it is: of those that the rule allows, or of the deliveries of a message that was not read. */
function waitsForRestart({ session, messages, rules, now }: View): Attention | null {
  const message = nextWaiting(messages);
  const atMs = session?.restartAtMs ?? null;
  if (session === null || message === undefined || atMs === null) return null;
  const crash = findOpen(session.incidents, "exited");
  const [cause, attempt] =
    crash === undefined
      ? ["The agent ended without reading its message", attemptOf(message.deliveries + 1, limits.deliveriesMax)]
      : ["The agent crashed", attemptOf(crash.attempts, rules.reactions["agent-exited"].retriesMax)];
  const why = `${cause}; it restarts in ${age(atMs - now.countedMs)} (${attempt}).`;
  return {
    ...say("working", "restarting", why, ["restart", "send", "pause"]),
    since: crash?.openedAtMs ?? null,
    next: { text: "it restarts", atMs },
  };
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

const waitingFor = (what: string, reason: string | null): string =>
  reason === null ? `${what} begins in a moment.` : `${what} waits: ${plain(reason)}.`;
