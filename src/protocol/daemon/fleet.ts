/** How the fleet is doing: what landed, how soon, at which try and for how much. */
import * as z from "zod";
import { moment } from "../moment.ts";

export const periods = ["day", "week", "month"] as const;

/** One number, with the same of the period before; null: too few to say. */
const figure = z
  .object({ value: z.number().nullable(), before: z.number().nullable(), of: z.number().int() })
  .meta({ id: "Figure" });
export type FigureView = z.infer<typeof figure>;

const share = z.object({
  name: z.string(),
  landed: z.number().int(),
  leadMinutes: z.number().nullable(),
  firstTry: z.number().nullable(),
  usdPerLanded: z.number().nullable(),
});
export type ShareView = z.infer<typeof share>;

export const fleetView = z
  .object({
    period: z.enum(periods),
    landed: figure,
    /** From the session's start until its change landed; time asleep does not count. */
    leadMinutes: figure,
    /** The share of landed changes whose checks never had to be told to the agent. */
    firstTry: figure,
    /** Messages about failing checks, reviews and conflicts for each landed change. */
    retries: figure,
    /** Over those whose agent says what it costs. */
    usdPerLanded: figure,
    /** Hours of the day, or days. `landed` counts by agent; the lead times are null where nothing landed. */
    steps: z.array(
      z.object({
        at: moment,
        landed: z.record(z.string(), z.number().int()),
        leadMedian: z.number().nullable(),
        leadWorst: z.number().nullable(),
      }),
    ),
    agents: z.array(share),
    projects: z.array(share),
  })
  .meta({ id: "Fleet" });
export type FleetView = z.infer<typeof fleetView>;
