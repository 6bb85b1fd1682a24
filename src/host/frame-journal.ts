/**
 * The frames that a turn was given, one JSON array `[id, bytes]` a line, on the disk before the program gets them. A turn
 * and its journal begin and end with one host.
 */
import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";

export type FrameJournal = {
  readonly has: (frameId: string) => boolean;
  readonly add: (frameId: string, bytes: string) => void;
  readonly close: () => void;
};

export function openFrameJournal(file: string): FrameJournal {
  const written = new Set<string>();
  const fd = openSync(file, "a", 0o600);
  return {
    has: (frameId) => written.has(frameId),
    add: (frameId, bytes) => {
      writeSync(fd, `${JSON.stringify([frameId, bytes])}\n`);
      fdatasyncSync(fd);
      written.add(frameId);
    },
    close: () => closeSync(fd),
  };
}
