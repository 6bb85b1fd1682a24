/**
 * Sessions of a removed project end, and then its plugins go. Called after every commit: a session that was being started
 * while its project was removed is found then, and so is one that the daemon before us did not come to end.
 */
import { existsSync } from "node:fs";
import type { Actor } from "../../domain/core/actor.ts";
import type { ProjectId, SessionId } from "../../domain/model/ids.ts";
import type { Session } from "../../domain/session/session.ts";
import type { Arrival } from "../../engine/inbox/arrival.ts";
import type { Engine } from "../../engine/engine.ts";
import type { Log } from "../../engine/deps.ts";
import type { RuntimePlugin } from "../../slots/runtime.ts";
import type { Store } from "../../store/open.ts";
import type { Registry } from "./registry.ts";

export type EndRemoved = {
  readonly store: Store;
  readonly engine: Pick<Engine, "take">;
  readonly registry: Pick<Registry, "leaving" | "loaded" | "unload">;
  /** Those of the machine: a project whose repository was deleted has no plugins of its own. */
  readonly runtimes: ReadonlyMap<string, RuntimePlugin>;
  readonly log: Log;
};

export function endRemoved(parts: EndRemoved): () => void {
  const { store, engine, registry, log } = parts;
  const underWay = new Set<SessionId>();
  const endWithoutSaving = (session: Session): void => {
    if (underWay.has(session.id)) return;
    underWay.add(session.id);
    endStranded(parts, session)
      .catch((error: unknown) => log.error({ session: session.id, error }, "a session could not be ended"))
      .finally(() => underWay.delete(session.id));
  };
  return () => {
    for (const project of registry.leaving()) {
      const live = store.sessions.page({ live: true, project, before: null, limit: PAGE });
      const going = live.filter(({ phase }) => phase.kind !== "ending").map(({ id }) => id);
      if (live.length === 0)
        registry.unload(project).catch((error: unknown) => log.error({ project, error }, "a project was not unloaded"));
      else if (going.length > 0) engine.take(stopCommands(going, { kind: "ao", part: "projectRemoval" }));
      else if (isRepositoryGone(parts, project)) live.forEach(endWithoutSaving);
    }
  };
}

const PAGE = 100;

export const stopCommands = (sessions: readonly SessionId[], by: Actor): readonly Arrival[] =>
  sessions.map((session) => ({
    news: { kind: "command_given", by, command: { kind: "stop", session, keepWorkspace: false } },
  }));

function isRepositoryGone({ registry }: EndRemoved, project: ProjectId): boolean {
  const path = registry.loaded(project)?.path;
  return path !== undefined && !existsSync(path);
}

/** Nothing can be saved into a repository that was deleted: the process is ended, and the workspace stays where it is. */
async function endStranded({ engine, runtimes }: EndRemoved, session: Session): Promise<void> {
  const runtime = runtimes.get(session.agent.runtime);
  if (session.lastTurn !== null && runtime !== undefined) {
    const killed = await runtime.signal(session.lastTurn, "kill");
    const sight = await runtime.look(session.lastTurn);
    // Tried again after the next commit.
    if (!killed.ok || !sight.ok || sight.value.kind === "running") return;
  }
  engine.take([{ news: { kind: "workspace_removed", session: session.id, rescueRef: null } }]);
}
