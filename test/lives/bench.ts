/**
 * Where the work is done: workspace, runtime and agent slots over the person's real repository, without a process for an agent.
 * An agent reads its message, works for a while on the virtual clock, leaves a real commit, and says so.
 */
import type { HttpHead } from "../../src/domain/change/change.ts";
import type { CommitSha, MessageId, SessionId, TreeSha, TurnId } from "../../src/domain/model/ids.ts";
import type { TurnResult } from "../../src/domain/core/observation.ts";
import type { NewTestCommit } from "../../src/plugins/local/testing/a-repository.ts";
import type { AgentNews, AgentPlugin, TurnRequest } from "../../src/slots/agent.ts";
import { failed, ok } from "../../src/slots/result.ts";
import type { RuntimePlugin } from "../../src/slots/runtime.ts";
import type { WorkspacePlugin, WorkspaceSpec } from "../../src/slots/workspace.ts";
import type { Random } from "../world/random.ts";
import type { Time } from "./time.ts";
import { work, type Directory } from "./work.ts";

export type Told = {
  readonly session: SessionId;
  readonly turn: TurnId;
  readonly message: MessageId;
  readonly text: string;
  readonly launchedMs: number;
};

/** How commits are made and found in the person's repository. */
export type Hands = {
  /** Where main is on the forge; its commit is here when this resolves. */
  readonly base: () => Promise<CommitSha>;
  readonly commit: (request: NewTestCommit) => Promise<CommitSha>;
  readonly tree: (commit: CommitSha) => Promise<TreeSha>;
};

type Turn = {
  readonly told: Told;
  readonly news: AgentNews[];
  isOver: boolean;
};

export type BenchParts = {
  readonly time: Time;
  readonly random: Random;
  readonly hands: Hands;
  /** How many have a question first. */
  readonly asking: number;
  /** An agent has read a message. */
  readonly onRead: (told: Told) => void;
  /** Something was said: whoever listens may look. */
  readonly onStir: (session: SessionId) => void;
};

const SECOND_MS = 1_000;

export class Bench {
  readonly runtime: RuntimePlugin;
  readonly agent: AgentPlugin;
  readonly workspace: WorkspacePlugin;
  /** Questions that nobody has answered yet. */
  readonly questions = new Map<SessionId, string>();
  asked = 0;
  private readonly parts: BenchParts;
  private readonly requests = new Map<TurnId, TurnRequest>();
  private readonly launchedMs = new Map<TurnId, number>();
  private readonly turns = new Map<TurnId, Turn>();
  private readonly directories = new Map<string, Directory>();
  private readonly trees = new Map<string, HttpHead["tree"]>();

  constructor(parts: BenchParts) {
    this.parts = parts;
    this.runtime = this.makeRuntime();
    this.agent = this.makeAgent();
    this.workspace = this.makeWorkspace();
  }

  private makeAgent(): AgentPlugin {
    return {
      name: "scripted",
      output: "words",
      program: ok("scripted"),
      drive: "turns",
      drives: ["turns"],
      launch: async (request) => {
        const { turn, session, paths, env, text } = request;
        this.requests.set(turn, request);
        if (!this.launchedMs.has(turn)) this.launchedMs.set(turn, this.parts.time.clock.awakeMs);
        const how = { argv: ["scripted"] as const, takesFrames: false, hasScreen: false };
        return ok({ turn, session, cwd: paths.workspace, env, stdin: text, ...how });
      },
      steer: async () => ok(null),
      interrupt: async () => ok(null),
      answer: async () => ok(null),
      conversation: async () => ok([]),
      news: async (turn, cursor) => {
        const news = this.turns.get(turn)?.news ?? [];
        return ok({ entries: news.slice(Number(cursor ?? 0)), frames: [], cursor: String(news.length) });
      },
    };
  }

  private makeRuntime(): RuntimePlugin {
    return {
      name: "bench",
      start: async ({ turn }) => {
        const request = this.requests.get(turn);
        if (request === undefined) return failed("not_found", "nothing to run");
        if (this.turns.has(turn)) return ok("exists");
        this.begin(request);
        return ok("started");
      },
      look: async (turn) => {
        const found = this.turns.get(turn);
        if (found === undefined) return ok({ kind: "absent" });
        return ok(found.isOver ? { kind: "exited", code: 0 } : { kind: "running" });
      },
      signal: async (turn) => {
        const found = this.turns.get(turn);
        if (found !== undefined && !found.isOver) this.end(found, { kind: "interrupted" }, "");
        return ok(found === undefined ? "gone" : "signalled");
      },
      write: async () => failed("unsupported", "it reads nothing while it works"),
      screen: async () => ok({ kind: "none" }),
    };
  }

