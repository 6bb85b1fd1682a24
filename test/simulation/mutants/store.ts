/** What the database keeps and finds. */
import { mutantsOf, patch } from "./mutant.ts";

const mutant = mutantsOf("store");

export const storeMutants = [
  mutant(
    "FORGET_COOL_DOWN",
    "a cool-down is not kept",
    patch("store/cooldowns.ts", "select.get(credential) ?? 0", "(select.get(credential) ?? 0) * 0"),
  ),
  mutant(
    "NO_DEDUP",
    "news that was taken before is taken again",
    patch("store/inbox.ts", "insert.run(id, dedupKey, kind,", "insert.run(id, dedupKey && null, kind,"),
  ),
  mutant(
    "NO_LANES",
    "effects of one session overtake each other",
    patch("store/outbox.ts", "earlier.seq < outbox.seq)`", "earlier.seq < 0)`"),
  ),
  mutant(
    "LOSE_MESSAGES",
    "a queued message is not found again",
    patch(
      "store/messages.ts",
      "WHERE settled = 0 AND session = ?",
      "WHERE settled = 0 AND session = ? AND seq % 5 <> 0",
    ),
  ),
  mutant(
    "LOSE_UPDATES",
    "a change of a row is now and then not written",
    patch(
      "store/docs/save-row.ts",
      "return (row) => {",
      "let saves = 0;\n  return (row) => {\n    if ((saves += 1) % 23 === 0) return;",
    ),
  ),
  mutant(
    "NEVER_DUE",
    "no deadline is ever found",
    patch(
      "store/sessions/sessions.ts",
      "WHERE due_ms <= ? ORDER BY due_ms, rowid LIMIT ?",
      "WHERE due_ms <= ? AND id IS NULL ORDER BY due_ms, rowid LIMIT ?",
    ),
  ),
];
