import type { MessageId, SessionId, TurnId } from "../domain/model/ids.ts";
import type { TurnResult } from "../domain/core/observation.ts";
import type { Drive } from "../domain/session/session.ts";
import type { Context, Sign, Usage } from "../domain/model/usage.ts";
import type { ConversationEvent } from "./conversation.ts";
import type { SlotResult } from "./result.ts";
import type { TurnLaunch } from "./runtime.ts";

/**
 * What to say to a coding tool and how to read it. The process itself belongs to the runtime.
 *
 * A tool is driven in one of three ways. In *turns* each turn is a process that is given its message and ends. With a
 * live protocol (*acp* and the like) the turn's process is spoken to while it runs: what it says may ask for frames, which
 * the engine writes to its stdin. On a *terminal* it has a screen that people type into.
 *
 * `launch`, `steer`, `interrupt` and `answer` are translations, called once per deed and again after a crash with the same
 * arguments. `news` and `conversation` may be called at any time and any number of times; each of their entries has an id
 * that is the same on every reading, so that nothing is counted twice. All of them depend on what lies on the disk alone:
 * the next daemon goes on where the first one died, also in the middle of a line.
 */
export type AgentPlugin = {
  readonly name: string;
  /** What a turn's output is: words that people read as they are, or a protocol that only `conversation` makes readable. */
  readonly output: "words" | "protocol";
  /** What a turn would run, as the settings name it: a name that PATH finds, or a path. Asked before a session begins. */
  readonly program: SlotResult<string>;
  /** How it is driven, and how it can be: `ao new --drive` takes one of `drives`. */
  readonly drive: Drive;
  readonly drives: readonly Drive[];
  /** It never tells what a turn costs, so that no cap in money holds for it. */
  readonly tellsNoMoney?: boolean;
  /** It does not tell tokens either, so that no cap holds for it. */
  readonly tellsNoTokens?: boolean;
  /** It does not read AGENTS.md of its workspace by itself, and is told of it where a conversation begins. */
  readonly isToldOfAgentsFile?: boolean;
  /**
   * Which login or key the session's last turn was billed to, by its name and never by its value; null: not told. Left
   * out: nobody can tell.
   */
  billedTo?(session: SessionId): BilledTo | null;
  /** How the tool is started for one turn, in the conversation of its session. */
  launch(request: TurnRequest): Promise<SlotResult<TurnLaunch>>;
  /** A frame that reaches the agent inside its open turn; null when the tool cannot be spoken to while it works. */
  steer(turn: TurnId, text: string): Promise<SlotResult<string | null>>;
  /** A frame that asks the tool to end its turn; null when only a signal does. */
  interrupt(turn: TurnId): Promise<SlotResult<string | null>>;
  /** A frame that answers a question of an open turn; null when the tool takes answers only as a new turn. */
  answer(turn: TurnId, questionId: string, text: string): Promise<SlotResult<string | null>>;
  /** All that the turn's output says so far, after `cursor` (null: from the beginning), and what has to be said to it. */
  news(turn: TurnId, cursor: string | null): Promise<SlotResult<NewsRead>>;
  /** What was said and done so far, behind the first `outBytes` of the turn's output (null: from the beginning). */
  conversation(turn: TurnId, outBytes: number | null): Promise<SlotResult<readonly ConversationEvent[]>>;
  /**
   * The tool's own screen on the session's conversation, for a person who takes over between turns; null while there is no
   * conversation. Left out: the tool has no such screen.
   */
  ownScreen?(request: OwnScreenRequest): Promise<SlotResult<OwnScreen | null>>;
};

/**
 * `tool`: the tool itself said so. `environment`, `login_file`: what it was given at the launch, which it may pass over for
 * settings of its own.
 */
export type BilledTo = { readonly to: string; readonly by: "tool" | "environment" | "login_file" };

export type OwnScreenRequest = Pick<TurnRequest, "session" | "env"> & { readonly paths: Omit<TurnPaths, "turn"> };
export type OwnScreen = Pick<TurnLaunch, "argv" | "env" | "needs">;

export type NewsRead = {
  readonly entries: readonly AgentNews[];
  /** To be written to the turn's stdin in this order, each once per `id`, before the entries are believed. */
  readonly frames: readonly AgentFrame[];
  readonly cursor: string;
};

/** `ends`: nothing follows. The tool's stdin is closed behind it, and its process is not waited for much longer. */
export type AgentFrame = { readonly id: string; readonly bytes: string; readonly ends: boolean };

export type TurnRequest = {
  readonly session: SessionId;
  readonly turn: TurnId;
  /** 1, 2, … of the session. */
  readonly n: number;
  readonly message: MessageId;
  readonly text: string;
  /** Why the turn began: a reaction's name, or start, message, answer, nudge, restore. */
  readonly reason: string;
  readonly paths: TurnPaths;
  readonly env: Readonly<Record<string, string>>;
  /** In a conversation of its own: what was said before is not gone on with, `text` says what of it matters. */
  readonly isFresh?: boolean;
};

/**
 * Where a turn's program finds things, as the program sees them. They go into its arguments, its environment and the
 * settings of its tool. Nobody on the daemon's side opens them: on a machine with a disk of its own they name nothing here.
 */
export type TurnPaths = {
  /** The session's workspace, where the program runs. */
  readonly workspace: string;
  /** The folder of the turn, with the message in its file `in`. */
  readonly turn: string;
  /** What tools keep for the session, a folder each: settings and conversations. */
  readonly tools: string;
  /** What the turns before have said, one JSON object a line, for agents that remember nothing themselves. */
  readonly conversation: string;
  readonly logs: string;
  /** Settings of other programs that the daemon wrote for the session. */
  readonly settings: string;
  /** The socket on which agents reach the daemon. */
  readonly socket: string;
};

export type AgentNews =
  /** The agent has read the message. Keys written or a process started prove nothing. */
  | { readonly id: string; readonly kind: "acknowledged"; readonly message: MessageId }
  | ({ readonly id: string; readonly kind: "progressed" } & Sign)
  | {
      readonly id: string;
      readonly kind: "asked";
      readonly questionId: string;
      readonly text: string;
      readonly choices: readonly string[];
    }
  | { readonly id: string; readonly kind: "answered"; readonly questionId: string }
  | {
      readonly id: string;
      readonly kind: "ended";
      readonly result: TurnResult;
      readonly usage: Usage;
      /** How full the conversation is now; left out where the tool does not tell both numbers. */
      readonly context?: Context;
      readonly words: string;
    };
