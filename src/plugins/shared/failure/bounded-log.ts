/**
 * A log that never grows beyond its limit: the beginning is kept, and the end; what lies between is cut out. The end is
 * written round and round into a second file, so that however much a program prints, memory and disk stay small.
 */
import { closeSync, mkdirSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";

export const LOG_BYTES_MAX = 64 * 1_024 * 1_024;

export type BoundedLog = {
  readonly write: (bytes: Uint8Array) => void;
  /** Puts beginning and end together. */
  readonly end: () => void;
};

export function createBoundedLog(file: string, maxBytes = LOG_BYTES_MAX): BoundedLog {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const half = Math.floor(maxBytes / 2);
  const head = openSync(file, "w", 0o600);
  const ring = openRingFile(`${file}.end`, half);
  let headBytes = 0;
  return {
    write: (bytes) => {
      const first = bytes.subarray(0, half - headBytes);
      if (first.length > 0) writeAll(head, first);
      headBytes += first.length;
      ring.write(bytes.subarray(first.length));
    },
    end: () => {
      const cut = ring.bytes() - half;
      if (cut > 0) writeAll(head, Buffer.from(`\n[… ${cut} bytes were cut out here …]\n`));
      ring.drainTo(head);
      closeSync(head);
    },
  };
}

/** The last `size` bytes of all that was written; the file is made when there is something to keep. */
function openRingFile(file: string, size: number) {
  let descriptor: number | null = null;
  let total = 0;
  return {
    bytes: () => total,
    write: (bytes: Uint8Array): void => {
      const kept = bytes.subarray(Math.max(0, bytes.length - size));
      total += bytes.length - kept.length;
      for (let rest = kept; rest.length > 0;) {
        descriptor ??= openSync(file, "w+", 0o600);
        const at = total % size;
        const piece = rest.subarray(0, size - at);
        writeAll(descriptor, piece, at);
        total += piece.length;
        rest = rest.subarray(piece.length);
      }
    },
    drainTo: (target: number): void => {
      if (descriptor === null) return;
      const begin = total > size ? total % size : 0;
      copy(descriptor, target, begin, Math.min(total, size));
      copy(descriptor, target, 0, begin);
      closeSync(descriptor);
      rmSync(file, { force: true });
    },
  };
}

const PIECE_BYTES = 128 * 1_024;

/** From `begin` up to `end`, or to the end of the file. */
function copy(source: number, target: number, begin: number, end: number): void {
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  for (let at = begin; at < end;) {
    const read = readSync(source, piece, 0, Math.min(PIECE_BYTES, end - at), at);
    if (read === 0) return;
    writeAll(target, piece.subarray(0, read));
    at += read;
  }
}

function writeAll(descriptor: number, bytes: Uint8Array, position: number | null = null): void {
  for (let done = 0; done < bytes.length;) {
    done += writeSync(descriptor, bytes, done, bytes.length - done, position === null ? null : position + done);
  }
}
