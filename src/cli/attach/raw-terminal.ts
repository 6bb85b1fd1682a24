/** The person's terminal while an agent has it: every key goes through, and however it ends it is theirs again. */
import type { Io } from "../render/io.ts";

export type RawTerminal = {
  /** What the agent's program writes. */
  readonly show: (bytes: Uint8Array | string) => void;
  readonly restore: () => void;
};

/** What a program may have switched on: colours, mouse, pasted text in brackets, keys of its own, a region that scrolls. */
const UNDO = [
  "\u{1b}[0m",
  "\u{1b}[?1000l\u{1b}[?1002l\u{1b}[?1003l\u{1b}[?1006l",
  "\u{1b}[?2004l",
  "\u{1b}[?1l\u{1b}>",
  "\u{1b}[<u",
  "\u{1b}[!p",
  "\u{1b}[?25h",
].join("");
/** Back to the person's own screen. Said on that screen it would throw the cursor about. */
const LEAVE_OTHER_SCREEN = "\u{1b}[?1049l";

export function openRawTerminal(io: Io, onKeys: (keys: Uint8Array<ArrayBuffer>) => void): RawTerminal {
  const { stdin } = io;
  const take = (piece: Uint8Array): void => onKeys(Uint8Array.from(piece));
  const other = createScreenSwitch();
  let isOurs = true;
  const undo = (): void => {
    if (!isOurs) return;
    isOurs = false;
    stdin.off("data", take);
    stdin.setRawMode?.(false);
    stdin.pause();
    io.write(`${UNDO}${other.isShown() ? LEAVE_OTHER_SCREEN : ""}\r\n\u{1b}[J`);
  };
  const forget = io.screen.onDeath(undo);
  stdin.setRawMode?.(true);
  stdin.on("data", take);
  stdin.resume();
  return {
    show: (bytes) => {
      other.look(bytes);
      io.write(bytes);
    },
    restore: () => {
      undo();
      forget();
    },
  };
}

/** Whether the program has switched to the other screen; the sequence may come in pieces. */
export function createScreenSwitch() {
  let isShown = false;
  let tail = "";
  return {
    isShown: () => isShown,
    look: (bytes: Uint8Array | string): void => {
      const text = tail + (typeof bytes === "string" ? bytes : Buffer.from(bytes).toString("latin1"));
      const last = [...text.matchAll(/\u{1b}\[\?(?:\d+;)*(?:1049|1047|47)(?:;\d+)*([hl])/gu)].at(-1)?.[1];
      if (last !== undefined) isShown = last === "h";
      tail = text.slice(-SEQUENCE_MAX);
    },
  };
}

const SEQUENCE_MAX = 24;
