/** What agents have cost, turn by turn summed in several ways. */
import * as z from "zod";
import { budgetView, usageView } from "../session/status.ts";

/** `unknownTurns`: how many of the turns told no money; `usd` is what the others cost. */
const spent = z
  .object({
    name: z.string(),
    turns: z.number().int(),
    unknownTurns: z.number().int(),
    usd: z.number(),
    tokens: z.number(),
    cacheReadTokens: z.number(),
  })
  .meta({ id: "Spent" });
export type SpentView = z.infer<typeof spent>;

export const usageReport = z
  .object({
    days: z.number().int(),
    /** What counts towards the day's budget: the daemon's one, or of one project its own. */
    today: z.object({ spent: usageView, budget: budgetView }),
    total: spent,
    /** Days of UTC, as budgets count them, the last first; the others by what they cost. */
    byDay: z.array(spent),
    byAgent: z.array(spent),
    byProject: z.array(spent),
    /** Sessions without an issue are not among these. */
    byIssue: z.array(spent),
    bySession: z.array(spent),
  })
  .meta({ id: "UsageReport" });
export type UsageReport = z.infer<typeof usageReport>;
