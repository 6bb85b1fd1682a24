/**
 * What became of a turn, from its files and the process table; nobody who started it has to be asked. `running` as long
 * as anything of it may still act: also when its holder was killed and the program was not.
 */
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { TurnSight } from "../../../slots/runtime.ts";
import type { ProcessTable } from "../../../lib/process/process-table.ts";
import { readOwner } from "../../../lib/turn-folder/make-turn.ts";
import type { TurnFiles } from "../../../lib/turn-folder/turn-files.ts";
import { readExitCode } from "../../../lib/turn-folder/turn-output.ts";
import { groupLives, isHolderAlive, isUnnamedHolderAlive } from "./turn-processes.ts";

export async function lookAtTurn(files: TurnFiles, table: ProcessTable): Promise<SlotResult<TurnSight>> {
  try {
    return ok(await judgeSight(files, table));
  } catch (error) {
    return failed("unavailable", `cannot tell what became of the turn in ${files.directory}: ${String(error)}`);
  }
}

async function judgeSight(files: TurnFiles, table: ProcessTable): Promise<TurnSight> {
  if (readExitCode(files) !== undefined) return toExitedSight(files);
  const owner = readOwner(files, await table.bootId());
  if (owner.kind === "absent" || owner.kind === "nobody") return { kind: "absent" };
  if (owner.kind === "lost") return { kind: "exited", code: null };
  const lives = owner.kind === "held" ? await isHolderAlive(table, owner.by) : await isUnnamedHolderAlive(table, files);
  if (lives) return { kind: "running" };
  // It may have ended between the two looks.
  if (readExitCode(files) !== undefined) return toExitedSight(files);
  if (owner.kind === "unnamed") return toExitedSight(files);
  // The program has the holder's group. What the program left elsewhere does no turn's work.
  return (await groupLives(table, owner.by)) ? { kind: "running" } : toExitedSight(files);
}

const toExitedSight = (files: TurnFiles): TurnSight => ({ kind: "exited", code: readExitCode(files) ?? null });
