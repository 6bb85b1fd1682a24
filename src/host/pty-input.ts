/**
 * Bytes on their way into a terminal. They are written as its program takes them, never all at once: the terminal's own
 * socket would hold this whole process until the program has read them, and a program that waits for us to read its output
 * never does.
 */
import { writeSync } from "node:fs";
import { hasCode } from "../lib/files/if-there.ts";

export type PtyInput = { readonly write: (bytes: string | Uint8Array) => void };

/** What a terminal is to those who write to it: where, and whether that is still open. */
export type OpenTerminal = { readonly fd: number; readonly isOpen: () => boolean };

const AGAIN_MS = 5;
/** A program that reads nothing gets no more than this; whoever types on types in vain. */
const WAITING_BYTES_MAX = 8 * 1024 * 1024;

export function createPtyInput({ fd, isOpen }: OpenTerminal): PtyInput {
  let waiting: Buffer = Buffer.alloc(0);
  let again: NodeJS.Timeout | null = null;
  const pump = (): void => {
    again = null;
    while (waiting.length > 0 && isOpen()) {
      const written = writeSome(fd, waiting);
      if (written === null) {
        again = setTimeout(pump, AGAIN_MS);
        return;
      }
      waiting = waiting.subarray(written);
    }
    waiting = Buffer.alloc(0);
  };
  return {
    write: (bytes) => {
      const more = Buffer.from(bytes);
      if (waiting.length + more.length > WAITING_BYTES_MAX) return;
      waiting = waiting.length === 0 ? more : Buffer.concat([waiting, more]);
      if (again === null) pump();
    },
  };
}

/** Null: it takes none now. */
function writeSome(fd: number, bytes: Buffer): number | null {
  try {
    return writeSync(fd, bytes);
  } catch (error) {
    if (hasCode(error, "EAGAIN")) return null;
    // Whose program is gone takes everything; its end is told by the terminal.
    if (hasCode(error, "EIO", "EBADF", "EPIPE", "ENXIO")) return bytes.length;
    throw error;
  }
}
