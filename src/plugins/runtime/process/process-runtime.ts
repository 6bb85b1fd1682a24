/**
 * Turns as plain processes of this machine. A turn on files needs nobody: its holder is started detached and lives on
 * when the daemon dies. A turn with a screen, or with a stdin that stays open, is held by the host.
 */
import { launch as launchProgram } from "../../../lib/run.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { RuntimePlugin } from "../../../slots/runtime.ts";
import { createHeldTurns, type HeldTurnsOptions } from "../shared/held-turns.ts";
import type { Holder } from "../shared/start-turn.ts";

export type ProcessRuntimeOptions = HeldTurnsOptions;

export function createProcessRuntime(options: ProcessRuntimeOptions): RuntimePlugin {
  const held = createHeldTurns(options);
  return {
    name: "process",
    start: (launch) =>
      held.start(launch, launch.hasScreen || launch.takesFrames ? held.beginHosted : (holder) => beginDetached(holder)),
    look: held.look,
    signal: held.signal,
    write: held.writeHosted,
    screen: async (turn) => {
      const description = held.describe(turn);
      return ok(description?.hasScreen === true ? { kind: "hosted" } : { kind: "none" });
    },
  };
}

async function beginDetached({ argv: [program, ...args] }: Holder): Promise<SlotResult<null>> {
  const launched = await launchProgram({ program, args, cwd: "/", env: {}, stdout: "ignore", stderr: "ignore" });
  return launched.ok ? ok(null) : failed("unavailable", `the turn's holder did not start: ${launched.error.message}`);
}
