/**
 * Somebody may remove the home under a daemon that runs. What it would still do is written into nothing, and the agents
 * of a home that is made anew there are none of its own: it ends.
 */
import { statSync } from "node:fs";
import type { Close } from "../compose.ts";

const LOOK_EVERY_MS = 5_000;

/** Calls back once, when the file is gone or another one. */
export function watchUntilGone(file: string, gone: () => void): Close {
  const opened = readIdentity(file);
  const timer = setInterval(() => {
    if (readIdentity(file) === opened) return;
    clearInterval(timer);
    gone();
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function readIdentity(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev}:${found.ino}`;
}
