/**
 * Two clocks from one: the wall's, and one that stands still while nobody could act. A look at the clock that comes more
 * than `tickLateMs` after it was expected (sleep, a stopped process, the daemon down), or before the last one (somebody
 * set the clock back), takes the difference out of every duration we count.
 */
import { limits } from "../domain/model/limits.ts";
import type { Now } from "../domain/model/now.ts";
import type { Store } from "../store/open.ts";
import type { Clock } from "./deps.ts";

export class CountedTime {
  private readonly store: Store;
  private readonly clock: Clock;
  private sleptMs: number;
  private lastLookMs: number;
  private expectedMs: number;

  constructor(store: Store, clock: Clock) {
    const { sleptMs, lastTickMs } = store.clock.read();
    this.store = store;
    this.clock = clock;
    this.sleptMs = sleptMs;
    this.lastLookMs = lastTickMs ?? clock.wallMs();
    this.expectedMs = this.lastLookMs;
  }

  now(): Now {
    const wallMs = this.clock.wallMs();
    const lateMs = wallMs - this.expectedMs;
    if (lateMs > limits.tickLateMs) this.sleptMs += lateMs;
    if (wallMs < this.lastLookMs) this.sleptMs += wallMs - this.lastLookMs;
    this.lastLookMs = wallMs;
    this.expectedMs = Math.max(this.expectedMs, wallMs);
    return { wallMs, countedMs: wallMs - this.sleptMs, weekMinute: this.clock.weekMinute() };
  }

  /** The next look is due then; until that moment silence is not sleep. */
  expectLook(inMs: number): void {
    this.expectedMs = this.lastLookMs + inMs;
  }

  /** Written at each tick, so that the time the daemon is down is known at the next start. */
  remember(): void {
    this.store.clock.save({ sleptMs: this.sleptMs, lastTickMs: this.lastLookMs });
  }
}
