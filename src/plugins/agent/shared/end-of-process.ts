/** What the end of a turn's process means, where the tool itself has not said how its turn ended. */
import { join } from "node:path";
import type { TurnId } from "../../../domain/ids.ts";
import type { TurnResult } from "../../../domain/observation.ts";
import { complaintIn } from "./said.ts";
import { tailOf, type TurnState } from "./turn-files.ts";

export const NEVER_STARTED: readonly (number | null | undefined)[] = [126, 127];
const BY_INTERRUPT = 130;
const TAIL_BYTES = 64 * 1024;

export async function endOfProcess(turns: string, turn: TurnId, state: TurnState): Promise<TurnResult> {
  const { exit, cut } = state;
  if (cut !== null) return { kind: "failed", why: CUTS[cut] ?? `it was ended: ${cut}` };
  if (exit === BY_INTERRUPT) return { kind: "interrupted" };
  if (exit === 0) return { kind: "done" };
  const tail = await tailOf(join(turns, turn, "err"), TAIL_BYTES);
  const complaint = complaintIn(tail.text, tail.cut);
  const why = `${describe(exit)}${complaint === "" ? "" : `: ${complaint}`}`;
  return NEVER_STARTED.includes(exit) ? { kind: "never_started", why } : { kind: "failed", why };
}

const CUTS: Readonly<Record<string, string>> = {
  output_limit: "it was ended because it printed more than is kept (output_limit)",
};

function describe(exit: number | null | undefined): string {
  if (exit === null || exit === undefined) return "how it ended got lost";
  if (exit === 126) return "its program could not be run (exit 126)";
  if (exit === 127) return "its program was not found (exit 127)";
  return exit > 128 && exit < 160 ? `it was ended by signal ${exit - 128}` : `exit ${exit}`;
}
