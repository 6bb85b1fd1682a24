/** One life of a daemon: the real engine on the home's store, with slots that fall silent when it dies. */
import { nothingAround } from "../fixtures/around-turns.ts";
import { turnPathsIn } from "../fixtures/turn-paths.ts";
import { keptChannel } from "../../src/engine/notices/kept-channel.ts";
import { toPerson } from "../../src/domain/core/actor.ts";
import type { Command } from "../../src/domain/core/command.ts";
import type { ProjectId, SessionId } from "../../src/domain/model/ids.ts";
import { boot } from "../../src/engine/boot.ts";
import { Crash } from "../../src/engine/crash.ts";
import type { EngineDeps, Failpoint } from "../../src/engine/deps.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { explainCommandRefusal } from "../../src/engine/inbox/refusal.ts";
import { ok } from "../../src/slots/result.ts";
import type { ProjectSlots } from "../../src/slots/slots.ts";
import { SWEEP_MS } from "../world/agent-clock.ts";
import type { PersonCommand } from "../world/people.ts";
import type { World } from "../world/world.ts";
import type { Home } from "./home.ts";

/** Far beyond what one moment of a busy day asks for. */
const ROUNDS_MAX = 5_000;

export type Life = {
  readonly world: World;
  readonly home: Home;
  readonly n: number;
  /** Throws the dice at a named point; true kills this daemon there and then. */
  readonly diesAt: (point: Failpoint) => boolean;
  readonly onDeath: () => void;
};

export class Daemon {
  private readonly life: Life;
  private engine: Engine | null = null;
  private dead = false;
  /** How often outcomes of effects were recorded without any time passing. */
  private moment = { awakeMs: -1, rounds: 0 };

  constructor(life: Life) {
    this.life = life;
  }

  /** Resolves when it is up, dead, or refused. */
  async start(): Promise<void> {
    const { home, world, n } = this.life;
    try {
      const { engine } = await boot({ lock: () => home.lock(n), open: () => this.deps() });
      if (this.dead) return;
      this.engine = engine;
      world.daemonStarted({
        onHint: (hint) => {
          if (hint.kind !== "turn") return engine.lookAtProject(hint.project);
          const session = sessionOfTurn(home, hint.turn);
          if (session !== null) engine.lookAtTurn(session);
        },
        commands: async (by, command) => this.obey(by, command),
      });
    } catch (error) {
      if (!this.dead) world.ledger.count("daemon:refused");
      if (!this.dead && !String(error).includes("holds this home")) throw error;
    }
  }

  get isDead(): boolean {
    return this.dead;
  }

  kill(): void {
    if (this.dead) return;
    this.dead = true;
    this.life.home.free(this.life.n);
    this.life.onDeath();
  }

  private obey(by: string, command: PersonCommand): "accepted" | "refused" {
    const translated = translate(this.life.home, command);
    if (this.engine === null || this.dead) throw new Crash();
    if (translated === null || explainCommandRefusal(this.life.home.store, translated) !== null) return "refused";
    this.engine.take([{ news: { kind: "command_given", by: toPerson(by), command: translated } }]);
    return "accepted";
  }

  private deps(): EngineDeps {
    const { world, home } = this.life;
    const cache = new Map<ProjectId, ProjectSlots>();
    return {
      store: { ...home.store, transaction: (work) => this.alive(() => home.store.transaction(work)) },
      slotsOf: (project) => {
        const known = cache.get(project) ?? this.withNotices(project, this.guardSlots(world.slots(project)));
        cache.set(project, known);
        return known;
      },
      rulesOf: (project) => world.rules(project),
      whyNoAgent: () => null,
      fleet: () => ({ turnsMax: world.swarm.turnsMax, refusedBy: null, slowedBy: null, memory: null }),
      clock: {
        wallMs: () => world.clock.wallMs,
        weekMinute: (wallMs) => world.clock.weekMinute(wallMs),
        after: (ms, callback) => world.clock.after(ms, () => this.whileAlive(callback)),
        soon: (callback) => queueMicrotask(() => this.whileAlive(() => this.unlessEndless(callback))),
      },
      newId: () => home.newId(),
      redact: (text) => (text.includes("SECRET-") ? text.replaceAll(/SECRET-\d+/g, "[redacted]") : text),
      environmentOf: () => Promise.resolve({}),
      turnPaths: (of) => turnPathsIn("/nowhere", of),
      aroundTurns: nothingAround,
      runCommand: () => Promise.resolve(ok(null)),
      sweepMs: SWEEP_MS,
      notices: {
        timing: () => world.swarm.notices,
        channelOf: (project, name) => {
          const channels = this.guardSlots(world.slots(project)).notifiers("action");
          return channels.find((channel) => channel.name === name) ?? null;
        },
      },
      log: { info: () => undefined, warn: () => undefined, error: (facts, message) => this.complain(message, facts) },
      failpoint: (point) => {
        this.alive(() => undefined);
        if (!this.life.diesAt(point)) return;
        world.ledger.count(`crash:${point}`);
        this.kill();
        throw new Crash();
      },
    };
  }

