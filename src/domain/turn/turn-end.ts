/** A turn ended: count what it cost, settle its message, publish what it left, or ask for what is missing. */
import { describeResult } from "./cut-off.ts";
import { giveReason, requestEffect } from "../core/draft.ts";
import { escalate } from "../incident/escalation.ts";
import type { HttpHead } from "../change/change.ts";
import type { TurnId } from "../model/ids.ts";
import { findOpen } from "../incident/incident.ts";
import { chooseMessageLane, reviewToAnswer, type Cause, type Message } from "./message.ts";
import type { TurnResult } from "../core/observation.ts";
import { composePrompt } from "../words/compose-prompt.ts";
import { publishIfNew } from "../change/publishing.ts";
import { delayRestart } from "./restart-delay.ts";
import { queueRestore } from "../session/restoring.ts";
import { answerThreads, type HeadMove } from "../change/reviews.ts";
import type { CutOff } from "../session/session.ts";
import { checkBudget, countCost } from "../session/spending.ts";
import { findTurnMessage, returnUndelivered, waitAgain } from "./turn.ts";
import { collectSessionVariables } from "../words/variables.ts";
import {
  closeAt,
  enter,
  holdForTrouble,
  ensureIncident,
  onSession,
  patchProject,
  patchSession,
  putIncident,
  putMessage,
  queueMessage,
  releaseHold,
  getSession,
  type WorkDraft,
} from "../core/work-draft.ts";
import type { Context, Usage } from "../model/usage.ts";
import type { Known } from "../model/known.ts";

export type TurnEnd = {
  readonly result: TurnResult;
  readonly head: Known<HttpHead>;
  readonly dirty: boolean;
  readonly usage: Usage;
  readonly context?: Context;
  readonly words: string;
  readonly repaired?: readonly string[];
};

export function handleTurnEnded(draft: WorkDraft, end: TurnEnd): void {
  const phase = getSession(draft).phase;
  if ((phase.kind !== "working" && phase.kind !== "asking") || phase.turn === null) return;
  const message = findTurnMessage(draft);
  const { id, acknowledged: read, cutOff } = phase.turn;
  const result = describeResult(phase.turn, end.result);
  countCost(draft, end);
  for (const repaired of end.repaired ?? []) giveReason(draft, repaired);
  if (message !== undefined && !read) settleUnread(draft, message, result, cutOff);
  const move = takeHead(draft, end);
  enter(draft, { kind: "resting", workspacePath: phase.workspacePath });
  settleTurn(draft, { ...end, result }, { turn: id, message, read, cutOff, move });
  checkBudget(draft);
}

type EndedTurn = { readonly turn: TurnId; readonly message: Message | undefined; readonly read: boolean };
type TurnFacts = EndedTurn & { readonly cutOff: CutOff | null; readonly move: HeadMove | null };

function settleTurn(draft: WorkDraft, end: TurnEnd, turn: TurnFacts): void {
  const { result } = end;
  if (result.kind === "asked") handleAsked(draft, result);
  if (result.kind === "failed") handleFailed(draft, turn, result.why);
  if (result.kind === "never_started") handleNeverStarted(draft, result.why);
  if (result.kind === "limit_reached") park(draft, result.untilWallMs);
  if (result.kind === "done") handleDone(draft, end, turn);
  if (shouldContinue(result, turn.cutOff) && turn.read) queueRestore(draft, turn.turn, turn.message);
  if (result.kind === "interrupted" && turn.cutOff?.by === "recovery") restartStuck(draft, turn);
  publishIfNew(draft);
}

/** The same conversation goes on in a new turn: a person asked for that, or a provider's limit came in between. */
function shouldContinue(result: TurnResult, cutOff: CutOff | null): boolean {
  if (cutOff?.by === "person") return cutOff.then === "again";
  return result.kind === "limit_reached";
}

