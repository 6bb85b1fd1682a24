/** What an agent does with its turn: it reads, works, asks, hangs or dies, and says so in its output. */
import { messageId, type ProjectId } from "../../src/domain/model/ids.ts";
import type { TurnResult } from "../../src/domain/core/observation.ts";
import type { TurnLaunch } from "../../src/slots/runtime.ts";
import type { Behaviour } from "./behaviour.ts";
import { frameOf, stdinOf } from "./agent-plugin.ts";
import type { Hands } from "./hands.ts";
import type { Hints } from "./hints.ts";
import type { Machine, Program, TurnProcess } from "./machine.ts";
import type { Provider } from "./provider.ts";
import type { Random } from "./random.ts";
import type { Receipts } from "./receipts.ts";
import type { Scene } from "./scene.ts";
import type { SessionTruth, Sessions } from "./sessions.ts";
import type { AgentTraits } from "./swarm.ts";
import type { Directory } from "./workspaces.ts";
import { nameIn, tokensIn } from "./tokens.ts";

/** What an agent needs of the project it works in. */
export type Bench = {
  readonly directoryAt: (path: string) => Directory | undefined;
  readonly hands: Hands;
  readonly landed: ReadonlySet<string>;
};

type Parts = {
  readonly scene: Scene;
  readonly machine: Machine;
  readonly sessions: Sessions;
  readonly receipts: Receipts;
  readonly hints: Hints;
  readonly provider: Provider;
  readonly traits: AgentTraits;
  readonly benchOf: (project: ProjectId) => Bench;
};

export type OpenQuestion = {
  readonly session: SessionTruth;
  readonly questionId: string;
  readonly inside: boolean;
  /** How often its session had been brought back when it was asked. */
  readonly comebacks: number;
};

export class Agents {
  /** When the daemon first prepared each turn. */
  readonly launchedMs = new Map<string, number>();
  /** Questions nobody has answered yet, by session. */
  readonly questions = new Map<string, OpenQuestion>();
  /** Scenarios decide here what the agent makes of a turn; null leaves it to the dice. */
  script: ((process: TurnProcess) => Behaviour) | null = null;
  private readonly parts: Parts;
  private readonly random: Random;
  private words = 0;

  constructor(parts: Parts) {
    this.parts = parts;
    this.random = parts.scene.random.fork("agents");
    parts.machine.install(this.program());
  }

  private program(): Program {
    return {
      takesFrames: this.parts.traits.takesFrames,
      load: (launch) => this.load(launch),
      begin: (process) => this.begin(process),
      interrupt: (process) => this.interrupt(process),
      read: (process, frame) => this.readFrame(process, frame),
      died: (process) => this.died(process),
    };
  }

  private load(launch: TurnLaunch): TurnProcess | null {
    const { project, message, text } = stdinOf(launch.stdin);
    if (this.parts.benchOf(project).directoryAt(launch.cwd) === undefined) return null;
    return {
      turn: launch.turn,
      session: launch.session,
      project,
      message: messageId(message),
      text,
      cwd: launch.cwd,
      startedMs: this.parts.scene.clock.awakeMs,
      costUsd: this.random.int(2, 100) / 100,
      behaviour: "work",
      alive: true,
      exitCode: null,
      hasRead: false,
      hasEnded: false,
      asks: null,
      news: [],
      frames: new Set(),
      received: [],
      stopNext: () => {},
    };
  }

  private begin(process: TurnProcess): void {
    const { scene, receipts, provider } = this.parts;
    const session = this.sessionOf(process);
    session.turns += 1;
    session.pulse += 1;
    if (session.issue === null) this.takeOn(session, process.text);
    receipts.judgeText(process, this.launchedMs.get(process.turn) ?? scene.clock.awakeMs);
    process.behaviour = provider.isLimited() ? "reach_limit" : this.choose(process);
    scene.ledger.count(`agent:${process.behaviour}`);
    this.next(process, 1, 20, () => this.wakeUp(process));
  }

