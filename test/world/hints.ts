/** Webhooks and file watchers: only ever hints. They are dropped, doubled, late and out of order. */
import type { ProjectId, TurnId } from "../../src/domain/model/ids.ts";
import type { Random } from "./random.ts";
import type { Scene } from "./scene.ts";

export type Hint =
  | { readonly kind: "scm" | "tracker"; readonly project: ProjectId }
  | { readonly kind: "turn"; readonly project: ProjectId; readonly turn: TurnId };

export class Hints {
  private listener: ((hint: Hint) => void) | null = null;
  private readonly scene: Scene;
  private readonly random: Random;

  constructor(scene: Scene) {
    this.scene = scene;
    this.random = scene.random.fork("hints");
  }

  /** The daemon that listens now; null: none is up, and what is sent meanwhile is lost. */
  listen(listener: ((hint: Hint) => void) | null): void {
    this.listener = listener;
  }

  give(hint: Hint): void {
    const { faults } = this.scene;
    if (this.listener === null || faults.fires("hint_dropped")) return;
    this.deliver(hint);
    if (faults.fires("hint_doubled")) this.deliver(hint);
  }

  private deliver(hint: Hint): void {
    const { clock, faults } = this.scene;
    const delayMs = faults.fires("hint_late") ? this.random.int(10_000, 3_600_000) : this.random.int(0, 800);
    clock.after(delayMs, () => this.listener?.(hint));
  }
}
