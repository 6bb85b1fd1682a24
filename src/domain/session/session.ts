/**
 * A session: one agent at work on one branch. Its phase says what the process and the workspace do:
 *
 * - `preparing` has three steps. `waiting`: nothing exists yet. When the session named by `after` has landed, the next
 *   step follows; if that one ends without landing, this one stays here and a person is told. `workspace`: it is being
 *   created. `setup`: the setup commands run, if there are any. Then it is `resting`. If a step fails for good, the
 *   session stays in it and a person is told; their restart, or their resume, creates the workspace again.
 * - `resting`: no turn is open. When the scheduler grants a turn and a waiting message is still valid, the turn begins
 *   with that message: `working`.
 * - `working`: a turn is open. The session is `resting` again when the turn ends, when its process is gone, when it is
 *   withdrawn before it began, or when starting it is given up. It is `asking` when the agent asks during the turn (the
 *   turn stays open) or ends the turn with a question (`turn` is null). If the workspace is lost before the turn began,
 *   the session goes back to `preparing` and creates it again.
 * - `asking` with an open turn: answers go into that turn, and further questions are kept beside the first. When the
 *   agent has confirmed the last answer, the phase is `working`; if it does not confirm one in time, the question is
 *   open again. The end of the turn or of its process leads on as from `working`.
 * - `asking` without a turn: the answer is queued as a message, and the turn granted for it leads to `working`. A
 *   person's restart closes the question instead: `resting`.
 * - `ending` follows from every phase above, when a person stops the session or its last open change has landed or was
 *   closed. The open turn is stopped, incidents and messages are settled, and the workspace is kept, or its work is
 *   rescued and it is removed: `ended`.
 * - `ended`: only a person's restore leads out of it, to `preparing`.
 *
 * News of any other turn than the open one leads to no other phase; at most its cost is counted. `hold` is separate: it
 * says for whom turns may begin. The transitions are in `phases/`, `../turn`, `ending.ts` and `carry-out-command.ts`.
 */
import type { CommitSha, ChangeId, IssueId, MessageId, ProjectId, SessionId, TurnId } from "../model/ids.ts";
import type { Incident } from "../incident/incident.ts";
import type { Ms } from "../model/now.ts";
import type { Context, Steps, Usage } from "../model/usage.ts";

export type Role =
  | { readonly kind: "worker"; readonly issue: IssueId | null }
  | { readonly kind: "reviewer"; readonly of: ChangeId }
  | { readonly kind: "orchestrator" };

/** What the process and the workspace do. Checking, in review and landing are derived from the changes. */
export type Phase =
  | { readonly kind: "preparing"; readonly step: "workspace" | "setup" }
  /** Nothing is made before `after` has landed; null: that will not happen any more, and a person was told. */
  | { readonly kind: "preparing"; readonly step: "waiting"; readonly after: SessionId | null }
  | { readonly kind: "resting"; readonly workspacePath: string }
  | { readonly kind: "working"; readonly workspacePath: string; readonly turn: Turn }
  /** An open turn waits for the answer; without one, a turn that brings it will follow. */
  | { readonly kind: "asking"; readonly workspacePath: string; readonly question: Question; readonly turn: Turn | null }
  /** `turn` is being stopped; left out when none was open, and when its process is gone. */
  | ({
      readonly kind: "ending";
      readonly because: EndReason;
      readonly keepWorkspace: boolean;
      readonly turn?: TurnId;
    } & EndedAs)
  | ({
      readonly kind: "ended";
      readonly because: EndReason;
      readonly rescueRef: string | null;
      readonly atMs: Ms;
    } & EndedAs);

/** `wasIdle`: nothing was left for the agent to do, so a restore begins no turn. Absent: it was cut off in something. */
type EndedAs = { readonly wasIdle?: true };

export type EndReason = "landed" | "stopped" | "change_closed" | "failed";

/** One stretch of work, begun by one message. */
export type Turn = {
  readonly id: TurnId;
  readonly message: MessageId;
  readonly acknowledged: boolean;
  /** The last thing the agent was seen to do; how long ago decides whether it is stuck. */
  readonly lastSignMs: Ms;
  readonly stuck: StuckStep;
  readonly cutOff: CutOff | null;
  /** It was to begin a conversation of its own, with a handover. */
  readonly isFresh?: boolean;
};

/** The turn was asked to end. However it ends then, it was not the agent's failure; one that does not obey is killed. */
export type CutOff = {
  readonly by: "person" | "recovery";
  /** What follows: nothing by itself, or the same conversation in a new turn. */
  readonly then: "rest" | "again";
  readonly sinceMs: Ms;
  readonly killed: boolean;
};

/** The ladder of `recover`: each step is taken once per turn, the last one leaves it to a person. */
export type StuckStep = "none" | "nudged" | "interrupted" | "raised";

