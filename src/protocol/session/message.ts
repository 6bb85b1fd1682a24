/** A message to an agent and its receipt. It is delivered when it is acknowledged, never before. */
import * as z from "zod";
import { moment } from "../moment.ts";

export const messageState = z.enum([
  /** Waits for a person's key. */
  "prepared",
  "queued",
  /** Handed over: it lies where the agent will read it. */
  "written",
  /** The agent has shown that it read it. */
  "acknowledged",
  /** Not sent, since it no longer held; `why` says so. */
  "dropped",
  /** Not read; `why` says so. */
  "failed",
  /** Nobody can tell whether it was read. */
  "unknown",
]);
export type MessageStateView = z.infer<typeof messageState>;

export const messageView = z
  .object({
    id: z.string(),
    session: z.string(),
    /** What it is about, as the agent is told (`AO_REASON`). */
    reason: z.string(),
    /** Who wrote it; null: the orchestrator. */
    by: z.string().nullable(),
    text: z.string(),
    state: messageState,
    why: z.string().nullable(),
    createdAt: moment,
    acknowledgedAt: moment.nullable(),
    turn: z.string().nullable(),
    /** While queued: 1 is next. */
    position: z.number().int().nullable(),
    /** While queued: what it waits for, in words. */
    waitsFor: z.string().nullable(),
    /** Turns begun for it that showed no sign of reading. */
    deliveries: z.number().int(),
  })
  .meta({ id: "Message" });
export type MessageView = z.infer<typeof messageView>;

/** Of these states none is left again. */
export const settledStates = [
  "acknowledged",
  "dropped",
  "failed",
  "unknown",
] as const satisfies readonly MessageStateView[];
