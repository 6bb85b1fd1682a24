/** Who goes next, and what it may cost. */
import { mutantsOf, patch } from "./mutant.ts";

const mutant = mutantsOf("schedule");

export const scheduleMutants = [
  mutant(
    "NO_BUDGET",
    "turns start whatever was spent",
    patch(
      "domain/schedule/schedule.ts",
      'if (isUsedUp(session.spent, rules.perSession, 0)) return "its budget is used up";',
      "",
    ),
  ),
  mutant(
    "NO_RESERVE",
    "turns in flight reserve nothing of the day's budget",
    patch("domain/schedule/schedule.ts", "return (tally.turnsOf.get(id) ?? 0) *", "return 0 *"),
  ),
  mutant(
    "NO_LIMIT",
    "more turns run at once than the machine was promised",
    patch(
      "domain/schedule/schedule.ts",
      "if (tally.turns >= board.limits.turnsMax)",
      "if (tally.turns >= board.limits.turnsMax + 3)",
    ),
  ),
  mutant(
    "PEOPLE_WAIT",
    "a person's message never wakes a session",
    patch("domain/schedule/schedule.ts", "people.forEach(visit);", ""),
  ),
  mutant(
    "NEVER_LAND",
    "the queue is never looked at",
    patch(
      "domain/schedule/schedule.ts",
      "const next = busy ? [] : [first];",
      "const next = busy || first ? [] : [first];",
    ),
  ),
];
