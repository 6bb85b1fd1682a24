/** What the world knows of each session: who it is, what its turns truly cost, and how often something happened to it. */
import type { ProjectId, SessionId } from "../../src/domain/model/ids.ts";
import type { Rules } from "../../src/domain/model/rules.ts";
import type { Scene } from "./scene.ts";

export type SessionTruth = {
  readonly id: SessionId;
  readonly project: ProjectId;
  readonly branch: string;
  /** The issue named in what it was first told. */
  issue: string | null;
  turns: number;
  /** How often it was stopped and brought back. */
  comebacks: number;
  questions: number;
  /** What ended turns reported, and what dead ones took with them unreported. */
  spentUsd: number;
  unreportedUsd: number;
  /** Grows with everything that may give a person a new reason to be told. */
  pulse: number;
  pausedByPerson: boolean;
  /** A person stopped it: there may be no agent to tell. */
  wasEnded: boolean;
  hasLanded: boolean;
};

/** No turn of this world costs more. */
export const TURN_USD_MAX = 1;
const DAY_MS = 86_400_000;

export class Sessions {
  readonly all = new Map<SessionId, SessionTruth>();
  readonly spentOnDay = new Map<string, number>();
  private readonly scene: Scene;
  private readonly rulesOf: (project: ProjectId) => Rules;

  constructor(scene: Scene, rulesOf: (project: ProjectId) => Rules) {
    this.scene = scene;
    this.rulesOf = rulesOf;
  }

  meet(id: SessionId, project: ProjectId, branch: string): SessionTruth {
    const known = this.all.get(id);
    if (known !== undefined) return known;
    const session: SessionTruth = {
      id,
      project,
      branch,
      issue: null,
      turns: 0,
      comebacks: 0,
      questions: 0,
      spentUsd: 0,
      unreportedUsd: 0,
      pulse: 0,
      pausedByPerson: false,
      wasEnded: false,
      hasLanded: false,
    };
    this.all.set(id, session);
    return session;
  }

  pulse(id: SessionId | null): void {
    const session = id === null ? undefined : this.all.get(id);
    if (session !== undefined) session.pulse += 1;
  }

  /** A turn ended and said what it cost: the daemon can know this sum, and is held to its budgets by it (I7). */
  spend(session: SessionTruth, usd: number): void {
    const { clock, ledger } = this.scene;
    session.spentUsd += usd;
    const { perSession, perDay, daemonPerDay } = this.rulesOf(session.project);
    if (isOver(session.spentUsd, perSession.usd))
      ledger.violate("I7", `${session.id} spent $${session.spentUsd.toFixed(2)} of ${perSession.usd}`);
    const day = Math.floor(clock.wallMs / DAY_MS);
    this.spendOnDay(`${session.project} ${day}`, usd, perDay.usd);
    this.spendOnDay(`all projects ${day}`, usd, daemonPerDay.usd);
  }

  private spendOnDay(day: string, usd: number, budgetUsd: number | null): void {
    const today = (this.spentOnDay.get(day) ?? 0) + usd;
    this.spentOnDay.set(day, today);
    if (isOver(today, budgetUsd)) this.scene.ledger.violate("I7", `${day} spent $${today.toFixed(2)} of ${budgetUsd}`);
  }
}

/** One turn may run over; more than one is a budget that nobody kept. */
function isOver(spentUsd: number, budgetUsd: number | null): boolean {
  return budgetUsd !== null && spentUsd > budgetUsd + TURN_USD_MAX + 1e-9;
}
