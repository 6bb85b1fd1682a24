/**
 * How a session is made: by the planner for an issue, or as a person asks for it. Both choose its agent, its name and its
 * branch here, so that a session is the same whoever started it.
 */
import type { NewSession } from "../domain/core/command.ts";
import type { CommitSha, IssueId, ProjectId, SessionId } from "../domain/model/ids.ts";
import type { NamingRules, Rules, SpecialistRules } from "../domain/model/rules.ts";
import type { AgentChoice, Drive } from "../domain/session/session.ts";
import type { Store } from "../store/open.ts";
import { formatBranch, findFreeName, toSessionId } from "./names.ts";

export type WantedSession = {
  readonly project: ProjectId;
  readonly issue: IssueId | null;
  readonly title: string;
  readonly task: string;
  /** What it is told first: as a rule the task; empty: nothing, it waits for a message. */
  readonly prompt: string;
  readonly agent: AgentChoice;
  readonly name: FreeName;
  readonly base: CommitSha | null;
  /** The session that must have landed before this one begins. */
  readonly after: SessionId | null;
  readonly forced: boolean;
};

export function toNewSession({ issue, name, ...given }: WantedSession): NewSession {
  return { ...given, id: name.id, branch: name.branch, role: { kind: "worker", issue } };
}

/** What is left out is as the specialist or the project says. */
export type AgentWish = {
  readonly specialist: SpecialistRules | null;
  readonly plugin?: string | undefined;
  readonly runtime?: string | undefined;
  readonly workspace?: string | undefined;
  readonly drive?: Drive | undefined;
};

/**
 * The credential says whose limits a turn counts against: that of the specialist or of the project. Another agent than
 * theirs logs in by itself, so it also rests by itself.
 */
export function chooseAgent(rules: Pick<Rules, "agent">, wish: AgentWish): AgentChoice {
  const { specialist, drive } = wish;
  const usual = specialist === null ? rules.agent : { ...rules.agent, ...specialist, plugin: specialist.agent };
  const plugin = specialist?.agent ?? wish.plugin ?? usual.plugin;
  return {
    plugin,
    runtime: wish.runtime ?? usual.runtime,
    workspace: wish.workspace ?? usual.workspace,
    credential: plugin === usual.plugin ? usual.credential : plugin,
    specialist: specialist?.id ?? null,
    ...(drive === undefined ? {} : { drive }),
  };
}

export type FreeName = Pick<NewSession, "id" | "branch">;

export type NameWish = {
  readonly project: ProjectId;
  readonly naming: NamingRules;
  /** What the name is made from. */
  readonly wish: string;
  /** Asked for by its name; left out: made from the session's name. */
  readonly branch?: string | undefined;
  /** Is there something of a session by this name, though the store knows none? */
  readonly isUsed: (session: SessionId) => boolean;
};

/** The next name that no session ever had, and whose branch no session has. */
export function freeSessionName({ sessions }: Pick<Store, "sessions">, request: NameWish): FreeName {
  const { project, naming, wish, branch, isUsed } = request;
  const toSession = (name: string): FreeName => ({
    id: toSessionId(project, naming, name),
    branch: branch ?? formatBranch(naming, name),
  });
  const isTaken = (name: string): boolean => {
    const session = toSession(name);
    const isBranchTaken = branch === undefined && sessions.byBranch(project, session.branch) !== null;
    return sessions.nameTaken(session.id) || isUsed(session.id) || isBranchTaken;
  };
  return toSession(findFreeName(wish, isTaken));
}
