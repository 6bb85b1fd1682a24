/**
 * The way to everything behind a network: requests and answers get lost, are slow, and a credential that was told to
 * wait has to wait (I13).
 */
import { failed, type SlotError, type SlotResult } from "../../src/slots/result.ts";
import type { Random } from "./random.ts";
import type { Scene } from "./scene.ts";

export type Refusal = { readonly ok: false; readonly error: SlotError };

export class Gateway {
  readonly credential: string;
  private readonly scene: Scene;
  private readonly random: Random;
  private limitedUntilWallMs = 0;
  /** What the living daemon has been told, and when. */
  private told = { untilWallMs: 0, atAwakeMs: 0 };

  constructor(scene: Scene, credential: string) {
    this.scene = scene;
    this.credential = credential;
    this.random = scene.random.fork(`gateway ${credential}`);
  }

  /**
   * One request. `apply` does the deed and answers; `onDelivered` hears of answers that reached the daemon which asked.
   */
  async call<T, Code extends string = never>(
    name: string,
    apply: () => SlotResult<T, Code>,
    onDelivered?: (value: T) => void,
  ): Promise<SlotResult<T, Code>> {
    const { generation } = this.scene.daemon;
    const refusal = await this.begin(name);
    if (refusal !== null) return refusal;
    const answer = apply();
    return (await this.isAnswerLost(name)) ? lost(name) : this.deliver(name, answer, generation, onDelivered);
  }

  /** The request's way in: null when it arrived and was let through. */
  async begin(name: string): Promise<Refusal | null> {
    const { clock, ledger, faults, daemon } = this.scene;
    ledger.count(`request:${name}`);
    ledger.mark(name);
    this.judgeCoolDown(name);
    const { generation } = daemon;
    await this.travel();
    if (clock.wallMs < this.limitedUntilWallMs || this.fireLimit()) return this.refuseForNow(generation);
    return faults.fires("lost_before") ? lost(name) : null;
  }

  /** The answer's way out. */
  async isAnswerLost(name: string): Promise<boolean> {
    if (this.scene.faults.fires("slow")) await this.travel();
    const isLost = this.scene.faults.fires("lost_after");
    if (isLost) this.scene.ledger.mark(`${name} lost`);
    return isLost;
  }

  /** A daemon that died takes what it was told with it. */
  forget(): void {
    this.told = { untilWallMs: 0, atAwakeMs: 0 };
  }

  private deliver<T, Code extends string>(
    name: string,
    answer: SlotResult<T, Code>,
    generation: number,
    onDelivered?: (value: T) => void,
  ): SlotResult<T, Code> {
    this.scene.ledger.mark(answer.ok ? `${name} ok` : `${name} ${answer.error.code}`);
    if (answer.ok && generation === this.scene.daemon.generation) onDelivered?.(answer.value);
    return answer;
  }

  private async travel(): Promise<void> {
    const { mood, faults, clock } = this.scene;
    if (mood.quiet || this.random.chance(0.5)) return;
    await clock.sleep(faults.fires("slow") ? this.random.int(2_000, 90_000) : this.random.int(10, 1_500));
  }

  private fireLimit(): boolean {
    if (!this.scene.faults.fires("rate_limited")) return false;
    this.limitedUntilWallMs = this.scene.clock.wallMs + this.random.int(30_000, 900_000);
    return true;
  }

  private refuseForNow(generation: number): Refusal {
    const { clock, daemon } = this.scene;
    const retryAfterMs = this.limitedUntilWallMs - clock.wallMs;
    if (generation === daemon.generation)
      this.told = { untilWallMs: this.limitedUntilWallMs, atAwakeMs: clock.awakeMs };
    return failed("rate_limited", `${this.credential} asked too often`, retryAfterMs);
  }

  /** Requests of the very instant in which the refusal arrived were already on their way. */
  private judgeCoolDown(name: string): void {
    const { clock, ledger } = this.scene;
    if (clock.wallMs >= this.told.untilWallMs || clock.awakeMs <= this.told.atAwakeMs) return;
    const leftMs = this.told.untilWallMs - clock.wallMs;
    ledger.violate("I13", `${name} was asked with ${this.credential}, ${leftMs} ms before its cool-down is over`);
  }
}

function lost(name: string): Refusal {
  return failed("unavailable", `${name}: no answer`);
}
