/** The runtime slot: processes that outlive the daemon, and die when the machine does. */
import type { MessageId, ProjectId, SessionId, TurnId } from "../../src/domain/model/ids.ts";
import type { AgentNews } from "../../src/slots/agent.ts";
import { failed, ok, type SlotResult } from "../../src/slots/result.ts";
import type { RuntimePlugin, TurnFrame, TurnLaunch, TurnSight } from "../../src/slots/runtime.ts";
import type { Behaviour } from "./behaviour.ts";
import type { Random } from "./random.ts";
import type { Scene } from "./scene.ts";
import { pluginNames } from "./swarm-rules.ts";

export type TurnProcess = {
  readonly turn: TurnId;
  readonly session: SessionId;
  readonly project: ProjectId;
  readonly message: MessageId;
  readonly text: string;
  readonly cwd: string;
  readonly startedMs: number;
  readonly costUsd: number;
  behaviour: Behaviour;
  alive: boolean;
  exitCode: number | null;
  hasRead: boolean;
  /** It has said that its turn is over; it may live on for a moment. */
  hasEnded: boolean;
  /** The question it waits for inside the turn. */
  asks: string | null;
  readonly news: AgentNews[];
  readonly frames: Set<string>;
  /** What was written to its stdin, in order. */
  readonly received: string[];
  /** Calls off what it would do next. */
  stopNext: () => void;
};

/** What the processes do; the machine only keeps them. */
export type Program = {
  readonly takesFrames: boolean;
  /** A process for this launch, or null where its directory or program is missing. */
  readonly load: (launch: TurnLaunch) => TurnProcess | null;
  readonly begin: (process: TurnProcess) => void;
  readonly interrupt: (process: TurnProcess) => void;
  readonly read: (process: TurnProcess, frame: string) => void;
  /** It is gone without a word. */
  readonly died: (process: TurnProcess) => void;
};

export class Machine {
  /** How many turns the daemon may have open at once, and how many of one project. */
  turnsMax = Infinity;
  turnsMaxOf: (project: ProjectId) => number = () => Infinity;
  readonly plugin: RuntimePlugin;
  readonly turns = new Map<TurnId, TurnProcess>();
  /** Nobody can see what runs; scenarios switch it on. */
  isBlind = false;
  private readonly alive = new Map<SessionId, Set<TurnProcess>>();
  private readonly scene: Scene;
  private readonly random: Random;
  private program: Program | null = null;

  constructor(scene: Scene) {
    this.scene = scene;
    this.random = scene.random.fork("machine");
    this.plugin = {
      name: pluginNames.runtime,
      start: (launch) => this.call("runtime.start", () => this.start(launch)),
      look: (turn) => this.look(turn),
      signal: (turn, signal) => this.call("runtime.signal", () => this.signal(turn, signal)),
      write: (frame) => this.call("runtime.write", () => this.write(frame)),
      screen: () => Promise.resolve(ok({ kind: "none" })),
    };
  }

  install(program: Program): void {
    this.program = program;
  }

  isAlive(session: SessionId): boolean {
    return (this.alive.get(session)?.size ?? 0) > 0;
  }

  *living(): Generator<TurnProcess> {
    for (const processes of this.alive.values()) yield* processes;
  }

  exit(process: TurnProcess, code: number | null): void {
    if (!process.alive) return;
    process.alive = false;
    process.exitCode = code;
    process.asks = null;
    process.stopNext();
    this.alive.get(process.session)?.delete(process);
    this.scene.ledger.mark(`exit ${process.turn}`);
  }

  /** Everything that ran is gone. */
  reboot(): void {
    for (const process of [...this.living()]) {
      this.exit(process, null);
      this.program?.died(process);
    }
  }

  private async call<T, Code extends string = never>(
    name: string,
    apply: () => SlotResult<T, Code>,
  ): Promise<SlotResult<T, Code>> {
    const { faults, clock, mood, ledger } = this.scene;
    ledger.mark(name);
    if (!mood.quiet && this.random.chance(0.4)) await clock.sleep(this.random.int(1, 2_000));
    const isBefore = this.random.chance(0.5);
    const isLost = faults.fires("runtime_lost");
    if (isLost && isBefore) return failed("unavailable", `${name}: no answer`);
    const answer = apply();
    return isLost ? failed("unavailable", `${name}: done, perhaps`) : answer;
  }

  /** I19: no more agents at once than daemon and project were told to run; one that has said its end may still breathe. */
  private judgeCrowd({ turn, project }: TurnProcess): void {
    const others = [...this.living()].filter((process) => !process.hasEnded);
    const own = others.filter((process) => process.project === project).length;
    if (others.length >= this.turnsMax)
      this.scene.ledger.violate("I19", `${turn} began beside ${others.length} others, with ${this.turnsMax} allowed`);
    const ownMax = this.turnsMaxOf(project);
    if (own >= ownMax)
      this.scene.ledger.violate("I19", `${turn} began beside ${own} others of ${project}, with ${ownMax} allowed`);
  }

  private start(launch: TurnLaunch): Awaited<ReturnType<RuntimePlugin["start"]>> {
    if (this.turns.has(launch.turn)) return ok("exists");
    const process = this.program?.load(launch) ?? null;
    if (process === null) return failed("not_found", `nothing to run in ${launch.cwd}`);
    for (const other of this.alive.get(launch.session) ?? []) {
      this.scene.ledger.violate("I2", `turn ${launch.turn} of ${launch.session} began while ${other.turn} lives`);
    }
    this.judgeCrowd(process);
    this.turns.set(process.turn, process);
    const siblings = this.alive.get(process.session);
    if (siblings === undefined) this.alive.set(process.session, new Set([process]));
    else siblings.add(process);
    this.scene.ledger.count("turns");
    this.program?.begin(process);
    return ok("started");
  }

  private async look(turn: TurnId): Promise<SlotResult<TurnSight>> {
    if (this.isBlind || this.scene.faults.fires("probe_failed"))
      return failed("unavailable", "the machine did not answer");
    const process = this.turns.get(turn);
    if (process === undefined) return ok({ kind: "absent" });
    return ok(process.alive ? { kind: "running" } : { kind: "exited", code: process.exitCode });
  }

  private signal(turn: TurnId, signal: "interrupt" | "kill"): Awaited<ReturnType<RuntimePlugin["signal"]>> {
    const process = this.turns.get(turn);
    if (process === undefined || !process.alive) return ok("gone");
    this.scene.ledger.count(`signals:${signal}`);
    if (signal === "interrupt") {
      this.program?.interrupt(process);
      return ok("signalled");
    }
    this.exit(process, null);
    this.program?.died(process);
    return ok("signalled");
  }

  private write(frame: TurnFrame): Awaited<ReturnType<RuntimePlugin["write"]>> {
    const process = this.turns.get(frame.turn);
    if (process?.frames.has(frame.frameId) === true) return ok("written");
    if (process === undefined || !process.alive) return failed("gone", "the turn takes no input any more");
    if (this.program?.takesFrames !== true) return failed("unsupported", "this program reads nothing while it works");
    process.frames.add(frame.frameId);
    process.received.push(frame.bytes);
    this.scene.ledger.count("frames");
    this.program.read(process, frame.bytes);
    return ok("written");
  }
}
