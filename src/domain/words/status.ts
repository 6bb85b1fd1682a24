/** The state of one session as the API promises it: derived from facts on each read, never stored. */
import type { Attention, AttentionContext } from "./attention/attention-view.ts";
import { attentionOf } from "./attention/attention.ts";
import { isOpenChange, neededChecks, type Change, type ChangeState } from "../change/change.ts";
import type { WorkFacts } from "../core/facts.ts";
import type { ChangeId, CommitSha, SessionId } from "../model/ids.ts";
import type { Ms, Now } from "../model/now.ts";
import type { Rules } from "../model/rules.ts";
import { openTurn, type Session } from "../session/session.ts";
import type { Steps } from "../model/usage.ts";

export type Status = {
  readonly id: SessionId;
  readonly agent: string;
  readonly state: "idle" | "working" | "waiting" | "error" | "unknown";
  readonly phase: "preparing" | "resting" | "working" | "asking" | "yielding" | "ending" | "ended";
  readonly attention: Attention;
  /** What it is at; null once it has ended. */
  readonly currentTask: string | null;
  readonly progress: Progress;
  readonly branch: string;
  readonly workspacePath: string | null;
  readonly change: { readonly id: ChangeId; readonly state: ChangeState["kind"]; readonly head: CommitSha } | null;
  /** The newest time that a fact carries, on the counted clock. */
  readonly lastActivity: Ms;
};

/** Only what is known; null is shown as `–`. */
export type Progress = {
  /** Of the agent's own plan. */
  readonly steps: Steps | null;
  readonly checks: { readonly passed: number; readonly failed: number; readonly of: number } | null;
  readonly doing: string | null;
};

/** Null for a change that no session works on. */
export function statusOf(facts: WorkFacts, rules: Rules, now: Now, context: AttentionContext): Status | null {
  const { session } = facts;
  if (session === null) return null;
  const attention = attentionOf(facts, rules, now, context);
  const change = currentChange(facts);
  return {
    id: session.id,
    agent: session.agent.plugin,
    state: stateOf(session, attention),
    phase: phaseOf(session),
    attention,
    currentTask: session.phase.kind === "ended" ? null : session.title,
    progress: progressOf(session, change),
    branch: session.branch,
    workspacePath: "workspacePath" in session.phase ? session.phase.workspacePath : null,
    change: change === undefined ? null : { id: change.id, state: change.state.kind, head: change.head.commit },
    lastActivity: lastActivity(facts, session),
  };
}

/** At rest while a person holds it, it yields; a trouble that holds it does not make it anybody's. */
function phaseOf({ phase, hold }: Session): Status["phase"] {
  const isYielding = phase.kind === "resting" && (hold?.by === "pause" || hold?.by === "take_over");
  return isYielding ? "yielding" : phase.kind;
}

const errors: readonly string[] = ["exited", "effect", "stuck", "red", "held"];

function stateOf({ phase }: Session, { column, code }: Attention): Status["state"] {
  if (code === "unknown") return "unknown";
  if (phase.kind === "ended") return phase.because === "failed" ? "error" : "idle";
  if (column === "needs_you") return errors.includes(code) ? "error" : "waiting";
  return phase.kind === "resting" || phase.kind === "asking" ? "idle" : "working";
}

/** The open one, the newest of several; else the last that was. */
function currentChange({ changes }: WorkFacts): Change | undefined {
  return changes.findLast(isOpenChange) ?? changes.at(-1);
}

function progressOf(session: Session, change: Change | undefined): Progress {
  const results = change === undefined ? [] : neededChecks(change);
  const count = (verdict: string) => results.filter((result) => result.verdict === verdict).length;
  const checks = results.length === 0 ? null : { passed: count("passed"), failed: count("failed"), of: results.length };
  const doing = openTurn(session) === null || session.lastWords === "" ? null : session.lastWords;
  return { steps: session.steps ?? null, checks, doing };
}

function lastActivity({ messages, changes }: WorkFacts, session: Session): Ms {
  const incidents = [...session.incidents, ...changes.flatMap((change) => change.incidents)];
  return Math.max(
    session.createdAtMs,
    openTurn(session)?.lastSignMs ?? 0,
    session.phase.kind === "ended" ? session.phase.atMs : 0,
    ...messages.map(({ state, createdAtMs }) => (state.kind === "acknowledged" ? state.atMs : createdAtMs)),
    ...incidents.map(({ openedAtMs, closed }) => closed?.atMs ?? openedAtMs),
  );
}
