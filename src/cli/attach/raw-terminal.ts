/** The person's terminal while an agent has it: every key goes through, and however it ends it is theirs again. */
import type { Io } from "../render/io.ts";

export type RawTerminal = { readonly restore: () => void };

/**
 * What a program may have switched on: colours, mouse, pasted text in brackets, keys of its own, a hidden cursor, a
 * region that scrolls, the other screen.
 */
const UNDO = [
  "\u{1b}[0m",
  "\u{1b}[?1000l\u{1b}[?1002l\u{1b}[?1003l\u{1b}[?1006l",
  "\u{1b}[?2004l",
  "\u{1b}[?1l\u{1b}>",
  "\u{1b}[<u",
  "\u{1b}[!p",
  "\u{1b}[?25h",
  "\u{1b}[?1049l",
].join("");

export function rawTerminal(io: Io, onKeys: (keys: Uint8Array<ArrayBuffer>) => void): RawTerminal {
  const { stdin } = io;
  const take = (piece: Uint8Array): void => onKeys(Uint8Array.from(piece));
  let isOurs = true;
  const undo = (): void => {
    if (!isOurs) return;
    isOurs = false;
    stdin.off("data", take);
    stdin.setRawMode?.(false);
    stdin.pause();
    io.write(`${UNDO}\r\n`);
  };
  const forget = io.screen.onDeath(undo);
  stdin.setRawMode?.(true);
  stdin.on("data", take);
  stdin.resume();
  return {
    restore: () => {
      undo();
      forget();
    },
  };
}
