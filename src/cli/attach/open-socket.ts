/** A WebSocket as a row of frames: bytes of the screen, and what the daemon says about it. */
import type { ServerFrame } from "../../protocol/session/terminal.ts";
import { parseFrame } from "./parse-frame.ts";

export type Socket = {
  readonly send: (data: string | Uint8Array<ArrayBuffer>) => void;
  /** Ends with the connection; throws when the person leaves. */
  readonly frames: AsyncIterable<Uint8Array | ServerFrame>;
  /** How it ended, once the frames have. */
  readonly closed: () => SocketClosing;
  readonly close: () => void;
};

/** 1000: the session has ended. 1001 and 1006: the daemon went, and comes back. */
export type SocketClosing = { readonly code: number; readonly reason: string };

const LOST = 1006;

export async function openSocket(url: string, left: AbortSignal): Promise<Socket> {
  const socket = new WebSocket(url);
  socket.binaryType = "arraybuffer";
  // Listened to from the start: the first frames may come before anybody asks for them.
  const frames = readFrames(socket, left);
  let closing: SocketClosing = { code: LOST, reason: "" };
  socket.addEventListener("close", ({ code, reason }) => (closing = { code, reason }));
  await waitUntilOpen(socket, left);
  return {
    send: (data) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(data);
    },
    frames,
    closed: () => closing,
    close: () => socket.close(),
  };
}

function waitUntilOpen(socket: WebSocket, left: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(new Error("left", { cause: left.reason }));
    left.addEventListener("abort", leave, { once: true });
    socket.addEventListener("open", () => {
      left.removeEventListener("abort", leave);
      resolve();
    });
    socket.addEventListener("error", () => reject(new Error("the terminal's connection was refused")));
  });
}

type Frame = Uint8Array | ServerFrame;

function readFrames(socket: WebSocket, left: AbortSignal): AsyncIterable<Frame> {
  const waiting: Frame[] = [];
  let isOpen = true;
  let wake = (): void => undefined;
  const stir = (): void => wake();
  socket.addEventListener("message", ({ data }) => {
    const frame = data instanceof ArrayBuffer ? new Uint8Array(data) : parseFrame(String(data));
    if (frame !== null) waiting.push(frame);
    stir();
  });
  socket.addEventListener("close", () => {
    isOpen = false;
    stir();
  });
  left.addEventListener("abort", stir, { once: true });
  return (async function* () {
    for (;;) {
      left.throwIfAborted();
      const next = waiting.shift();
      if (next !== undefined) yield next;
      else if (!isOpen) return;
      else await new Promise<void>((resolve) => (wake = resolve));
    }
  })();
}
