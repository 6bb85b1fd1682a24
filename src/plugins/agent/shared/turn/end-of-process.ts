/** What the end of a turn's process means, where the tool itself has not said how its turn ended. */
import { basename } from "node:path";
import type { TurnId } from "../../../../domain/model/ids.ts";
import type { TurnResult } from "../../../../domain/core/observation.ts";
import { readTextTail } from "../../../../lib/byte-source.ts";
import { formatBinaryBytes } from "../../../../lib/text/format-bytes.ts";
import { turnOutput, type TurnState } from "../../../../lib/turn-folder/turn-output.ts";
import { findComplaint } from "../conversation/said.ts";

export const NEVER_STARTED: readonly (number | null | undefined)[] = [126, 127];
const BY_INTERRUPT = 130;
const TAIL_BYTES = 64 * 1024;

/** What was run, as `launch` named it. */
export type RunProgram = { readonly turn: TurnId; readonly program: string };

export async function endOfProcess(
  turns: string,
  { turn, program }: RunProgram,
  state: TurnState,
): Promise<TurnResult> {
  const { exit, cut } = state;
  if (cut !== null) return { kind: "failed", why: explainCut(cut) };
  if (exit === BY_INTERRUPT) return { kind: "interrupted" };
  if (exit === 0) return { kind: "done" };
  const tail = await readTextTail(turnOutput(turns, turn).err, TAIL_BYTES);
  const complaint = findComplaint(tail.text, tail.cut);
  if (NEVER_STARTED.includes(exit)) return { kind: "never_started", why: explainNotRun(program, exit, complaint) };
  return { kind: "failed", why: `${describe(exit)}${complaint === "" ? "" : `: ${complaint}`}` };
}

/** A script that runs may end in the same way, about a program of its own. */
function explainNotRun(program: string, exit: number | null | undefined, complaint: string): string {
  const name = program === "" ? "its program" : program.length > NAME_MAX ? basename(program) : program;
  const isItself = complaint === "" || (program !== "" && isAbout(complaint, program));
  const what = exit === 126 ? "could not be run" : "was not found";
  if (isItself) return `${name} ${what}`;
  return `${name} ended with exit ${exit}, as if a program ${what}: ${complaint}`;
}

/** A sentence about it must still fit a line. */
const NAME_MAX = 30;

/** As `env`, a shell and the holder say it: the program, perhaps in quotes, then what is wrong with it. */
function isAbout(complaint: string, program: string): boolean {
  const at = complaint.indexOf(program);
  return at >= 0 && WRONG.test(complaint.slice(at + program.length));
}

const WRONG = /^['"’`]?: (command )?(not found|No such file|Permission denied)/;

/** One word, then the limit that was reached. The agent reads it, too, so it says what to do; people see its beginning. */
function explainCut(cut: string): string {
  const [word = "", limit = ""] = cut.split(" ");
  switch (word) {
    case "output_limit":
      return "it was ended because it printed more than is kept (output_limit)";
    case "memory_limit":
      return `memory_limit: it and what it started took more than ${formatBinaryBytes(Number(limit))}; run less at once, or in smaller parts (files in /tmp may count)`;
    case "disk_limit":
      return `disk_limit: its workspace, its logs and its own files took more than ${formatBinaryBytes(Number(limit))} of the disk; remove what is not needed`;
    case "process_limit":
      return `process_limit: it wanted more than ${limit} processes and threads at once; run less at once`;
    case "out_of_memory":
      return "out_of_memory: the system ended it because no memory was left";
    default:
      return `it was ended: ${cut}`;
  }
}

function describe(exit: number | null | undefined): string {
  if (exit === null || exit === undefined) return "how it ended got lost";
  return exit > 128 && exit < 160 ? `it was ended by signal ${exit - 128}` : `exit ${exit}`;
}
