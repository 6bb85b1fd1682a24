import { closeSync, openSync, writeSync } from "node:fs";
import type { LogFile } from "../lib/log.ts";

/** A disk that takes no line loses that line and nothing else: the daemon goes on, and the log when there is space. */
export function openLogFile(path: string): LogFile & { readonly close: () => void } {
  const descriptor = openSync(path, "a", 0o600);
  return {
    write: (line) => {
      try {
        writeSync(descriptor, line);
      } catch (error) {
        process.stderr.write(`ao daemon: a line of the log was lost: ${String(error)}\n`);
      }
    },
    close: () => closeSync(descriptor),
  };
}
