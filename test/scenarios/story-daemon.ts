/** The daemon of a story: the real engine on the story's store. Killed, it falls silent in the middle of whatever it does. */
import { nothingAround } from "../fixtures/around-turns.ts";
import { turnPathsIn } from "../fixtures/turn-paths.ts";
import { toPerson } from "../../src/domain/core/actor.ts";
import type { Command } from "../../src/domain/core/command.ts";
import type { SessionId } from "../../src/domain/model/ids.ts";
import { limits } from "../../src/domain/model/limits.ts";
import { boot, type Booted } from "../../src/engine/boot.ts";
import { Crash } from "../../src/engine/crash.ts";
import type { EngineDeps } from "../../src/engine/deps.ts";
import { explainCommandRefusal } from "../../src/engine/inbox/refusal.ts";
import { ok } from "../../src/slots/result.ts";
import type { ProjectSlots } from "../../src/slots/slots.ts";
import type { Home } from "../simulation/home.ts";
import type { World } from "../world/world.ts";

/** `slots`: what the engine is given to act with. */
type Stage = { readonly world: World; readonly home: Home; readonly slots: ProjectSlots };

export class StoryDaemon {
  private readonly stage: Stage;
  private readonly n: number;
  private booted: Booted | null = null;
  private isDead = false;

  constructor(stage: Stage, n: number) {
    this.stage = stage;
    this.n = n;
  }

  async start(): Promise<void> {
    const { world, home } = this.stage;
    this.booted = await boot({ lock: () => home.lock(this.n), open: () => this.deps() });
    const { engine } = this.booted;
    world.daemonStarted({
      onHint: (hint) => {
        if (!this.isDead && hint.kind !== "turn") engine.lookAtProject(hint.project);
      },
      commands: () => Promise.resolve("refused"),
    });
  }

  /** A command that is refused fails the story. */
  take(by: string, command: Command): void {
    const refusal = explainCommandRefusal(this.stage.home.store, command);
    if (refusal !== null) throw new Error(`${command.kind}: ${refusal}`);
    this.booted?.engine.take([{ news: { kind: "command_given", by: toPerson(by), command } }]);
  }

  lookAtTurn(session: SessionId): void {
    if (!this.isDead) this.booted?.engine.lookAtTurn(session);
  }

  kill(): void {
    this.isDead = true;
    this.stage.home.free(this.n);
    this.stage.world.daemonDied();
  }

  private deps(): EngineDeps {
    const { world, home, slots } = this.stage;
    const muted = this.muteAll(slots);
    return {
      store: { ...home.store, transaction: (work) => this.unlessDead(() => home.store.transaction(work)) },
      slotsOf: () => muted,
      rulesOf: (project) => world.rules(project),
      whyNoAgent: () => null,
      fleet: () => ({ turnsMax: world.swarm.turnsMax, refusedBy: null, slowedBy: null, memory: null }),
      clock: {
        wallMs: () => world.clock.wallMs,
        weekMinute: (wallMs) => world.clock.weekMinute(wallMs),
        after: (ms, callback) => world.clock.after(ms, () => (this.isDead ? undefined : callback())),
        soon: (callback) => queueMicrotask(() => (this.isDead ? undefined : callback())),
      },
      newId: () => home.newId(),
      redact: (text) => text,
      environmentOf: () => Promise.resolve({}),
      turnPaths: (of) => turnPathsIn("/nowhere", of),
      aroundTurns: nothingAround,
      runCommand: () => Promise.resolve(ok(null)),
      sweepMs: limits.sweepMs,
      log: { info: () => undefined, warn: () => undefined, error: (facts, message) => this.complain(message, facts) },
      failpoint: () => this.unlessDead(() => undefined),
    };
  }

  /** What the engine logs as an error fails the story. */
  private complain(message: string, facts: Readonly<Record<string, unknown>>): void {
    if (!this.isDead) this.stage.world.ledger.violate("no-error", `${message}: ${String(facts["error"])}`);
  }

  private unlessDead<T>(work: () => T): T {
    if (this.isDead) throw new Crash();
    return work();
  }

  private muteAll(slots: ProjectSlots): ProjectSlots {
    return {
      ...slots,
      runtime: (name) => this.mute(slots.runtime(name)),
      agent: (chosen) => this.mute(slots.agent(chosen)),
      workspace: (name) => this.mute(slots.workspace(name)),
      tracker: this.mute(slots.tracker),
      scm: this.mute(slots.scm),
      checks: this.mute(slots.checks),
      notifiers: (level) => slots.notifiers(level).map((notifier) => this.mute(notifier)),
    };
  }

  /** The dead ask nothing more, and hear no answer. */
  private mute<T extends object | undefined>(plugin: T): T {
    if (plugin === undefined) return plugin;
    return new Proxy(plugin, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        return (...args: unknown[]): unknown =>
          this.isDead ? new Promise(() => undefined) : Reflect.apply(value, target, args);
      },
    });
  }
}
