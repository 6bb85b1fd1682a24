/** From news to decisions, all or nothing. */
import { mutantsOf, patch } from "./mutant.ts";

const mutant = mutantsOf("inbox");

export const inboxMutants = [
  mutant(
    "OUTCOME_APART",
    "what an effect brought is kept, that it is done is not",
    patch("engine/inbox/ingest.ts", "      alongside?.();\n      const rows", "      const rows"),
  ),
  mutant(
    "NO_FOLLOW_UPS",
    "news of one subject for another are lost",
    patch(
      "engine/inbox/ingest.ts",
      "const followUps = decision.followUps.flatMap",
      "const followUps = decision.followUps.slice(9).flatMap",
    ),
  ),
  mutant(
    "NO_REDACT",
    "secrets stay in what was observed",
    patch("engine/inbox/ingest.ts", "redactTexts(observation, deps.redact)", "observation"),
    patch("engine/perform/notify.ts", "deps.redact(effect.text)", "effect.text"),
  ),
  mutant(
    "ANSWER_BEFORE_COMMIT",
    "news are acknowledged, and decided only if nothing else comes in between",
    patch(
      "engine/inbox/ingest.ts",
      'const rows = addAll(deps, arrivals, now, "done");',
      'const rows = addAll(deps, arrivals, now, "done").slice(0, 1);',
    ),
  ),
  mutant(
    "NO_PLAN",
    "nobody plans after a decision; only the clock does, and it is slow",
    patch("engine/inbox/ingest.ts", "queue.push(...grant(deps, now));", "queue.push(...grant(deps, now).slice(1));"),
  ),
];
