/** The home of the simulated daemons: one store that outlives them all, and one lock that only death releases. */
import { createProject } from "../../src/domain/core/project.ts";
import type { Lock } from "../../src/engine/boot.ts";
import { openStore, storeTemplate, type Store } from "../../src/store/open.ts";
import type { World } from "../world/world.ts";

const template = storeTemplate();

export class Home {
  readonly store: Store = openStore({ template });
  /** Which daemon holds the lock. */
  holder: number | null = null;
  private ids = 0;

  constructor(world: World) {
    this.store.transaction(() => {
      for (const project of world.projects) this.store.projects.save(createProject(project.id, "main"));
    });
  }

  lock(daemon: number): Lock {
    if (this.holder !== null) throw new Error(`daemon ${this.holder} holds this home`);
    this.holder = daemon;
    return { release: () => this.free(daemon) };
  }

  /** What the kernel does when a process dies. */
  free(daemon: number): void {
    if (this.holder === daemon) this.holder = null;
  }

  /** Unique and sortable over the whole life of the home, as ULIDs are. */
  newId(): string {
    this.ids += 1;
    return `o${String(this.ids).padStart(7, "0")}`;
  }

  close(): void {
    this.store.close();
  }
}
