/**
 * For a program whose stdout and stderr are files on the disk that it works on. A line that the disk does not take is
 * lost; the program goes on. So it does after an error of the disk that nobody waited for: what it was about is retried
 * by a timer, or was never more than a hint.
 */
import { isSystemDiskError } from "./system-disk-error.ts";

export type Surviving = {
  /** As it stands before each line on stderr. */
  readonly name: string;
  /** Told of an error of the disk that was survived. */
  readonly onSurvived?: (error: unknown) => void;
  /** Every other error that nobody caught ends the program with this code. */
  readonly exitCode: number;
};

export function surviveDiskErrors({ name, onSurvived, exitCode }: Surviving): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  process.on("uncaughtException", (error) => {
    const isSurvived = isSystemDiskError(error);
    process.stderr.write(`${name}: ${isSurvived ? "it goes on after" : "it broke:"} ${error.stack ?? error.message}\n`);
    if (!isSurvived) process.exit(exitCode);
    onSurvived?.(error);
  });
}
