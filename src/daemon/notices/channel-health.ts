/** How the channels of notices fare: one that failed is remembered until it takes something again. */
import type { SlotResult } from "../../slots/result.ts";

export type FailingChannel = {
  readonly name: string;
  /** Since when it has taken nothing. */
  readonly sinceMs: number;
  readonly lastMs: number;
  /** How often it was tried since. */
  readonly attempts: number;
  /** What the last attempt met. */
  readonly why: string;
};

export class ChannelHealth {
  private readonly failing = new Map<string, FailingChannel>();
  private readonly redact: (text: string) => string;

  /** Addresses of channels are secrets. */
  constructor(redact: (text: string) => string) {
    this.redact = redact;
  }

  note(name: string, told: SlotResult<unknown>, nowMs: number): void {
    if (told.ok) return void this.failing.delete(name);
    const before = this.failing.get(name);
    const { sinceMs = nowMs, attempts = 0 } = before ?? {};
    this.failing.set(name, {
      name,
      sinceMs,
      lastMs: nowMs,
      attempts: attempts + 1,
      why: this.redact(told.error.message),
    });
  }

  all(): readonly FailingChannel[] {
    return [...this.failing.values()];
  }

  /** Of channels that nobody is told on any more nothing is known. */
  keepOnly(names: readonly string[]): void {
    for (const name of [...this.failing.keys()]) if (!names.includes(name)) this.failing.delete(name);
  }
}
