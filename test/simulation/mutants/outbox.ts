/** From effects to outcomes, at least once. */
import { mutantsOf, patch } from "./mutant.ts";

const mutant = mutantsOf("outbox");

export const outboxMutants = [
  mutant(
    "DONE_BEFORE_EFFECT",
    "an effect is marked done before it is performed",
    patch(
      "engine/outbox/outbox.ts",
      'this.deps.failpoint("effect:before");',
      'this.deps.store.transaction(() => this.deps.store.outbox.finish(row.seq, "done", null, 0));\n    this.deps.failpoint("effect:before");',
    ),
  ),
  mutant(
    "RETRY_WHILE_PENDING",
    "an effect under way is started again",
    patch("engine/outbox/outbox.ts", "this.underWay.has(seq) || ", ""),
  ),
  mutant(
    "RETRY_NOWAIT",
    "a limit is answered by asking again",
    patch("engine/outbox/outcome.ts", 'if (error.code === "rate_limited")', 'if (error.code === "never")'),
    patch(
      "engine/outbox/outcome.ts",
      'error.code === "unavailable" ?',
      'error.code === "unavailable" || error.code === "rate_limited" ?',
    ),
    patch("engine/outbox/end-effect.ts", "const backoffMs = Math.min(", "const backoffMs = 0 * Math.min("),
  ),
  mutant(
    "LOST_IS_DONE",
    "an answer that got lost counts as success",
    patch("engine/outbox/outcome.ts", "? retryFor(error.message)", "? succeedWith()"),
  ),
  mutant(
    "GIVE_UP_SILENTLY",
    "an effect that is given up is reported to nobody",
    patch("engine/outbox/end-effect.ts", "if (subject === null) return [];", "if (subject !== null) return [];"),
  ),
];
