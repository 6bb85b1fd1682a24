/** A credential that is told to wait, and whether it does. */
export type CoolDownCounts = {
  /** Asked although it is to wait. */
  duringCoolDown: number;
  /** Asked at a later moment than it was told to wait: what gets a client banned. */
  thoughTold: number;
};

export class CoolDown {
  private readonly now: () => number;
  private readonly counts: CoolDownCounts;
  private untilMs = 0;
  private toldAtMs: number | null = null;

  constructor(now: () => number, counts: CoolDownCounts) {
    this.now = now;
    this.counts = counts;
  }

  /** From now on it is told to wait. */
  refuseFor(ms: number): void {
    this.untilMs = this.now() + ms;
  }

  /** It asks, though it may have to wait; the headers then say how long. Null: it may. */
  ask(): Readonly<Record<string, string>> | null {
    const now = this.now();
    if (now >= this.untilMs) {
      this.toldAtMs = null;
      return null;
    }
    this.counts.duringCoolDown += 1;
    if (this.toldAtMs !== null && now > this.toldAtMs) this.counts.thoughTold += 1;
    return this.told();
  }

  told(): Readonly<Record<string, string>> {
    this.toldAtMs ??= this.now();
    return { "retry-after": String(Math.max(1, Math.ceil((this.untilMs - this.now()) / 1_000))) };
  }
}
