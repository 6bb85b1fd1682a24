/** A planted runtime: the host holds every turn. */
import type { Plugin } from "../../../../../src/plugins/plugin.ts";
import { createHeldTurns, type HeldTurnsOptions } from "../../../../../src/plugins/runtime/shared/held-turns.ts";
import { ok } from "../../../../../src/slots/result.ts";
import type { RuntimePlugin } from "../../../../../src/slots/runtime.ts";

export const bench: Plugin = {
  name: "bench",
  title: "the bench",
  runtime: {
    program: { name: "no-such-program-anywhere", versionOption: "--version" },
    open: async (options) => benchRuntime(options),
  },
};

export function benchRuntime(options: HeldTurnsOptions): RuntimePlugin {
  const held = createHeldTurns(options);
  return {
    name: "bench",
    start: (launch) => held.start(launch, held.beginHosted),
    look: held.look,
    signal: held.signal,
    write: held.writeHosted,
    screen: async (turn) => ok(held.describe(turn)?.hasScreen === true ? { kind: "hosted" } : { kind: "none" }),
  };
}
