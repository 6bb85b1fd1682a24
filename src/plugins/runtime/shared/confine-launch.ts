/** How runtimes of this machine keep a confinement: the sandbox it names runs the program. */
import { applyConfinement } from "../../../lib/sandbox/rules.ts";
import type { FoundSandbox } from "../../../lib/sandbox/sandbox.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { ConfinedLaunch, TurnLaunch } from "../../../slots/runtime.ts";

export type FindSandbox = (name: string) => Promise<FoundSandbox>;

export async function confineLaunch(
  { confinement, ...launch }: ConfinedLaunch,
  find: FindSandbox,
): Promise<SlotResult<TurnLaunch>> {
  if (confinement === null) return ok(launch);
  const found = await find(confinement.sandbox);
  if (!found.ok) return failed("refused", `nothing was started: ${found.why}`);
  return ok({ ...launch, argv: applyConfinement(found.sandbox, confinement, launch) });
}
