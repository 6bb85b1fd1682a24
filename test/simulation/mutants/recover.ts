/** After a death: look before doing. */
import { mutantsOf, patch } from "./mutant.ts";

const mutant = mutantsOf("recover");

export const recoverMutants = [
  mutant(
    "NO_LOOK_FIRST",
    "after a crash effects are done again without looking",
    patch(
      "engine/outbox/outbox.ts",
      "const maybeDone = row.seq <= this.bootSeq || wasBegun;",
      "const maybeDone = wasBegun && row.seq < 0;",
    ),
  ),
  mutant(
    "RETRY_IS_FRESH",
    "an effect that is tried again counts as never begun",
    patch(
      "engine/outbox/outbox.ts",
      "const maybeDone = row.seq <= this.bootSeq || wasBegun;",
      "const maybeDone = row.seq <= this.bootSeq || (wasBegun && row.seq < 0);",
    ),
  ),
  mutant(
    "PROBE_IS_PROOF",
    "a probe that failed proves that the process is gone",
    patch(
      "engine/observe/turn.ts",
      "if (!sight.ok) return { arrivals: first.arrivals, notSeen: sight.error.message };\n  if (sight.value.kind",
      "if (sight.ok && sight.value.kind",
    ),
  ),
  mutant(
    "DOUBLE_SPAWN",
    "open turns of the last life are given up at boot",
    patch(
      "engine/recover.ts",
      "return (await observeTurn(deps, { session: loadSession(deps, session), turn }, cursors)).arrivals;",
      'await observeTurn(deps, { session: loadSession(deps, session), turn }, cursors);\n      return [{ news: { kind: "turn_probed", session, turn, alive: { known: true, value: false } } }];',
    ),
  ),
  mutant(
    "IGNORE_LOCK",
    "a second daemon goes on although the home is locked",
    patch(
      "engine/boot.ts",
      "const lock = plan.lock();",
      "let lock: Lock = { release: () => undefined };\n  try {\n    lock = plan.lock();\n  } catch (error) {\n    String(error);\n  }",
    ),
  ),
  mutant(
    "SKIP_UNREAD",
    "what a turn said while nobody listened is passed over",
    patch("engine/observe/turn.ts", "cursors.get(open.turn) ?? null", 'cursors.get(open.turn) ?? "999999"'),
  ),
];
