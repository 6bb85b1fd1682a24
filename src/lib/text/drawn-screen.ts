/** What stands on a terminal after a program has said something, as lines of text. */
import headless from "@xterm/headless";

export type DrawnScreen = {
  readonly lines: readonly string[];
  readonly cursor: { readonly x: number; readonly y: number };
};

export type ScreenDrawing = {
  readonly draw: (bytes: Uint8Array) => Promise<void>;
  readonly look: () => DrawnScreen;
};

export function openScreenDrawing(size: { readonly cols: number; readonly rows: number }): ScreenDrawing {
  const terminal = new headless.Terminal({ ...size, scrollback: 0, allowProposedApi: true });
  return {
    draw: (bytes) => new Promise((resolve) => terminal.write(bytes, resolve)),
    look: () => {
      const { active } = terminal.buffer;
      const lines = Array.from(
        { length: terminal.rows },
        (_, y) => active.getLine(active.baseY + y)?.translateToString(true) ?? "",
      );
      return { lines, cursor: { x: active.cursorX, y: active.cursorY } };
    },
  };
}
