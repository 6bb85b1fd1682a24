/** The model provider: one limit for all agents of a credential, lifted at a time of its own. */
import type { Random } from "./random.ts";
import type { Scene } from "./scene.ts";

export class Provider {
  private untilWallMs = 0;
  private readonly scene: Scene;
  private readonly random: Random;

  constructor(scene: Scene) {
    this.scene = scene;
    this.random = scene.random.fork("provider");
  }

  isLimited(): boolean {
    return this.scene.clock.wallMs < this.untilWallMs;
  }

  /** When the limit is lifted; begins one if there is none. */
  limit(): number {
    if (!this.isLimited()) this.untilWallMs = this.scene.clock.wallMs + this.random.int(5, 90) * 60_000;
    return this.untilWallMs;
  }
}
