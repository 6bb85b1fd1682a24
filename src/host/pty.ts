/** A terminal of our own making, with a program in it. Bytes in, bytes out. */
import { spawn } from "@lydell/node-pty";
import type { Argv } from "./protocol.ts";
import { createPtyInput } from "./pty-input.ts";
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

/** What a terminal has beside what its types say; where it has no descriptor, its own way to write is a good one. */
type RawPty = {
  write(bytes: string | Uint8Array): void;
  readonly fd?: number;
  readonly _socket?: { readonly destroyed: boolean };
};

export function openPty({ argv: [program, ...args], env, size }: PtyOptions): Pty {
  // Without an encoding it gives and takes bytes, which its types do not say.
  const pty = spawn(program, args, { name: "xterm-256color", cwd: "/", env, encoding: null, ...size });
  const raw: RawPty = pty;
  const { fd, _socket: socket } = raw;
  let isOpen = true;
  const input =
    fd === undefined || socket === undefined ? raw : createPtyInput({ fd, isOpen: () => isOpen && !socket.destroyed });
  pty.onExit(() => {
    isOpen = false;
  });
  return {
    onData: (take) => void pty.onData((bytes) => take(Buffer.from(bytes))),
    onEnd: (end) => (isOpen ? void pty.onExit(end) : end()),
    write: (bytes) => isOpen && input.write(bytes),
    resize: ({ cols, rows }) => isOpen && pty.resize(cols, rows),
    pause: () => pty.pause(),
    resume: () => pty.resume(),
    hangUp: () => isOpen && pty.kill("SIGHUP"),
  };
}
