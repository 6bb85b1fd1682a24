/** Which projects let their agents ask; whoever listens for agents is told when the first of them may. */
import type { ProjectId } from "../../domain/model/ids.ts";
import type { AgentDoor } from "../../plugins/remote/agents/agent-door.ts";

export class AgentDoors {
  private readonly find: (project: ProjectId) => AgentDoor | null;
  private listen: () => void = () => undefined;

  constructor(find: (project: ProjectId) => AgentDoor | null) {
    this.find = find;
  }

  readonly of = (project: ProjectId): AgentDoor | null => this.find(project);

  /** An agent is about to be given the way. */
  use(project: ProjectId): AgentDoor | null {
    const door = this.find(project);
    if (door !== null) this.listen();
    return door;
  }

  onUse(listen: () => void): void {
    this.listen = listen;
  }
}
