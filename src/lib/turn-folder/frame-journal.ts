/**
 * The frames that a turn was given, one JSON array `[id, bytes]` a line, on the disk before the program gets them. A turn
 * and its journal begin and end with one host.
 */
import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { readTextIfExists } from "../files/if-there.ts";
import type { TurnFiles } from "./turn-files.ts";

export type FrameJournal = {
  readonly has: (frameId: string) => boolean;
  readonly add: (frameId: string, bytes: string) => void;
  readonly close: () => void;
};

export function openFrameJournal({ frames }: TurnFiles): FrameJournal {
  const written = new Set<string>();
  const fd = openSync(frames, "a", 0o600);
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

/** Whether a frame stands in it. A line without its end was being written when its writer died, and so did not count. */
export function wasFrameWritten({ frames }: TurnFiles, frameId: string): boolean {
  const start = `[${JSON.stringify(frameId)},`;
  return (readTextIfExists(frames) ?? "")
    .split("\n")
    .slice(0, -1)
    .some((line) => line.startsWith(start));
}
