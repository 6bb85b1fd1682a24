/** Lines that are drawn over themselves, at the end of the scrollback: no other screen, so that the last one stays. */
import type { Io } from "./io.ts";
import { drawLines, createPen, type Line, type Pen } from "./line.ts";

export type RedrawnBlock = {
  readonly draw: (lines: (pen: Pen) => readonly Line[]) => void;
  /** What stands there stays. */
  readonly leave: () => void;
};

const HIDE_CURSOR = "\u{1b}[?25l";
const SHOW_CURSOR = "\u{1b}[?25h";

export function openBlock(io: Pick<Io, "answer" | "write" | "screen">): RedrawnBlock {
  let height = 0;
  let isOpen = false;
  return {
    draw: (lines) => {
      const { cols, rows } = io.screen.size();
      // Never wider than it is now, and never higher: what has scrolled away cannot be drawn over.
      const pen = createPen({ ...io.answer, width: cols > 0 ? cols : io.answer.width });
      const shown = lines(pen).slice(0, rows > 1 ? rows - 1 : undefined);
      const back = height === 0 ? "" : `\u{1b}[${height}A\r\u{1b}[J`;
      io.write(`${isOpen ? "" : HIDE_CURSOR}${back}${drawLines(shown, pen)}\n`);
      isOpen = true;
      height = shown.length;
    },
    leave: () => {
      if (isOpen) io.write(SHOW_CURSOR);
      isOpen = false;
    },
  };
}
