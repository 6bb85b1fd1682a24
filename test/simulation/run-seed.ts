/**
 * One schedule: chaos of at least 400 steps, in which daemons die at named points and between them; then calm, in which
 * everything that was promised has to come true. The same seed gives the same trace.
 */
import type { Message } from "../../src/domain/turn/message.ts";
import { limits } from "../../src/domain/model/limits.ts";
import { isLiveSession, getOpenTurn } from "../../src/domain/session/session.ts";
import type { Failpoint } from "../../src/engine/deps.ts";
import { checkQuiet, type Lookups } from "../world/liveness.ts";
import type { Violation } from "../world/ledger.ts";
import { createWorld, type World } from "../world/world.ts";
import { Daemon } from "./daemon.ts";
import { Home } from "./home.ts";

export const CHAOS_STEPS = 600;
const CALM_STEPS_MAX = 12_000;
const CALM_MS = 33 * 3_600_000;
const MINUTE_MS = 60_000;

export type SeedReport = {
  readonly seed: number;
  readonly steps: number;
  readonly virtualMs: number;
  readonly violations: readonly Violation[];
  readonly counters: Readonly<Record<string, number>>;
  readonly trace: string;
};

export type Onlooker = {
  /** May read the daemon's store before it is gone. */
  readonly look?: (home: Home) => void;
  /** Hears of each broken promise at once, also in a schedule that never ends. */
  readonly onViolation?: (violation: Violation) => void;
};

export async function runSeed(seed: number, { look, onViolation }: Onlooker = {}): Promise<SeedReport> {
  const world = createWorld({ seed });
  if (onViolation !== undefined) world.ledger.onViolation = onViolation;
  const home = new Home(world);
  const stage = new Stage(world, home);
  try {
    stage.startDaemon();
    const chaosSteps = await stage.play(CHAOS_STEPS, () => stage.throwDice());
    stage.calm();
    const endsAt = world.clock.awakeMs + CALM_MS;
    const calmSteps = await stage.play(
      CALM_STEPS_MAX,
      () => world.clock.awakeMs < endsAt || isNewDay(world.clock.wallMs),
    );
    checkQuiet(world, lookupsIn(home));
    look?.(home);
    const { violations, counters, ledger } = world;
    return {
      seed,
      steps: chaosSteps + calmSteps,
      virtualMs: world.clock.awakeMs,
      violations,
      counters,
      trace: ledger.trace,
    };
  } finally {
    stage.end();
    home.close();
  }
}

/** The budget of a new day lets turns begin at midnight, and what they begin needs its time. */
function isNewDay(wallMs: number): boolean {
  return wallMs % limits.dayMs < 2 * 60 * MINUTE_MS;
}

class Stage {
  private readonly world: World;
  private readonly home: Home;
  private readonly dice;
  private readonly pointRate: number;
  private readonly stepRate: number;
  private daemon: Daemon | null = null;
  private lives = 0;
  private isCalm = false;

  constructor(world: World, home: Home) {
    this.world = world;
    this.home = home;
    this.dice = world.random.fork("crashes");
    this.pointRate = this.dice.oneOf([0, 0.002, 0.01]);
    this.stepRate = this.dice.oneOf([0, 0.002, 0.01]);
  }

  startDaemon(): void {
    this.lives += 1;
    const daemon = new Daemon({
      world: this.world,
      home: this.home,
      n: this.lives,
      diesAt: (point) => this.diesAt(point),
      onDeath: () => this.onDeath(daemon),
    });
    this.daemon ??= daemon;
    daemon
      .start()
      .catch((error: unknown) => this.world.ledger.violate("no-error", `a daemon could not start: ${String(error)}`));
  }

  /** Steps until there is nothing left to do, `goOn` says stop, or the limit is reached. */
  async play(stepsMax: number, goOn: () => boolean): Promise<number> {
    for (let step = 0; step < stepsMax; step += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      if (!goOn() || !this.world.clock.step()) return step;
    }
    return stepsMax;
  }

  /** Between any two steps: a kill, a power cut, a second daemon. */
  throwDice(): boolean {
    const { world, dice } = this;
    if (dice.chance(this.stepRate)) {
      if (dice.chance(0.2)) world.reboot();
      world.ledger.count("crash:step");
      this.daemon?.kill();
    }
    if (dice.chance(0.002) && this.home.holder !== null) {
      world.ledger.count("fault:second_daemon");
      this.startDaemon();
    }
    return true;
  }

  calm(): void {
    this.isCalm = true;
    this.world.calm();
    if (this.daemon === null) this.startDaemon();
  }

  end(): void {
    this.isCalm = true;
    this.daemon?.kill();
  }

  private diesAt(_point: Failpoint): boolean {
    return !this.isCalm && this.dice.chance(this.pointRate);
  }

  private onDeath(daemon: Daemon): void {
    if (this.daemon !== daemon) return;
    this.daemon = null;
    this.world.daemonDied();
    const pauseMs = this.dice.oneOf([5_000, 20_000, MINUTE_MS, 30 * MINUTE_MS]);
    this.world.clock.after(pauseMs, () => {
      if (this.daemon === null) this.startDaemon();
    });
  }
}

function lookupsIn({ store }: Home): Lookups {
  const sessions = store.sessions.page({ live: null, project: null, before: null, limit: 10_000 });
  const messages = sessions.flatMap((session) => [...store.messages.ofSession(session.id, 10_000)].reverse());
  return {
    sessions: sessions.map((session) => ({
      id: session.id,
      isLive: isLiveSession(session),
      openTurn: getOpenTurn(session)?.id ?? null,
      spentUsd: session.spent.usd,
    })),
    messageWith: (word) => messages.findLast((message) => message.text.includes(word))?.state.kind ?? null,
    acknowledged: messages.filter(isAcknowledged).map((message) => message.id),
    queues: [
      { name: "the outbox", length: store.outbox.pending(), max: 500 },
      { name: "the inbox", length: store.inbox.undecided(limits.inboxBatchMax).length, max: 0 },
      ...sessions.map((session) => ({
        name: `the messages of ${session.id}`,
        length: store.messages.unsettledOf(session.id).length,
        max: limits.messagesQueuedMax,
      })),
    ],
  };
}

function isAcknowledged(message: Message): boolean {
  return message.state.kind === "acknowledged";
}
