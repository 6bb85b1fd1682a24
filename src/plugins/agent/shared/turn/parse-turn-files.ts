/** The JSON that lies beside turns, one object a line: what is not whole is not there. */
import { messageId, type MessageId } from "../../../../domain/model/ids.ts";
import { parseMemory, type Memory } from "../conversation/memory.ts";

/** What a turn was begun with. */
export type BegunRecord = {
  /** 1, 2, … of the session. */
  readonly n: number;
  readonly reason: string;
  readonly message: MessageId;
  readonly text: string;
  readonly workspacePath: string;
  /** What was to be run; "" where nobody noted it. */
  readonly program: string;
  readonly takesFrames: boolean;
  /** What was remembered of the session then. */
  readonly memory: Memory;
};

/** One turn of a conversation, as its agent reads it. */
export type ConversationTurn = {
  readonly id: string;
  /** 1, 2, … of the session, as `AO_TURN`. */
  readonly turn: number;
  readonly reason: string;
  readonly message: string;
  /** All that it said, or the end of it. */
  readonly said: string;
  /** Null: it was cut off. */
  readonly exit: number | null;
};

export function parseBegun(text: string): BegunRecord | null {
  const {
    n,
    reason,
    message,
    text: said,
    workspacePath = "",
    program = "",
    takesFrames,
    memory,
  } = parseObjects(text)[0] ?? {};
  if (typeof n !== "number" || typeof message !== "string") return null;
  return {
    ...{ n, reason: String(reason), message: messageId(message), text: String(said) },
    ...{ workspacePath: String(workspacePath), program: String(program), takesFrames: takesFrames === true },
    memory: parseMemory(JSON.stringify(memory ?? {})),
  };
}

export function parseSpoken(text: string): readonly ConversationTurn[] {
  return parseObjects(text).flatMap(({ id, turn, reason, message, said, exit }) =>
    typeof id === "string" && typeof turn === "number"
      ? [
          {
            id,
            turn,
            reason: String(reason),
            message: String(message),
            said: String(said),
            exit: typeof exit === "number" ? exit : null,
          },
        ]
      : [],
  );
}

function parseObjects(text: string): readonly Readonly<Record<string, unknown>>[] {
  return text.split("\n").flatMap((line) => {
    try {
      const value: unknown = line.trim() === "" ? null : JSON.parse(line);
      return typeof value === "object" && value !== null ? [value as Readonly<Record<string, unknown>>] : [];
    } catch (error) {
      if (error instanceof SyntaxError) return [];
      throw error;
    }
  });
}
