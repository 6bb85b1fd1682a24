/** The log that explains. Numbers have no gaps from the floor on; a client below the floor begins anew. */
import * as z from "zod";
import { moment } from "../moment.ts";

export const eventView = z
  .object({
    seq: z.number().int(),
    at: moment,
    project: z.string().nullable(),
    /** The id of the session, change, issue, candidate or project it is about. */
    subject: z.string(),
    /** What was seen, in the past tense: a name, and a sentence. */
    kind: z.string(),
    told: z.string(),
    /** What was decided, a sentence a step. */
    why: z.array(z.string()),
    /** What is done about it. */
    effects: z.array(z.string()),
  })
  .meta({ id: "Event" });
export type EventView = z.infer<typeof eventView>;

/** `next`: ask for what comes after this number. `reset`: older ones are gone, so what a client knows may be stale. */
export const eventPage = z.object({
  events: z.array(eventView),
  next: z.number().int(),
  latest: z.number().int(),
  reset: z.boolean(),
});
export type EventPage = z.infer<typeof eventPage>;

/** Sent instead of events that are gone: read everything again, then go on after `after`. */
export const resetNotice = z.object({ after: z.number().int(), floor: z.number().int() });
export type ResetNotice = z.infer<typeof resetNotice>;
