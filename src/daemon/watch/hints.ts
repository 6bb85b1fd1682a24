/** Hands hints to the engine. Plugins act, and are watched, before it has come up: what was seen then is kept for it. */
import type { ProjectId, SessionId } from "../../domain/model/ids.ts";
import type { Engine } from "../../engine/engine.ts";

type Looking = Pick<Engine, "lookAtTurn" | "lookAtProject" | "replan">;

export class Hints {
  private engine: Looking | null = null;
  private readonly sessions = new Set<SessionId>();
  private readonly projects = new Set<ProjectId>();

  attach(engine: Looking): void {
    this.engine = engine;
    for (const session of this.sessions) engine.lookAtTurn(session);
    for (const project of this.projects) engine.lookAtProject(project);
    this.sessions.clear();
    this.projects.clear();
  }

  /** Before it has come up there is nothing to think again. */
  readonly settings = (): void => this.engine?.replan();

  readonly turn = (session: SessionId): void => {
    if (this.engine === null) this.sessions.add(session);
    else this.engine.lookAtTurn(session);
  };

  readonly project = (project: ProjectId): void => {
    if (this.engine === null) this.projects.add(project);
    else this.engine.lookAtProject(project);
  };
}
