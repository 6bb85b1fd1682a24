/** What `schedule` sees: live and ready rows only, never the archive. */
import type { Change } from "../change/change.ts";
import type { CandidateId, IssueId, ProjectId, SessionId } from "../model/ids.ts";
import type { Ms, Now } from "../model/now.ts";
import type { Project } from "../core/project.ts";
import type { Rules } from "../model/rules.ts";
import type { Usage } from "../model/usage.ts";

export type Board = {
  readonly now: Now;
  readonly limits: FleetLimits;
  readonly projects: readonly BoardProject[];
  /** Today, by all projects of the daemon. */
  readonly spent: Usage;
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
  /** Why the machine takes no further session now (disk), or null. */
  readonly refusedBy: string | null;
  /** Why it is slow now (others' programs, too): then one session starts at a time, so that nobody starves. */
  readonly slowedBy: string | null;
  /** Null: nobody measures it. */
  readonly memory: MemoryLimits | null;
};

/** Memory counts for every turn, whoever asks for it: a machine that swaps serves nobody. */
export type MemoryLimits = {
  /** Beyond what is kept for the person and the system; below zero there is not even that. */
  readonly freeBytes: number;
  /** What the open turns take now, by session; one that is not listed has not shown yet what it takes. */
  readonly usedBytes: ReadonlyMap<SessionId, number>;
  /** What a turn of an agent is expected to take, by `formatAgentKind`. */
  readonly expectedBytes: ReadonlyMap<string, number>;
  /** What one takes that nothing is known of. */
  readonly otherwiseBytes: number;
  /** Why no turn begins at all now (there are hardly any processes left), or null. */
  readonly refusedBy: string | null;
  /** Why none begins beside those that are open (programs already wait for memory), or null. */
  readonly slowedBy: string | null;
};

/** Agents that are alike: what one of them takes tells of the next. */
export const formatAgentKind = (project: ProjectId, specialist: string | null): string =>
  `${project}/${specialist ?? ""}`;

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
  /** A turn that is being stopped counts until its process is gone. */
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
