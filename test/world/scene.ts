/** What every part of the world shares. */
import type { VirtualClock } from "./clock.ts";
import type { Faults } from "./faults.ts";
import type { Ledger } from "./ledger.ts";
import type { Random } from "./random.ts";

export type Scene = {
  readonly clock: VirtualClock;
  readonly random: Random;
  readonly faults: Faults;
  readonly ledger: Ledger;
  readonly mood: Mood;
  /** Whose daemon is asking: it grows with every daemon death, and what a dead one was told counts for nobody. */
  readonly daemon: { generation: number };
};

export type Mood = {
  /** Nothing fails, nobody acts by himself, every answer is immediate. For contracts and scenarios. */
  readonly quiet: boolean;
  /** The chaos is over: faults are off, agents behave, people do their duty. */
  calm: boolean;
};

/** How long a daemon may take to act on what it was told, in awake time. */
export const GRACE_MS = 60_000;
