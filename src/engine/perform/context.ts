/** What a performer is given beside its effect. It may read facts; only the engine writes them. */
import type { Change } from "../../domain/change/change.ts";
import type { Effect, EffectKind } from "../../domain/core/effect.ts";
import type { ProjectId, SessionId } from "../../domain/model/ids.ts";
import type { Session } from "../../domain/session/session.ts";
import type { ProjectSlots } from "../../slots/slots.ts";
import type { WorkspaceSpec } from "../../slots/workspace.ts";
import type { EngineDeps } from "../deps.ts";
import type { EffectOutcome } from "../outbox/outcome.ts";

export type PerformContext = {
  readonly deps: EngineDeps;
  /** The effect may have been done already: look before doing. */
  readonly maybeDone: boolean;
  /** Resolves when the daemon stops: what takes its time is called off, and begun again by the next one. */
  readonly leaving: Promise<void>;
};

export type EffectOf<Kind extends EffectKind> = Extract<Effect, { kind: Kind }>;

export type Performer<Kind extends EffectKind> = (
  effect: EffectOf<Kind>,
  context: PerformContext,
) => Promise<EffectOutcome>;

/** A project or plugin that is not here: the effect waits, since a person may bring it back. */
export class NotLoadedError extends Error {}

export function getSlots(deps: EngineDeps, project: ProjectId): ProjectSlots {
  const slots = deps.slotsOf(project);
  if (slots === undefined) throw new NotLoadedError(`project ${project} is not loaded`);
  return slots;
}

export function loadSession(deps: EngineDeps, id: SessionId): Session {
  const session = deps.store.sessions.get(id);
  if (session === null) throw new NotLoadedError(`session ${id} is not stored`);
  return session;
}

export const findSessionPlugins = (deps: EngineDeps, id: SessionId) => findPlugins(deps, loadSession(deps, id));

/** The session's plugins, by the names it carries. */
export function findPlugins(deps: EngineDeps, session: Session) {
  const slots = getSlots(deps, session.project);
  const runtime = slots.runtime(session.agent.runtime);
  const agent = slots.agent(session.agent);
  const workspace = slots.workspace(session.agent.workspace);
  if (runtime === undefined) throw new NotLoadedError(`the runtime ${session.agent.runtime} is not installed`);
  if (agent === undefined) throw new NotLoadedError(`the agent ${session.agent.plugin} is not installed`);
  if (workspace === undefined) throw new NotLoadedError(`the workspace ${session.agent.workspace} is not installed`);
  return { session, slots, runtime, agent, workspace, spec: toWorkspaceSpec(session) };
}

export function toWorkspaceSpec(session: Session): WorkspaceSpec {
  return { project: session.project, session: session.id, branch: session.branch, base: session.base };
}

export function loadChange(deps: EngineDeps, id: Change["id"]): Change {
  const change = deps.store.changes.get(id);
  if (change === null) throw new NotLoadedError(`change ${id} is not stored`);
  return change;
}
