/** What `plan` sees: live and ready rows only, never the archive. */
import type { Change } from "./change.ts";
import type { CandidateId, IssueId, ProjectId, SessionId } from "./ids.ts";
import type { Ms, Now } from "./now.ts";
import type { Project } from "./project.ts";
import type { Rules } from "./rules.ts";
import type { Usage } from "./usage.ts";

export type Board = {
  readonly now: Now;
  readonly limits: FleetLimits;
  readonly projects: readonly BoardProject[];
  readonly sessions: readonly BoardSession[];
  readonly issues: readonly ReadyIssue[];
  /** Changes that asked to land and are in no candidate. */
  readonly queued: readonly Change[];
  /** `waits`: tested, and in the way of a person's checkout; it holds up nobody else. */
  readonly candidates: readonly {
    readonly id: CandidateId;
    readonly project: ProjectId;
    readonly waits: boolean;
  }[];
};

export type FleetLimits = {
  /** Open turns of the whole daemon. */
  readonly turnsMax: number;
  /** Why the machine takes no more work now (memory, disk), or null. */
  readonly refusedBy: string | null;
  /** Why it is slow now (others' programs, too): then one at a time, so that nobody starves. */
  readonly slowedBy: string | null;
};

export type BoardProject = {
  readonly project: Project;
  readonly rules: Rules;
  /** Agents that nothing can begin with now, and why; `specialist` null: the project's own. */
  readonly unready: readonly { readonly specialist: string | null; readonly why: string }[];
};

export type BoardSession = {
  readonly id: SessionId;
  readonly project: ProjectId;
  readonly issue: IssueId | null;
  readonly specialist: string | null;
  readonly credential: string;
  readonly hasOpenTurn: boolean;
  readonly isPreparing: boolean;
  /** The session that must land before it begins, and what has become of that one. */
  readonly awaits: { readonly session: SessionId; readonly state: "live" | "landed" | "ended" } | null;
  /** Which lane asks for a turn, and since when. */
  readonly wants: { readonly lane: "person" | "automatic"; readonly sinceMs: Ms } | null;
  readonly spent: Usage;
};

export type ReadyIssue = {
  readonly id: IssueId;
  readonly project: ProjectId;
  readonly labels: readonly string[];
  readonly priority: number;
  readonly createdMs: Ms;
  /** Blockers that are not satisfied yet. */
  readonly waitsFor: readonly IssueId[];
};