  /** The first text names the issue. One whose work has landed already is not worked on again (I18). */
  private takeOn(session: SessionTruth, text: string): void {
    session.issue = tokensIn(text, "task").map(nameIn)[0] ?? null;
    const { landed } = this.parts.benchOf(session.project);
    if (session.issue === null || !landed.has(session.issue)) return;
    this.parts.scene.ledger.violate("I18", `${session.id} was started for ${session.issue}, which has landed`);
  }

  private choose(process: TurnProcess): Behaviour {
    if (this.script !== null) return this.script(process);
    if (this.parts.scene.mood.calm) return "work";
    return this.random.weighted(this.parts.traits.behaviours);
  }

  /** Before it has read anything. */
  private wakeUp(process: TurnProcess): void {
    switch (process.behaviour) {
      case "never_start":
        return this.end(process, { kind: "never_started", why: "the program is not installed" }, 127);
      case "die_unread":
        return this.die(process);
      case "swallow":
        return this.end(process, { kind: "done" });
      case "hang_unread":
        return;
      case "reach_limit":
        if (this.random.chance(0.5)) this.acknowledge(process);
        return this.end(process, { kind: "limit_reached", untilWallMs: this.parts.provider.limit() });
      case "work":
      case "idle":
      case "leave_dirty":
      case "hang":
      case "hang_deaf":
      case "die_read":
      case "ask_inside":
      case "ask_at_end":
      case "fail":
        this.acknowledge(process);
        return this.next(process, 5, 240, () => this.halfWay(process));
    }
  }

  private halfWay(process: TurnProcess): void {
    const bench = this.parts.benchOf(process.project);
    const directory = bench.directoryAt(process.cwd);
    if (directory !== undefined && !this.parts.scene.mood.quiet) bench.hands.scribble(directory);
    if (process.behaviour === "hang" || process.behaviour === "hang_deaf") return;
    this.say(process, "half way");
    if (process.behaviour === "die_read") return this.next(process, 1, 60, () => this.die(process));
    if (process.behaviour === "ask_inside") return this.askInside(process);
    this.next(process, 5, 240, () => this.finish(process));
  }

  private finish(process: TurnProcess): void {
    const bench = this.parts.benchOf(process.project);
    const directory = bench.directoryAt(process.cwd);
    if (directory === undefined) return this.end(process, { kind: "failed", why: "the directory is gone" }, 1);
    const { behaviour } = process;
    if (behaviour === "fail") return this.end(process, { kind: "failed", why: "the model gave up" }, 1);
    if (behaviour === "ask_at_end") return this.end(process, { kind: "asked", ...this.question(process, false) });
    if (behaviour === "leave_dirty") bench.hands.scribble(directory);
    else if (behaviour !== "idle") bench.hands.work(directory, this.sessionOf(process), process.text);
    this.end(process, { kind: "done" });
  }

  private askInside(process: TurnProcess): void {
    const question = this.question(process, true);
    process.asks = question.questionId;
    this.tell(process, { id: this.newsId(process), kind: "asked", ...question });
  }

  private question(
    process: TurnProcess,
    inside: boolean,
  ): { questionId: string; text: string; choices: readonly string[] } {
    const session = this.sessionOf(process);
    session.questions += 1;
    const questionId = `${process.session}-q${session.questions}`;
    this.questions.set(process.session, { session, questionId, inside, comebacks: session.comebacks });
    return { questionId, text: `Tabs or spaces (${questionId})?`, choices: ["tabs", "spaces"] };
  }

  private readFrame(process: TurnProcess, bytes: string): void {
    const { kind, questionId, text } = frameOf(bytes);
    this.parts.receipts.judgeWords(process.session, text);
    if (kind === "answer" && process.asks === questionId) {
      process.asks = null;
      this.questions.delete(process.session);
      this.tell(process, { id: this.newsId(process), kind: "answered", questionId });
      return this.next(process, 5, 240, () => this.finish(process));
    }
    // A nudge brings some of the silent ones back.
    const isSilent = process.behaviour === "hang" || process.behaviour === "hang_unread";
    if (kind === "steer" && isSilent && this.random.chance(0.4)) this.comeBack(process);
  }

