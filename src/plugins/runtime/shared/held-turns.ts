/** What runtimes on this machine have in common: every turn has a holder and a folder, whoever brings the holder up. */
import { join } from "node:path";
import type { TurnId } from "../../../domain/model/ids.ts";
import { openProcessTable, type ProcessTable } from "../../../lib/process/process-table.ts";
import { wasFrameWritten } from "../../../lib/turn-folder/frame-journal.ts";
import type { TurnDescription } from "../../../lib/turn-folder/parse-description.ts";
import { openTurnFiles, type TurnFiles } from "../../../lib/turn-folder/turn-files.ts";
import { readDescription } from "../../../lib/turn-folder/turn-folders.ts";
import { failed, ok } from "../../../slots/result.ts";
import type { ConfinedLaunch, RuntimePlugin, TurnFrame } from "../../../slots/runtime.ts";
import { findSandbox } from "../../../lib/sandbox/sandbox.ts";
import { confineLaunch, type FindSandbox } from "./confine-launch.ts";
import { lookAtTurn } from "./look-at-turn.ts";
import { createOutputGuard } from "./output-guard.ts";
import { signalInterrupt, killTurn } from "./signal-turn.ts";
import { createTurnStarter, type Begin, type Started } from "./start-turn.ts";
import type { TurnLimits } from "./turn-limits.ts";
import type { TurnHost } from "./turn-host.ts";

export type HeldTurnsOptions = {
  /** The home: turns live in its `turns`, the holder's script in its `run`. */
  readonly home: string;
  readonly host: TurnHost;
  /** Of `out` and `err` together; 256 MiB unless given. */
  readonly outputBytesMax?: number;
  /** Shared by the runtimes of a daemon. Left out: turns have no ceilings. */
  readonly limits?: TurnLimits;
  /** The processes of the machine that turns run on; those of this one unless given. */
  readonly processes?: ProcessTable;
  /** The sandboxes of this machine; each is tried anew unless given. */
  readonly findSandbox?: FindSandbox;
  /** How long a turn that is told to end may take before it is ended; 3 s unless given. */
  readonly graceMs?: number;
};

export type HeldTurns = {
  readonly start: (launch: ConfinedLaunch, begin: Begin) => Promise<Started>;
  readonly look: RuntimePlugin["look"];
  readonly signal: RuntimePlugin["signal"];
  readonly beginHosted: Begin;
  readonly writeHosted: RuntimePlugin["write"];
  /** Null: there is no such turn. */
  readonly describe: (turn: TurnId) => TurnDescription | null;
};

const noLimits: TurnLimits = {
  wrap: (_launch, argv) => ({ argv, breachScript: "" }),
  watch: () => undefined,
  used: () => new Map(),
};

/** Structured output is never cut, so there is a size at which nobody reads it any more. */
const OUTPUT_BYTES_MAX = 256 * 1024 * 1024;

export function createHeldTurns(options: HeldTurnsOptions): HeldTurns {
  const {
    home,
    host,
    outputBytesMax = OUTPUT_BYTES_MAX,
    limits = noLimits,
    graceMs,
    findSandbox: find = findSandbox,
    processes: table = openProcessTable(),
  } = options;
  const guard = createOutputGuard(table, outputBytesMax);
  const start = createTurnStarter(home, table, limits);
  const filesOf = (turn: TurnId) => openTurnFiles(join(home, "turns"), turn);
  const describe = (turn: TurnId) => readDescription(filesOf(turn));
  /** A screen's output is a ring and needs no guard. How a turn was begun never changes. */
  const judged = new Set<TurnId>();
  const watch = (turn: TurnId): void => {
    const description = describe(turn);
    if (description === null) return;
    judged.add(turn);
    if (!description.hasScreen) guard.watch(filesOf(turn));
    limits.watch(filesOf(turn), description);
  };
  const look: RuntimePlugin["look"] = async (turn) => {
    const sight = await lookAtTurn(filesOf(turn), table);
    if (!sight.ok) return sight;
    if (sight.value.kind !== "running") judged.delete(turn);
    else if (!judged.has(turn)) watch(turn);
    return sight;
  };
  return {
    start: async (launch, begin) => {
      const confined = await confineLaunch(launch, find);
      if (!confined.ok) return confined;
      const started = await start(confined.value, begin);
      if (started.ok) watch(launch.turn);
      return started;
    },
    look,
    signal: (turn, signal) =>
      signal === "kill" ? killTurn(filesOf(turn), table, graceMs) : signalInterrupt(filesOf(turn), table),
    ...onHost(host, { filesOf, look, describe }),
    describe,
  };
}

type Known = Pick<HeldTurns, "look" | "describe"> & { readonly filesOf: (turn: TurnId) => TurnFiles };

/** Turns that the host holds: on a screen, or with a stdin that stays open. */
function onHost(host: TurnHost, { filesOf, look, describe }: Known): Pick<HeldTurns, "beginHosted" | "writeHosted"> {
  return {
    beginHosted: async ({ files, argv, launch }) => {
      const stdio = launch.hasScreen ? "screen" : "frames";
      const answer = await host.start({ directory: files.directory, argv, stdio });
      return answer.ok ? ok(null) : failed("unavailable", answer.error.message);
    },
    writeHosted: async ({ turn, frameId, bytes, ends = false }: TurnFrame) => {
      const description = describe(turn);
      if (description === null) return gone;
      if (!description.hasScreen && !description.takesFrames)
        return failed("unsupported", "the program was given its whole input when it began");
      if (wasFrameWritten(filesOf(turn), frameId)) return ok("written");
      const sight = await look(turn);
      if (!sight.ok) return sight;
      if (sight.value.kind !== "running") return gone;
      const answer = await host.write({ directory: filesOf(turn).directory, frameId, bytes, ends });
      if (!answer.ok) return failed("unavailable", answer.error.message);
      return answer.value === "gone" ? gone : ok("written");
    },
  };
}

const gone = failed("gone", "the turn takes no input any more");
