import type { MessageId, SessionId, TurnId } from "../domain/ids.ts";
import type { TurnResult } from "../domain/observation.ts";
import type { Usage } from "../domain/usage.ts";
import type { SlotResult } from "./result.ts";
import type { TurnLaunch } from "./runtime.ts";

/**
 * What to say to a coding tool and how to read it. The process itself belongs to the runtime.
 *
 * `launch`, `steer` and `answer` are pure translations, called once per deed and again after a crash with the same
 * arguments. `news` may be called at any time and any number of times; each of its entries has an id that is the same on
 * every reading, so that nothing is counted twice.
 */
export type AgentPlugin = {
  readonly name: string;
  /** How the tool is started for one turn, in the conversation of its session. */
  launch(request: TurnRequest): Promise<SlotResult<TurnLaunch>>;
  /** A frame that reaches the agent inside its open turn; null when the tool cannot be spoken to while it works. */
  steer(turn: TurnId, text: string): string | null;
  /** A frame that answers a question of an open turn; null when the tool takes answers only as a new turn. */
  answer(turn: TurnId, questionId: string, text: string): string | null;
  /** All that the turn's output says so far, after `cursor` (null: from the beginning). */
  news(
    turn: TurnId,
    cursor: string | null,
  ): Promise<SlotResult<{ readonly entries: readonly AgentNews[]; readonly cursor: string }>>;
};

export type TurnRequest = {
  readonly session: SessionId;
  readonly turn: TurnId;
  /** 1, 2, … of the session. */
  readonly n: number;
  readonly message: MessageId;
  readonly text: string;
  /** Why the turn began: a reaction's name, or start, message, answer, nudge, restore. */
  readonly reason: string;
  readonly workspacePath: string;
  readonly env: Readonly<Record<string, string>>;
};

export type AgentNews =
  /** The agent has read the message. Keys written or a process started prove nothing. */
  | { readonly id: string; readonly kind: "acknowledged"; readonly message: MessageId }
  | { readonly id: string; readonly kind: "progressed"; readonly words: string }
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
      readonly words: string;
    };