  private comeBack(process: TurnProcess): void {
    process.behaviour = "work";
    if (!process.hasRead) this.acknowledge(process);
    this.next(process, 5, 120, () => this.finish(process));
  }

  private interrupt(process: TurnProcess): void {
    if (process.behaviour === "hang_deaf") return;
    if (process.hasEnded) return this.leave(process, 130);
    this.next(process, 0, 5, () => this.end(process, { kind: "interrupted" }, 130));
  }

  private acknowledge(process: TurnProcess): void {
    process.hasRead = true;
    const question = this.questions.get(process.session);
    if (question !== undefined && !question.inside) this.questions.delete(process.session);
    this.parts.receipts.write(process);
    this.tell(process, { id: this.newsId(process), kind: "acknowledged", message: process.message });
  }

  private say(process: TurnProcess, what: string): void {
    this.tell(process, { id: this.newsId(process), kind: "progressed", words: this.wordsFor(what) });
  }

  private end(process: TurnProcess, result: TurnResult, code = 0): void {
    const usd = result.kind === "never_started" ? 0 : process.costUsd;
    const usage = { usd, tokens: Math.round(usd * 50_000) };
    const words = result.kind === "never_started" ? "" : this.wordsFor(result.kind);
    process.hasEnded = true;
    process.asks = null;
    if (this.random.chance(this.parts.traits.lingers)) this.next(process, 1, 20, () => this.leave(process, code));
    else this.parts.machine.exit(process, code);
    this.forgetQuestion(process, result.kind === "asked");
    this.parts.sessions.spend(this.sessionOf(process), usd);
    this.tell(process, { id: this.newsId(process), kind: "ended", result, usage, words });
  }

  private leave(process: TurnProcess, code: number): void {
    this.parts.machine.exit(process, code);
    this.parts.hints.give({ kind: "turn", project: process.project, turn: process.turn });
  }

  private die(process: TurnProcess): void {
    this.parts.machine.exit(process, 1);
    this.died(process);
  }

  private died(process: TurnProcess): void {
    const session = this.sessionOf(process);
    if (!process.hasEnded) session.unreportedUsd += process.costUsd;
    session.pulse += 1;
    this.forgetQuestion(process, false);
    this.parts.hints.give({ kind: "turn", project: process.project, turn: process.turn });
  }

  /** A question asked inside a turn dies with it. */
  private forgetQuestion(process: TurnProcess, askedJustNow: boolean): void {
    if (!askedJustNow && this.questions.get(process.session)?.inside === true) this.questions.delete(process.session);
  }

  private tell(process: TurnProcess, news: TurnProcess["news"][number]): void {
    process.news.push(news);
    this.sessionOf(process).pulse += 1;
    this.parts.hints.give({ kind: "turn", project: process.project, turn: process.turn });
  }

  private next(process: TurnProcess, fromSeconds: number, toSeconds: number, run: () => void): void {
    process.stopNext();
    const delayMs = this.parts.scene.mood.quiet ? 10 : this.random.int(fromSeconds * 1_000, toSeconds * 1_000);
    process.stopNext = this.parts.scene.clock.after(delayMs, () => {
      if (process.alive) run();
    });
  }

  private newsId(process: TurnProcess): string {
    return `${process.turn}:${process.news.length + 1}`;
  }

  private wordsFor(what: string): string {
    this.words += 1;
    const secret = this.parts.scene.faults.fires("secret_words") ? ` My key is SECRET-${this.words}.` : "";
    return `${what} own(${this.words}).${secret}`;
  }

  private sessionOf(process: TurnProcess): SessionTruth {
    return this.parts.sessions.meet(process.session, process.project, "");
  }
}