/** Done without a receipt, a message was swallowed, not read. A provider's limit is nobody's fault. */
function settleUnread(draft: WorkDraft, message: Message, result: TurnResult, cutOff: CutOff | null): void {
  const isPersons = cutOff === null ? result.kind === "interrupted" : cutOff.by === "person";
  if (result.kind === "limit_reached" || (isPersons && cutOff?.then === "again")) return waitAgain(draft, message);
  if (isPersons)
    return putMessage(draft, { ...message, state: { kind: "unknown", why: "a person interrupted the turn" } });
  if (result.kind === "never_started") return withdrawUnbegun(draft, message, result.why);
  if (result.kind === "done") delayRestart(draft, message.deliveries);
  returnUndelivered(draft, message, "the turn ended without a receipt");
}

/** What a machine said waits until somebody begins again; a person's would begin at once, and is said to have failed. */
function withdrawUnbegun(draft: WorkDraft, message: Message, why: string): void {
  if (chooseMessageLane(message) === "automatic") return returnUndelivered(draft, message, why);
  putMessage(draft, { ...message, deliveries: message.deliveries + 1, state: { kind: "failed", why } });
}

/** A new commit settles the nudge for one; uncommitted files are settled only when none are left. */
function takeHead(draft: WorkDraft, { head, dirty }: TurnEnd): HeadMove | null {
  const session = getSession(draft);
  if (!head.known || head.value.commit === session.head) return null;
  patchSession(draft, {
    head: head.value.commit,
    nudgedFor: dirty ? session.nudgedFor.filter((about) => about === "dirty") : [],
  });
  return { from: session.head ?? head.value.commit, to: head.value.commit };
}

function handleDone(draft: WorkDraft, end: TurnEnd, turn: TurnFacts): void {
  const moved = turn.move !== null;
  if (turn.read || moved) endProcessTroubles(draft, moved, end.dirty);
  const cause = turn.message?.cause;
  if (!turn.read || cause === undefined) return;
  const review = reviewToAnswer(cause);
  if (review !== undefined) answerThreads(draft, review, turn.move, end.words);
  // Whoever ended the turn decides what follows.
  if (turn.cutOff?.by !== "person") askForTheRest(draft, end, cause, moved);
}

function askForTheRest(draft: WorkDraft, { dirty, head }: TurnEnd, cause: Cause, moved: boolean): void {
  if (!head.known) return nudgeFor(draft, "not_taken", head.why);
  if (dirty) nudgeFor(draft, "dirty");
  else if (!moved && head.known && isCommitExpected(cause)) nudgeFor(draft, "no_commit");
}

/** The agent works again: troubles of its process are over, and what was held for them goes on. */
function endProcessTroubles(draft: WorkDraft, moved: boolean, dirty: boolean): void {
  closeAt(draft, onSession, "exited", "progressed");
  closeAt(draft, onSession, "stuck", "progressed");
  if (moved && !dirty) closeAt(draft, onSession, "idle", "progressed");
  releaseHold(draft);
}

/** A review may be answered in words. */
function isCommitExpected(cause: Cause): boolean {
  if (reviewToAnswer(cause) !== undefined) return false;
  return cause.kind === "incident" || cause.kind === "start" || cause.kind === "nudge" || cause.kind === "restore";
}

const promptAbout = {
  no_commit: "nudge-no-commit",
  dirty: "nudge-uncommitted",
  not_taken: "nudge-not-taken",
} as const;

const reasonAbout = {
  no_commit: "the turn left no commit: one nudge",
  dirty: "uncommitted files were left: one nudge",
  not_taken: "its commits were not taken over: one nudge",
} as const;

/** One nudge of a kind; after that a person, or, for uncommitted files, a commit on the agent's behalf if configured. */
function nudgeFor(draft: WorkDraft, about: keyof typeof promptAbout, why = ""): void {
  const session = getSession(draft);
  if (draft.rules.autonomy !== "observe" && !session.nudgedFor.includes(about)) {
    patchSession(draft, { nudgedFor: [...session.nudgedFor, about] });
    const known = { ...collectSessionVariables(session), errors: why };
    queueMessage(draft, { kind: "nudge", about }, composePrompt(draft.rules, promptAbout[about], known));
    giveReason(draft, reasonAbout[about]);
    return;
  }
  if (about === "dirty" && draft.rules.autoCommit) {
    requestEffect(draft, { kind: "commit_workspace", session: session.id }, `${session.id}:${draft.observation.id}`);
    return;
  }
  escalate(draft, onSession, ensureIncident(draft, onSession, "idle", nameSummary(about, why)));
}

