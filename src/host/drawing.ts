/** What a terminal would show of what a program said, with the lines that scrolled by. */
import serialize from "@xterm/addon-serialize";
import headless from "@xterm/headless";
import type { TerminalSize } from "./terminal-size.ts";

const LINES_KEPT = 10_000;
/** What is drawn without looking up. Others at the same host are waiting meanwhile. */
const PIECE = 64 * 1024;

export type Drawing = {
  readonly write: (text: string | Uint8Array, drawn: () => void) => void;
  readonly resize: (size: TerminalSize) => void;
  readonly size: () => TerminalSize;
  /** All of it, as text that draws the same on an empty terminal. */
  readonly content: () => string;
  /** A program may ask its terminal something. */
  readonly onReply: (send: (reply: string) => void) => void;
};

export function openDrawing(size: TerminalSize): Drawing {
  const terminal = new headless.Terminal({ ...size, scrollback: LINES_KEPT, allowProposedApi: true });
  const addon = new serialize.SerializeAddon();
  terminal.loadAddon(addon);
  return {
    write: (text, drawn) => {
      let at = 0;
      for (; at + PIECE < text.length; at += PIECE) terminal.write(text.slice(at, at + PIECE));
      terminal.write(text.slice(at), drawn);
    },
    resize: ({ cols, rows }) => terminal.resize(cols, rows),
    size: () => ({ cols: terminal.cols, rows: terminal.rows }),
    content: () => addon.serialize({ scrollback: LINES_KEPT }),
    onReply: (send) => void terminal.onData(send),
  };
}
