/** The deeds themselves. */
import { mutantsOf, patch } from "./mutant.ts";

const mutant = mutantsOf("performer");

export const performerMutants = [
  mutant(
    "FORCE_RM",
    "a workspace is removed without rescuing what is in it",
    patch(
      "engine/perform/session/remove-workspace.ts",
      "const rescued = await workspace.rescue(spec);",
      "const rescued = { ok: true, value: { ref: null } } as const;",
    ),
    patch("engine/perform/session/remove-workspace.ts", "if (!rescued.ok) return toOutcome(rescued.error);", ""),
  ),
  mutant(
    "NEW_ID_ON_RETRY",
    "a turn that is tried again gets another identity",
    patch(
      "engine/perform/session/start-turn.ts",
      "await startProgram(effect, launch.value, deps)",
      'await startProgram(effect, maybeDone ? { ...launch.value, turn: (launch.value.turn + ".again") as never } : launch.value, deps)',
    ),
    patch(
      "engine/perform/session/start-turn.ts",
      'if (sight.value.kind !== "absent") return succeedWith(written);',
      "",
    ),
  ),
  mutant(
    "STALE_NOTICE",
    "a notice that waited for its channel is sent although it is over",
    patch("engine/perform/notify.ts", "if (isNoticeOver(deps.store, effect.subject)) return succeedWith();", ""),
  ),
  mutant(
    "TWO_AT_ONCE",
    "a turn begins while the process of the one before still runs",
    patch("engine/perform/session/turn-launch.ts", "await waitUntilGone(deps, runtime, effect.after)", "null"),
    patch("engine/perform/session/turn-launch.ts", 'import { waitUntilGone } from "./gone.ts";\n', ""),
  ),
  mutant(
    "LEAVE_RUNNING",
    "a stopped session's process is not ended, and its workspace is removed under it",
    patch(
      "engine/perform/session/stop-turn.ts",
      'await runtime.signal(effect.turn, "kill")',
      'await runtime.signal(effect.turn, "interrupt")',
    ),
    patch(
      "engine/perform/session/stop-turn.ts",
      'if (sight.value.kind === "running") return',
      'if (sight.value.kind === ("never" as string)) return',
    ),
    patch("engine/perform/session/remove-workspace.ts", "await waitUntilGone(deps, runtime, session.lastTurn)", "null"),
    patch("engine/perform/session/remove-workspace.ts", 'import { waitUntilGone } from "./gone.ts";\n', ""),
  ),
  mutant(
    "TOLD_IN_QUIET_HOURS",
    "people are told of everything at once, whatever the settings say",
    patch("engine/notices/kept-channel.ts", "if (dueMs === null) {", "if (dueMs !== 0) {"),
  ),
  mutant(
    "HELD_AND_FORGOTTEN",
    "what waited for its moment is let go and told to nobody",
    patch("engine/notices/tell-held.ts", "|| worth.length === 0) return true;", "|| worth.length >= 0) return true;"),
  ),
];