  private begin({ session, turn, message, text }: TurnRequest): void {
    const launchedMs = this.launchedMs.get(turn) ?? 0;
    const found: Turn = { told: { session, turn, message, text, launchedMs }, news: [], isOver: false };
    this.turns.set(turn, found);
    this.later(1, 20, () => this.read(found));
  }

  private read(turn: Turn): void {
    if (turn.isOver) return;
    this.parts.onRead(turn.told);
    this.questions.delete(turn.told.session);
    this.say(turn, { id: `${turn.told.turn}:1`, kind: "acknowledged", message: turn.told.message });
    this.later(20, 300, () => void this.finish(turn));
  }

  private async finish(turn: Turn): Promise<void> {
    if (turn.isOver) return;
    const { session, text } = turn.told;
    const directory = [...this.directories.values()].find((one) => one.session === session);
    if (directory === undefined) return this.end(turn, { kind: "failed", why: "the directory is gone" }, "");
    if (directory.asksFirst) {
      directory.asksFirst = false;
      return this.ask(turn);
    }
    const { hands } = this.parts;
    const done = work(directory, text, await hands.base());
    if (done !== null) directory.head = await hands.commit({ ...done, message: `Work of ${session}` });
    this.end(turn, { kind: "done" }, `Done, own(${turn.told.turn}).`);
  }

  private ask(turn: Turn): void {
    const { session } = turn.told;
    this.asked += 1;
    const questionId = `${session}-q${this.asked}`;
    this.questions.set(session, questionId);
    this.end(turn, { kind: "asked", questionId, text: "Tabs or spaces?", choices: [] }, "");
  }

  private end(turn: Turn, result: TurnResult, words: string): void {
    turn.isOver = true;
    const usage = { usd: 0.01, tokens: 100 };
    this.say(turn, { id: `${turn.told.turn}:end`, kind: "ended", result, usage, words });
  }

  private say(turn: Turn, news: AgentNews): void {
    turn.news.push(news);
    this.parts.onStir(turn.told.session);
  }

  private later(fromSeconds: number, toSeconds: number, run: () => void): void {
    const { time, random } = this.parts;
    time.clock.after(random.int(fromSeconds, toSeconds) * SECOND_MS, run);
  }

  private makeWorkspace(): WorkspacePlugin {
    return {
      name: "directory",
      isFree: async ({ branch }) => ok(!this.directories.has(branch)),
      commitOf: async () => ok(await this.parts.hands.base()),
      create: async (spec) => ok(await this.create(spec)),
      setup: async () => ok(null),
      refreshBase: async () => ok({ branch: "main", commit: await this.parts.hands.base() }),
      inspect: async ({ branch }) => {
        const directory = this.directories.get(branch);
        if (directory === undefined) return failed("gone", "there is no directory");
        return ok({ head: await this.headOf(directory.head), dirty: false });
      },
      commit: async ({ branch }) => {
        const directory = this.directories.get(branch);
        return directory === undefined ? failed("gone", "there is none") : ok(await this.headOf(directory.head));
      },
      rescue: async () => ok({ ref: null }),
      remove: async () => ok(null),
      dropBranch: async () => ok(null),
    };
  }

  private async create({ session, branch }: WorkspaceSpec) {
    const { random, asking } = this.parts;
    const known = this.directories.get(branch);
    const base = known?.base ?? (await this.parts.hands.base());
    if (known === undefined) {
      const mends = random.int(1, 2);
      const traits = { breaks: random.chance(0.5), sharesFile: random.chance(0.3), asksFirst: random.chance(asking) };
      this.directories.set(branch, { session, base, head: base, mends, lines: [], shared: null, ...traits });
    }
    return { path: `/workspaces/${session}`, base };
  }

  private async headOf(commit: CommitSha): Promise<HttpHead> {
    const tree = this.trees.get(commit) ?? (await this.parts.hands.tree(commit));
    this.trees.set(commit, tree);
    return { commit, tree };
  }
}
