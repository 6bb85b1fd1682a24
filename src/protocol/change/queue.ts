/** What lands next, what waits for what, and what is not ready to land. */
import * as z from "zod";
import { moment } from "../moment.ts";
import { baseState } from "../project.ts";

export const queueEntry = z
  .object({
    id: z.string(),
    name: z.string(),
    session: z.string().nullable(),
    title: z.string(),
    head: z.string(),
    approvals: z.array(z.string()),
    /** 1 lands next; null: it is not in the queue. */
    position: z.number().int().nullable(),
    /** What it waits for, in words. */
    why: z.string(),
    code: z.string(),
    /** What to type about it. */
    command: z.string().nullable(),
  })
  .meta({ id: "QueueEntry" });
export type QueueEntryView = z.infer<typeof queueEntry>;

export const queueView = z
  .object({
    project: z.string(),
    base: z.string(),
    baseState,
    /** The command that adds a check, typed in the folder of the project; null: there are some. */
    addCheck: z.string().nullable(),
    baseHead: z.string().nullable(),
    landedToday: z.number().int(),
    lastLanded: z.object({ name: z.string(), title: z.string(), commit: z.string(), at: moment }).nullable(),
    /** Candidates, each with the changes in it. `blockedBy`: what of the person's checkout is in the way. */
    testing: z.array(
      z.object({
        id: z.string(),
        state: z.enum(["building", "checking", "landing", "unpublished"]),
        commit: z.string().nullable(),
        blockedBy: z.array(z.string()),
        changes: z.array(queueEntry),
        /** No check passed on it, and none failed. */
        isUnchecked: z.boolean(),
      }),
    ),
    next: z.array(queueEntry),
    /** Not in the queue, and nothing blocks it: it enters when a person lands it, or in a moment by itself. */
    ready: z.array(queueEntry),
    /** Open, not in the queue, and something is in the way. */
    cannotEnter: z.array(queueEntry),
  })
  .meta({ id: "Queue" });
export type QueueView = z.infer<typeof queueView>;
