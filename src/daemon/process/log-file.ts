import { closeSync, openSync, renameSync, statSync, writeSync } from "node:fs";
import type { LogFile } from "../../lib/log.ts";

/** One that is larger when the daemon starts makes room for a new one; the one before it stays. */
const BYTES_MAX = 20_000_000;

/** A disk that takes no line loses that line and nothing else: the daemon goes on, and the log when there is space. */
export function openLogFile(path: string): LogFile & { readonly close: () => void } {
  const before = statSync(path, { throwIfNoEntry: false });
  if (before?.isFile() === true && before.size > BYTES_MAX) renameSync(path, `${path}.1`);
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