  /** What the engine logs as an error is one: nothing in the simulation may surprise it. */
  private complain(message: string, facts: Readonly<Record<string, unknown>>): void {
    const error = facts["error"];
    const detail = error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(facts);
    if (!this.dead) this.life.world.ledger.violate("no-error", `${message}: ${detail}`);
  }

  private alive<T>(work: () => T): T {
    if (this.dead) throw new Crash();
    return work();
  }

  private whileAlive(callback: () => void): void {
    if (!this.dead) callback();
  }

  /** I17: a daemon that never comes to rest would burn a core, and here it would hold up time itself: it is killed. */
  private unlessEndless(callback: () => void): void {
    const { world, n } = this.life;
    const { awakeMs } = world.clock;
    this.moment =
      this.moment.awakeMs === awakeMs ? { awakeMs, rounds: this.moment.rounds + 1 } : { awakeMs, rounds: 1 };
    if (this.moment.rounds <= ROUNDS_MAX) return callback();
    world.ledger.violate("I17", `daemon ${n} came to no end at one moment: ${ROUNDS_MAX} rounds of effects`);
    this.kill();
  }

  /** A dead process asks nothing more, and one without the lock must not ask at all (I12). */
  private guardSlots(slots: ProjectSlots): ProjectSlots {
    return {
      ...slots,
      runtime: (name) => this.guardFound(slots.runtime(name)),
      agent: (chosen) => this.guardFound(slots.agent(chosen)),
      workspace: (name) => this.guardFound(slots.workspace(name)),
      tracker: this.guard(slots.tracker),
      scm: this.guard(slots.scm),
      checks: this.guard(slots.checks),
      notifiers: (level) => slots.notifiers(level).map((notifier) => this.guard(notifier)),
      hooks: slots.hooks.map((hook) => this.guard(hook)),
    };
  }

  /** As the daemon makes them: what may not be told now waits. */
  private withNotices(project: ProjectId, slots: ProjectSlots): ProjectSlots {
    const { world, home } = this.life;
    const store = { ...home.store, transaction: <T>(work: () => T) => this.alive(() => home.store.transaction(work)) };
    const clock = { wallMs: () => world.clock.wallMs, weekMinute: (atMs?: number) => world.clock.weekMinute(atMs) };
    const keeping = { store, clock, timing: () => world.swarm.notices };
    const notifiers: ProjectSlots["notifiers"] = (level) =>
      slots.notifiers(level).map((channel) => keptChannel(keeping, project, channel));
    return { ...slots, notifiers };
  }

  private readonly guarded = new WeakMap<object, object>();

  private guardFound<T extends object>(plugin: T | undefined): T | undefined {
    return plugin === undefined ? undefined : this.guard(plugin);
  }

  private guard<T extends object>(plugin: T): T {
    const known = this.guarded.get(plugin);
    if (known !== undefined) return known as T;
    const proxy = new Proxy(plugin, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== "function") return value;
        return (...args: unknown[]): unknown => {
          if (this.dead) return new Promise(() => undefined);
          const { home, world, n } = this.life;
          if (home.holder !== n) world.ledger.violate("I12", `daemon ${n} acts without the lock: ${String(name)}`);
          return Reflect.apply(value, target, args);
        };
      },
    });
    this.guarded.set(plugin, proxy);
    return proxy;
  }
}

function sessionOfTurn(home: Home, turn: string): SessionId | null {
  return home.store.sessions.openTurns().find((open) => open.turn === turn)?.session ?? null;
}

/** People speak of sessions and changes they see; what the daemon does not know it refuses. */
function translate(home: Home, command: PersonCommand): Command | null {
  const { store } = home;
  if (command.kind === "land") return store.changes.get(command.change) === null ? null : command;
  if (command.kind === "approve_text") return store.issues.get(command.issue) === null ? null : command;
  if (store.sessions.get(command.session) === null) return null;
  if (command.kind === "send" || command.kind === "answer" || command.kind === "stop") return command;
  const { kind, session } = command;
  return kind === "approve_reaction" ? approval(home, session) : { kind, session };
}

function approval({ store }: Home, session: SessionId): Command | null {
  const prepared = store.messages.unsettledOf(session).find((message) => message.state.kind === "prepared");
  if (prepared?.cause.kind !== "incident") return null;
  return { kind: "approve_reaction", session, incident: prepared.cause.incident };
}
