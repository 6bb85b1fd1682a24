/** The state of one session as the API promises it: derived from facts on each read, never stored. */
import type { Attention, AttentionContext } from "./attention/attention-view.ts";
import { describeAttention } from "./attention/attention.ts";
import { isOpenChange, listNeededChecks, type Change, type ChangeState } from "../change/change.ts";
import type { WorkFacts } from "../core/facts.ts";
import type { ChangeId, CommitSha, SessionId } from "../model/ids.ts";
import type { Ms, Now } from "../model/now.ts";
import type { Rules } from "../model/rules.ts";
import { getOpenTurn, type Session } from "../session/session.ts";
import type { Steps } from "../model/usage.ts";

export type Status = {
  readonly id: SessionId;
  readonly agent: string;
  readonly state: "idle" | "working" | "waiting" | "error" | "unknown";
  readonly phase: "preparing" | "resting" | "working" | "asking" | "yielding" | "ending" | "ended";
  readonly attention: Attention;
  /** What it is at; null once it has ended. */
  readonly currentTask: string | null;
  readonly progress: SessionProgress;
  readonly branch: string;
  readonly workspacePath: string | null;
  readonly change: { readonly id: ChangeId; readonly state: ChangeState["kind"]; readonly head: CommitSha } | null;
  /** The newest time that a fact carries, on the counted clock. */
  readonly lastActivity: Ms;
};

/** Only what is known; null is shown as `–`. */
export type SessionProgress = {
  /** Of the agent's own plan. */
  readonly steps: Steps | null;
  readonly checks: { readonly passed: number; readonly failed: number; readonly of: number } | null;
  readonly doing: string | null;
};

/** Null for a change that no session works on. */
export function describeStatus(facts: WorkFacts, rules: Rules, now: Now, context: AttentionContext): Status | null {
  const { session } = facts;
  if (session === null) return null;
  const attention = describeAttention(facts, rules, now, context);
  const change = findCurrentChange(facts);
  return {
    id: session.id,
    agent: session.agent.plugin,
    state: chooseState(session, attention),
    phase: getPhase(session),
    attention,
    currentTask: session.phase.kind === "ended" ? null : session.title,
    progress: computeProgress(session, change),
    branch: session.branch,
    workspacePath: "workspacePath" in session.phase ? session.phase.workspacePath : null,
    change: change === undefined ? null : { id: change.id, state: change.state.kind, head: change.head.commit },
    lastActivity: findLastActivity(facts, session),
  };
}

/** At rest while a person holds it, it yields; a trouble that holds it does not make it anybody's. */
function getPhase({ phase, hold }: Session): Status["phase"] {
  const isYielding = phase.kind === "resting" && (hold?.by === "pause" || hold?.by === "take_over");
  return isYielding ? "yielding" : phase.kind;
}

const errors: readonly string[] = ["exited", "effect", "stuck", "red", "held"];

function chooseState({ phase }: Session, { column, code }: Attention): Status["state"] {
  if (code === "unknown") return "unknown";
  if (phase.kind === "ended") return phase.because === "failed" ? "error" : "idle";
  if (column === "needs_you") return errors.includes(code) ? "error" : "waiting";
  return phase.kind === "resting" || phase.kind === "asking" ? "idle" : "working";
}

/** The open one, the newest of several; else the last that was. */
function findCurrentChange({ changes }: WorkFacts): Change | undefined {
  return changes.findLast(isOpenChange) ?? changes.at(-1);
}

function computeProgress(session: Session, change: Change | undefined): SessionProgress {
  const results = change === undefined ? [] : listNeededChecks(change);
  const count = (verdict: string) => results.filter((result) => result.verdict === verdict).length;
  const checks = results.length === 0 ? null : { passed: count("passed"), failed: count("failed"), of: results.length };
  const doing = getOpenTurn(session) === null || session.lastWords === "" ? null : session.lastWords;
  return { steps: session.steps ?? null, checks, doing };
}

function findLastActivity({ messages, changes }: WorkFacts, session: Session): Ms {
  const incidents = [...session.incidents, ...changes.flatMap((change) => change.incidents)];
  return Math.max(
    session.createdAtMs,
    getOpenTurn(session)?.lastSignMs ?? 0,
    session.phase.kind === "ended" ? session.phase.atMs : 0,
    ...messages.map(({ state, createdAtMs }) => (state.kind === "acknowledged" ? state.atMs : createdAtMs)),
    ...incidents.map(({ openedAtMs, closed }) => closed?.atMs ?? openedAtMs),
  );
}
