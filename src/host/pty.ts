/** A terminal of our own making, with a program in it. Bytes in, bytes out. */
import { spawn } from "@lydell/node-pty";
import type { Argv } from "./protocol.ts";
import type { TerminalSize } from "./terminal-size.ts";

export type Pty = {
  readonly onData: (take: (bytes: Uint8Array) => void) => void;
  /** The program ended, and all it said was given out. */
  readonly onEnd: (end: () => void) => void;
  readonly write: (bytes: string | Uint8Array) => void;
  readonly resize: (size: TerminalSize) => void;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly hangUp: () => void;
};

export type PtyOptions = {
  readonly argv: Argv;
  readonly env: Readonly<Record<string, string>>;
  readonly size: TerminalSize;
};

export function openPty({ argv: [program, ...args], env, size }: PtyOptions): Pty {
  // Without an encoding it gives and takes bytes, which its types do not say.
  const pty = spawn(program, args, { name: "xterm-256color", cwd: "/", env, encoding: null, ...size });
  const raw: { write(bytes: string | Uint8Array): void } = pty;
  let isOpen = true;
  pty.onExit(() => {
    isOpen = false;
  });
  return {
    onData: (take) => void pty.onData((bytes) => take(Buffer.from(bytes))),
    onEnd: (end) => (isOpen ? void pty.onExit(end) : end()),
    write: (bytes) => isOpen && raw.write(bytes),
    resize: ({ cols, rows }) => isOpen && pty.resize(cols, rows),
    pause: () => pty.pause(),
    resume: () => pty.resume(),
    hangUp: () => isOpen && pty.kill("SIGHUP"),
  };
}
