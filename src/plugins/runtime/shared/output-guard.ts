/**
 * Ends turns that say too much. Their output goes straight to files, so nobody stands between who could refuse it, and a
 * limit of the system on file sizes would hit the agent's own files as well. So the sizes are looked at, twice a second
 * while such a turn runs; a daemon that comes up again goes on with it when it first looks at the turn.
 */
import type { ProcessTable } from "../../../lib/process/process-table.ts";
import { lookAtTurn } from "./look-at-turn.ts";
import { killTurn } from "./signal-turn.ts";
import { writeCut } from "../../../lib/turn-folder/make-turn.ts";
import type { TurnFiles } from "../../../lib/turn-folder/turn-files.ts";
import { outputBytes, readExitCode } from "../../../lib/turn-folder/turn-output.ts";

const EVERY_MS = 500;
/** Most turns say themselves that they have ended; only one whose holder was killed must be looked for. */
const ROUNDS_PER_LOOK = 60;

export type OutputGuard = { readonly watch: (files: TurnFiles) => void };

export function createOutputGuard(table: ProcessTable, bytesMax: number): OutputGuard {
  const watched = new Map<string, TurnFiles>();
  let timer: NodeJS.Timeout | null = null;
  let rounds = 0;
  const round = async (): Promise<void> => {
    rounds += 1;
    for (const [directory, files] of watched) {
      if (outputBytes(files) > bytesMax) await cut(files);
      if (readExitCode(files) !== undefined || (rounds % ROUNDS_PER_LOOK === 0 && (await isOver(files))))
        watched.delete(directory);
    }
  };
  const isOver = async (files: TurnFiles): Promise<boolean> => {
    const sight = await lookAtTurn(files, table);
    return sight.ok && sight.value.kind !== "running";
  };
  const next = (): void => {
    timer = null;
    // What could not be done now (a full disk, say) is tried in the next round.
    if (watched.size > 0) timer = setTimeout(() => void round().then(next, next), EVERY_MS).unref();
  };
  const cut = async (files: TurnFiles): Promise<void> => {
    writeCut(files, "output_limit");
    await killTurn(files, table);
  };
  return {
    watch: (files) => {
      watched.set(files.directory, files);
      if (timer === null) next();
    },
  };
}
