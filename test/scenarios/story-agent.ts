/** The agents of a story: they read what they are given, and then do nothing until the story says what. */
import { messageId, type SessionId } from "../../src/domain/model/ids.ts";
import type { TurnResult } from "../../src/domain/core/observation.ts";
import type { Context } from "../../src/domain/model/usage.ts";
import type { AgentNews } from "../../src/slots/agent.ts";
import { frameOf, stdinOf } from "../world/agent-plugin.ts";
import type { Program, TurnProcess } from "../world/machine.ts";
import type { WorldProject } from "../world/project.ts";
import type { SessionTruth } from "../world/sessions.ts";
import type { Directory } from "../world/workspaces.ts";
import type { World } from "../world/world.ts";

const A_MOMENT_MS = 10;
const TURN_USD = 0.1;

type Stage = {
  readonly world: World;
  readonly project: WorldProject;
  /** Its output stirs. */
  readonly onOutput: (session: SessionId) => void;
};

export type TurnEnding = { readonly words?: string; readonly usd?: number; readonly context?: Context };

export class StoryAgent {
  /** What becomes of the turns that begin from now on, before they have read anything. */
  start: "reads" | "dies" | "waits" = "reads";
  /** Can be spoken to while it works, and ends its turn when it is interrupted. */
  hears = true;
  obeys = true;
  /** Answers and nudges that reached it inside a turn. */
  readonly heard: string[] = [];
  private readonly stage: Stage;

  constructor(stage: Stage) {
    this.stage = stage;
    stage.world.machine.install(this.program());
  }

  /** The turn that is open now. */
  turnOf(session: SessionId): TurnProcess {
    for (const process of this.stage.world.machine.living()) if (process.session === session) return process;
    throw new Error(`${session} has no turn open`);
  }

  directoryOf(session: SessionId): Directory {
    const directory = this.stage.project.workspaces.directories.get(session);
    if (directory === undefined) throw new Error(`${session} has no workspace`);
    return directory;
  }

  read(process: TurnProcess): void {
    if (!process.alive || process.hasRead) return;
    process.hasRead = true;
    this.stage.world.receipts.write(process);
    this.tell(process, (id) => ({ id, kind: "acknowledged", message: process.message }));
  }

  progress(process: TurnProcess, words: string): void {
    this.tell(process, (id) => ({ id, kind: "progressed", words }));
  }

  ask(process: TurnProcess, text: string): string {
    const questionId = this.nextQuestion(process);
    process.asks = questionId;
    this.tell(process, (id) => ({ id, kind: "asked", questionId, text, choices: [] }));
    return questionId;
  }

  /** Ends the turn with a question: the answer has to come in a turn of its own. */
  endAsking(process: TurnProcess, text: string): string {
    const questionId = this.nextQuestion(process);
    this.end(process, { kind: "asked", questionId, text, choices: [] });
    return questionId;
  }

  end(process: TurnProcess, result: TurnResult, { words = "", usd = TURN_USD, context }: TurnEnding = {}): void {
    process.hasEnded = true;
    this.stage.world.machine.exit(process, result.kind === "done" ? 0 : 1);
    this.stage.world.sessions.spend(this.truthOf(process), usd);
    const full = context === undefined ? {} : { context };
    this.tell(process, (id) => ({ id, kind: "ended", result, usage: { usd, tokens: 0 }, ...full, words }));
  }

  die(process: TurnProcess): void {
    this.stage.world.machine.exit(process, 1);
    this.stir(process);
  }

  private program(): Program {
    const { world, project } = this.stage;
    const hears = (): boolean => this.hears;
    return {
      get takesFrames() {
        return hears();
      },
      load: ({ turn, session, cwd, stdin }) => {
        if (project.workspaces.at(cwd) === undefined) return null;
        const { message, text } = stdinOf(stdin);
        const startedMs = world.clock.awakeMs;
        return { turn, session, cwd, text, startedMs, ...fresh(), project: project.id, message: messageId(message) };
      },
      begin: (process) => this.begin(process),
      interrupt: (process) => {
        if (this.obeys) this.after(process, () => this.end(process, { kind: "interrupted" }));
      },
      read: (process, bytes) => this.hear(process, bytes),
      died: (process) => this.stir(process),
    };
  }

  private begin(process: TurnProcess): void {
    const { world } = this.stage;
    this.truthOf(process).turns += 1;
    world.receipts.judgeText(process, world.agents.launchedMs.get(process.turn) ?? world.clock.awakeMs);
    if (this.start === "reads") this.after(process, () => this.read(process));
    if (this.start === "dies") this.after(process, () => this.die(process));
  }

  private hear(process: TurnProcess, bytes: string): void {
    const { kind, questionId, text } = frameOf(bytes);
    this.stage.world.receipts.judgeWords(process.session, text);
    this.heard.push(text);
    if (kind !== "answer" || process.asks !== questionId) return;
    process.asks = null;
    this.tell(process, (id) => ({ id, kind: "answered", questionId }));
  }

  private nextQuestion(process: TurnProcess): string {
    const truth = this.truthOf(process);
    truth.questions += 1;
    return `${process.session}-q${truth.questions}`;
  }

  private tell(process: TurnProcess, news: (id: string) => AgentNews): void {
    process.news.push(news(`${process.turn}:${process.news.length + 1}`));
    this.stir(process);
  }

  private stir(process: TurnProcess): void {
    this.truthOf(process).pulse += 1;
    this.stage.world.clock.after(A_MOMENT_MS, () => this.stage.onOutput(process.session));
  }

  private after(process: TurnProcess, act: () => void): void {
    this.stage.world.clock.after(A_MOMENT_MS, () => {
      if (process.alive) act();
    });
  }

  private truthOf(process: TurnProcess): SessionTruth {
    return this.stage.world.sessions.meet(process.session, process.project, "");
  }
}

function fresh() {
  return {
    costUsd: TURN_USD,
    behaviour: "work" as const,
    alive: true,
    exitCode: null,
    hasRead: false,
    hasEnded: false,
    asks: null,
    news: [],
    frames: new Set<string>(),
    received: [],
    stopNext: () => undefined,
  };
}