export type Question = {
  readonly id: string;
  readonly text: string;
  readonly choices: readonly string[];
  /** A person has answered; the agent has not said yet that it heard. */
  readonly answered: boolean;
  readonly answeredAtMs?: Ms;
  /** Asked before this one in the same turn, and still open. */
  readonly earlier: readonly Question[];
};

/** Is this question, or one asked before it, still open? */
export function isAsked(question: Question, id: string): boolean {
  return question.id === id || question.earlier.some((other) => other.id === id);
}

/** A person's answer to this question, or to one asked before it, is on its way. */
export function addAnswered(question: Question, id: string, answeredAtMs: Ms): Question {
  if (question.id === id) return { ...question, answered: true, answeredAtMs };
  return { ...question, earlier: question.earlier.map((other) => addAnswered(other, id, answeredAtMs)) };
}

/** When the oldest answer that is still on its way was given; null: none is. */
export function findAnswerSinceMs({ answered, answeredAtMs, earlier }: Question): Ms | null {
  const own = answered && answeredAtMs !== undefined ? [answeredAtMs] : [];
  const all = [...own, ...earlier.flatMap((other) => findAnswerSinceMs(other) ?? [])];
  return all.length === 0 ? null : Math.min(...all);
}

/** No answer is on its way any more. */
export function clearAnswers(question: Question): Question {
  return { ...question, answered: false, earlier: question.earlier.map(clearAnswers) };
}

/** A person paused it, a trouble that only a person ends holds it, or a person works in it. */
export type Hold =
  | { readonly by: "pause" | "trouble" }
  | { readonly by: "take_over"; readonly idleSinceMs: Ms | null; readonly over: "pause" | "trouble" | null };

export type Session = {
  readonly id: SessionId;
  readonly project: ProjectId;
  readonly role: Role;
  readonly title: string;
  readonly task: string;
  readonly branch: string;
  readonly agent: AgentChoice;
  readonly phase: Phase;
  /** While held, no automatic turn begins; a turn already open goes on. */
  readonly hold: Hold | null;
  /** The newest commit of the branch that a turn left, and the newest one published. */
  readonly head: CommitSha | null;
  readonly published: CommitSha | null;
  /** The head on its way up; the next one waits until the forge has answered. */
  readonly publishing: CommitSha | null;
  readonly base: CommitSha | null;
  /** One nudge per kind until the agent has done what it was nudged for. */
  readonly nudgedFor: readonly ("no_commit" | "dirty" | "not_taken")[];
  readonly turns: number;
  /** The turn that is open, or the last one that was: its process must be gone before the next one begins. */
  readonly lastTurn: TurnId | null;
  readonly spent: Usage;
  readonly lastWords: string;
  /** How far the plan of the agent has come, in its own words; left out while it told of none. */
  readonly steps?: Steps;
  /** That plan itself, one step a line. */
  readonly plan?: string;
  /** How full its conversation was at the end of the last turn; null or left out: not known. */
  readonly context?: Context | null;
  readonly incidents: readonly Incident[];
  /** Its agent crashed, and no turn begins before; null or left out: it did not, or the wait is over. */
  readonly restartAtMs?: Ms | null;
  readonly createdAtMs: Ms;
  readonly forced: boolean;
};

/** Names of plugins and of the credential whose limits they share. The core compares them, and never knows one. */
export type AgentChoice = {
  readonly plugin: string;
  readonly runtime: string;
  readonly workspace: string;
  readonly credential: string;
  readonly specialist: string | null;
  /** Chosen for this session; left out: as the agent's settings say. */
  readonly drive?: Drive;
};

/**
 * How a tool is spoken to: `turns`, a process for each turn by its protocol; `terminal`, its own screen, which people
 * watch and type into; `exec`, one scripted run for each message.
 */
export type Drive = "turns" | "terminal" | "exec";

/** Whose settings it runs with. */
export type ChosenAgent = Pick<AgentChoice, "plugin" | "specialist" | "drive">;

/** Without `runtime`: wherever it runs. */
export type WantedAgent = ChosenAgent & Partial<Pick<AgentChoice, "runtime">>;

export function isLiveSession(session: Session): boolean {
  return session.phase.kind !== "ended";
}

export function getOpenTurn(session: Session): Turn | null {
  return session.phase.kind === "working" || session.phase.kind === "asking" ? session.phase.turn : null;
}

/** The turn whose process may be running: the open one, or the one that is being stopped. It takes a place of the fleet. */
export function findRunningTurn(session: Session): TurnId | null {
  if (session.phase.kind === "ending") return session.phase.turn ?? null;
  return getOpenTurn(session)?.id ?? null;
}

/** No turn is open, and one may begin. */
export function isAtRest(session: Session): boolean {
  return session.phase.kind === "resting" || (session.phase.kind === "asking" && session.phase.turn === null);
}