function nameSummary(about: keyof typeof promptAbout, why: string): string {
  if (about === "not_taken") return why.replace(/\.$/, "");
  return about === "dirty" ? "The agent leaves uncommitted files" : "The agent ended its turn without a commit";
}

function handleAsked(draft: WorkDraft, asked: Extract<TurnResult, { kind: "asked" }>): void {
  const phase = getSession(draft).phase;
  if (phase.kind !== "resting") return;
  const question = { id: asked.questionId, text: asked.text, choices: asked.choices, answered: false, earlier: [] };
  enter(draft, { kind: "asking", workspacePath: phase.workspacePath, question, turn: null });
  raiseQuestion(draft, asked.text);
}

export function raiseQuestion(draft: WorkDraft, text: string): void {
  const incident = ensureIncident(draft, onSession, "question", `The agent asks: ${text}`);
  escalate(draft, onSession, incident, draft.rules.reactions["agent-needs-input"].priority);
}

/** The process is gone or gave up. A read message is quoted by a restore turn, an unread one already waits again. */
export function handleFailed(draft: WorkDraft, turn: EndedTurn, why: string): void {
  const rule = draft.rules.reactions["agent-exited"];
  const incident = ensureIncident(draft, onSession, "exited", `The agent's turn failed: ${why}`);
  delayRestart(draft, incident.attempts);
  const mayRestart = rule.auto && rule.action.kind === "restart" && incident.attempts < rule.retriesMax;
  const attempts = incident.attempts + (mayRestart ? 1 : 0);
  putIncident(draft, onSession, { ...incident, attempts, failedAttempts: incident.attempts });
  if (mayRestart && turn.read) queueRestore(draft, turn.turn, turn.message, why);
  if (mayRestart) return;
  const latest = findOpen(getSession(draft).incidents, "exited") ?? incident;
  escalate(draft, onSession, latest, rule.priority);
  setAside(draft, why);
}

/** Its program is missing or cannot be run: no second try mends that, a person does. */
function handleNeverStarted(draft: WorkDraft, why: string): void {
  const summary = `The agent did not start: ${why}`;
  const incident = { ...ensureIncident(draft, onSession, "exited", summary), summary };
  putIncident(draft, onSession, incident);
  escalate(draft, onSession, incident, draft.rules.reactions["agent-exited"].priority);
  setAside(draft, why);
}

/** Retries are used up: what was never read will not be tried again by itself. */
function setAside(draft: WorkDraft, why: string): void {
  holdForTrouble(draft);
  giveReason(draft, `automatic turns are held: ${why}`);
}

function park(draft: WorkDraft, untilWallMs: number): void {
  const { credential } = getSession(draft).agent;
  const others = draft.facts.project.parked.filter((parked) => parked.credential !== credential);
  patchProject(draft, { parked: [...others, { credential, untilWallMs }] });
  giveReason(draft, `the provider's limit is reached; ${credential} rests until it resets`);
}

/** The last automatic rung of `recover`: the same conversation goes on in a new turn, once per incident. */
function restartStuck(draft: WorkDraft, turn: TurnFacts): void {
  const incident = findOpen(getSession(draft).incidents, "stuck");
  if (incident !== undefined && incident.attempts > 0)
    return escalate(draft, onSession, incident, draft.rules.reactions["agent-stuck"].priority);
  // It may have shown a sign of life at the last moment, which ended the trouble and not the kill.
  if (incident !== undefined) putIncident(draft, onSession, { ...incident, attempts: 1 });
  if (turn.read) queueRestore(draft, turn.turn, turn.message);
}
