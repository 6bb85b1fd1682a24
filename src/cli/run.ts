/** Everything behind `ao <command>`: loaded only when there is one. */
import type { Io } from "./render/io.ts";
import { runVerb, type ExitCode } from "./run/run-verb.ts";
import { verbs } from "./verbs/index.ts";

export function runAo(name: string, args: readonly string[], io: Io): Promise<ExitCode> {
  return runVerb(verbs, name, args, io);
}
