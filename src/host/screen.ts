/**
 * A terminal that lives whether anybody looks or not. What the program says is drawn here too, so that whoever attaches
 * later sees what the others see.
 */
import { createAudience, type ScreenViewer } from "./audience.ts";
import { openDrawing } from "./drawing.ts";
import type { Pty } from "./pty.ts";
import { isSize, type TerminalSize } from "./terminal-size.ts";

/** Drawing is slower than talking. Beyond this much undrawn the program has to wait. */
const UNDRAWN_BYTES_MAX = 1024 * 1024;

export type HostedScreen = {
  readonly attach: (
    viewer: ScreenViewer,
    wish: { readonly size: TerminalSize; readonly types: boolean },
  ) => ScreenPlace;
  readonly write: (bytes: string) => void;
  readonly hangUp: () => void;
  /** Everybody who had attached has left again. */
  readonly isDeserted: () => boolean;
  /** Resolves when what was said before is drawn. */
  readonly ready: Promise<void>;
  /** Resolves when the program has ended and every viewer was told. */
  readonly ended: Promise<void>;
};

export type ScreenPlace = {
  readonly write: (bytes: Uint8Array) => void;
  readonly resize: (size: TerminalSize) => void;
  readonly takeOver: () => void;
  readonly handBack: () => void;
  readonly redraw: () => void;
  readonly leave: () => void;
};

export type ScreenOptions = {
  readonly pty: Pty;
  readonly size: TerminalSize;
  /** What was said before, as a terminal takes it. */
  readonly before?: string;
  readonly keep?: (bytes: Uint8Array) => void;
};

export function openScreen({ pty, size, before = "", keep = () => undefined }: ScreenOptions): HostedScreen {
  const drawing = openDrawing(size);
  const audience = createAudience((next) => {
    const { cols, rows } = drawing.size();
    if (!isSize(next) || (next.cols === cols && next.rows === rows)) return;
    pty.resize(next);
    drawing.resize(next);
    audience.each((viewer) => viewer.resized(next));
  });
  const ready = new Promise<void>((resolve) => drawing.write(before, resolve));
  // Whoever types has a terminal that answers the program's questions; without him, the drawing does.
  drawing.onReply((reply) => !audience.hasTypist() && pty.write(reply));
  let undrawn = 0;
  pty.onData((bytes) => {
    keep(bytes);
    undrawn += bytes.length;
    if (undrawn > UNDRAWN_BYTES_MAX) pty.pause();
    // Told only once it is drawn: who attaches meanwhile gets it with the drawing, and not twice.
    drawing.write(bytes, () => {
      undrawn -= bytes.length;
      if (undrawn < UNDRAWN_BYTES_MAX / 2) pty.resume();
      audience.each((viewer) => viewer.data(bytes));
    });
  });
  const ended = new Promise<void>((resolve) => {
    pty.onEnd(() =>
      drawing.write("", () => {
        audience.each((viewer) => viewer.closed());
        resolve();
      }),
    );
  });
  const attach: HostedScreen["attach"] = (viewer, wish) => {
    viewer.screen(drawing.content(), drawing.size());
    audience.add(viewer, wish);
    return {
      write: (bytes) => audience.types(viewer) && pty.write(bytes),
      resize: (next) => audience.resize(viewer, next),
      takeOver: () => audience.takeOver(viewer),
      handBack: () => audience.handBack(viewer),
      redraw: () => viewer.screen(drawing.content(), drawing.size()),
      leave: () => audience.remove(viewer),
    };
  };
  const { isDeserted } = audience;
  return { attach, write: (bytes) => pty.write(bytes), hangUp: () => pty.hangUp(), isDeserted, ready, ended };
}
