/**
 * A dialect is how one tool talks: how a turn of it is launched, and what its output means. The rest (files, cursors,
 * memory, conversation) is the same for all and lies in `protocol-agent.ts`.
 *
 * A listener is fed the turn's output line by line, always from the first. It has no clock and no files, so that the same
 * lines always mean the same: whoever reads them again, after a crash for one, comes to the same state and wants to say
 * the same frames under the same names.
 */
import type { MessageId, TurnId } from "../../../domain/model/ids.ts";
import type { TurnResult } from "../../../domain/core/observation.ts";
import type { Usage } from "../../../domain/model/usage.ts";
import type { OwnScreen, OwnScreenRequest, TurnRequest } from "../../../slots/agent.ts";
import type { ConversationEntry } from "../../../slots/conversation.ts";
import type { SlotResult } from "../../../slots/result.ts";
import type { TurnLaunch } from "../../../slots/runtime.ts";
import type { Logins } from "./billed-to.ts";
import type { Memory } from "./conversation/memory.ts";

export type Dialect = {
  readonly name: string;
  readonly program: SlotResult<string>;
  readonly launch: (request: TurnRequest, memory: Memory) => Promise<SlotResult<DialectLaunch>>;
  readonly listen: (turn: ListenedTurn) => Listener;
  /** As `AgentPlugin.isToldOfAgentsFile`. */
  readonly isToldOfAgentsFile?: boolean;
  /** As `AgentPlugin.tellsNoMoney`. */
  readonly tellsNoMoney?: boolean;
  /** By which variables and login file the tool is let in; left out: not known. */
  readonly logins?: Logins;
  /** How long a credential rests when its provider does not say when the limit is over. */
  readonly limitRestsMs: number;
  /** Its own screen on this conversation, where it has one. */
  readonly screen?: (request: OwnScreenRequest, conversation: string) => Promise<SlotResult<OwnScreen>>;
  /** The folder with its own records, where these tell what a turn has used that did not tell it itself. */
  readonly recordsOf?: (session: string) => string;
  /** Where what it says lies, if that is not the turn's output. */
  readonly spoolOf?: (session: string, turn: string) => string;
};

export type DialectLaunch = Pick<TurnLaunch, "argv" | "stdin" | "takesFrames" | "needs"> & {
  /** Beside those that the request brings. */
  readonly env: Readonly<Record<string, string>>;
};

/** What a turn was begun with. */
export type ListenedTurn = {
  readonly turn: TurnId;
  readonly message: MessageId;
  readonly text: string;
  readonly workspacePath: string;
  /** What was remembered of the session when the turn began. */
  readonly memory: Memory;
};

export type Listener = {
  readonly hear: (line: string) => readonly AgentReport[];
  /** The process is gone, and nothing more will be heard. Only asked when no `ended` was. */
  readonly gone: (how: EndedProcess) => readonly AgentReport[];
  /** In the state of what was heard so far. */
  readonly steer: (text: string) => string | null;
  readonly interrupt: () => string | null;
  readonly answer: (questionId: string, text: string) => string | null;
};

/** A tool that is only listened to: nothing reaches it once its turn has begun. */
export function createOneWayListener(ears: Pick<Listener, "hear" | "gone">): Listener {
  return {
    hear: (line) => ears.hear(line),
    gone: (how) => ears.gone(how),
    steer: () => null,
    interrupt: () => null,
    answer: () => null,
  };
}

export type EndedProcess = {
  /** Null: how it ended got lost. */
  readonly exit: number | null;
  /** In a sentence, with what it complained of. */
  readonly why: string;
  readonly result: TurnResult;
};

export type AgentReport =
  | { readonly tell: "event"; readonly event: ConversationEntry }
  | { readonly tell: "acknowledged" }
  | { readonly tell: "progressed"; readonly words: string }
  | {
      readonly tell: "asked";
      readonly questionId: string;
      readonly text: string;
      readonly choices: readonly string[];
    }
  | { readonly tell: "answered"; readonly questionId: string }
  | { readonly tell: "frame"; readonly name: string; readonly bytes: string; readonly ends?: boolean }
  /** To be known at the session's next turn. */
  | { readonly tell: "remember"; readonly memory: Partial<Memory> }
  | { readonly tell: "ended"; readonly result: EndResult; readonly usage: Usage; readonly words: string };

/** A limit may be told without its end; it is then taken to last a while from when it was told. */
export type EndResult =
  | Exclude<TurnResult, { kind: "limit_reached" }>
  | { readonly kind: "limit_reached"; readonly untilWallMs: number | null };

export const createFrame = (name: string, message: unknown): AgentReport => ({
  tell: "frame",
  name,
  bytes: `${JSON.stringify(message)}\n`,
});

export const createEvent = (spoken: ConversationEntry): AgentReport => ({ tell: "event", event: spoken });
