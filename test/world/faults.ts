/** What may go wrong, how often, and that it did. */
import type { Ledger } from "./ledger.ts";
import type { Random } from "./random.ts";

export const faultKinds = [
  /** A request never arrives. */
  "lost_before",
  /** It was carried out, and the answer got lost. */
  "lost_after",
  "rate_limited",
  /** A read is answered by a replica that lags behind. */
  "stale_read",
  /** Slow answers, so that others overtake them. */
  "slow",
  "hint_dropped",
  "hint_late",
  "hint_doubled",
  /** What an agent said is given once more from the beginning. */
  "news_repeated",
  "flake",
  "infrastructure",
  /** A probe of the machine cannot tell. */
  "probe_failed",
  "runtime_lost",
  "workspace_lost",
  "name_taken",
  "setup_failed",
  "notice_lost_before",
  "notice_lost_after",
  "hook_failed",
  "checkout_in_the_way",
  "secret_words",
] as const;
export type FaultKind = (typeof faultKinds)[number];
export type FaultRates = Readonly<Record<FaultKind, number>>;

export class Faults {
  private calm = false;
  private readonly rates: FaultRates;
  private readonly streams = new Map<FaultKind, Random>();
  private readonly ledger: Ledger;

  constructor(rates: FaultRates, random: Random, ledger: Ledger) {
    this.rates = rates;
    this.ledger = ledger;
    for (const kind of faultKinds) this.streams.set(kind, random.fork(kind));
  }

  /** Throws the dice once. A kind that is off draws nothing. */
  fires(kind: FaultKind): boolean {
    if (this.calm || this.rates[kind] === 0) return false;
    if (this.streams.get(kind)?.chance(this.rates[kind]) !== true) return false;
    this.ledger.count(`fault:${kind}`);
    return true;
  }

  /** For chance that must depend on what is asked and not on how often. */
  rate(kind: FaultKind): number {
    return this.calm ? 0 : this.rates[kind];
  }

  end(): void {
    this.calm = true;
  }
}
