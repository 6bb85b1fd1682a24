import { closeSync, fstatSync, openSync, renameSync, writeSync } from "node:fs";
import type { LogSink } from "../../lib/log.ts";
import { describeError } from "../../lib/disk-errors/describe-error.ts";

/** One that is larger makes room for a new one; the one before it stays. */
const BYTES_MAX = 20_000_000;

/**
 * A disk that takes no line loses that line and nothing else: the daemon goes on. How many were lost is the first that is
 * written when there is room.
 */
export function openLogFile(path: string, bytesMax = BYTES_MAX): LogSink & { readonly close: () => void } {
  let descriptor = openSync(path, "a", 0o600);
  let bytes = fstatSync(descriptor).size;
  let lost = NOTHING_LOST;
  const turnOver = (): void => {
    renameSync(path, `${path}.1`);
    const next = openSync(path, "a", 0o600);
    closeSync(descriptor);
    [descriptor, bytes] = [next, 0];
  };
  const put = (text: string): void => {
    const wanted = Buffer.from(text);
    const written = writeSync(descriptor, wanted);
    bytes += written;
    // A disk that fills up in the middle of a line says so only at the next write.
    if (written < wanted.length) throw new Error("the line was cut");
  };
  return {
    write: (line) => {
      try {
        if (bytes > bytesMax) turnOver();
        if (lost.lines > 0) put(`\n${formatLost(lost)}`);
        lost = NOTHING_LOST;
        put(line);
      } catch (error) {
        // Nobody can be told while the log cannot be written.
        lost = { lines: lost.lines + 1, why: describeError(error) };
      }
    },
    close: () => closeSync(descriptor),
  };
}

type Lost = { readonly lines: number; readonly why: string };
const NOTHING_LOST: Lost = { lines: 0, why: "" };

function formatLost({ lines, why }: Lost): string {
  return `${JSON.stringify({ level: 40, time: new Date().toISOString(), lines, why, msg: "lines of the log were lost" })}\n`;
}
