/** The open issues of a project as a plan: in which order, what before what, what meets at the same paths, and who. */
import * as z from "zod";

export const plannedTask = z
  .object({
    id: z.string(),
    /** As people write it. */
    name: z.string(),
    title: z.string(),
    priority: z.number().int(),
    /** 1: may begin now; 2: after those, and so on. Null: it waits for itself, by way of others. */
    wave: z.number().int().nullable(),
    /** Names of issues that must be done first and are not. */
    after: z.array(z.string()),
    /** Tasks and changes that speak of the same paths. */
    overlaps: z.array(z.object({ with: z.string(), paths: z.array(z.string()) })),
    /** Null: the project's own agent. */
    specialist: z.string().nullable(),
    agent: z.string(),
    /** The live session at it. */
    session: z.string().nullable(),
  })
  .meta({ id: "PlannedTask" });
export type PlannedTaskView = z.infer<typeof plannedTask>;

export const planView = z.object({ project: z.string(), autoAssign: z.boolean(), tasks: z.array(plannedTask) });
export type PlanView = z.infer<typeof planView>;
