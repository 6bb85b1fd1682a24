/** The audit log: who did what, and why. */
import * as z from "zod";
import { moment } from "../moment.ts";

export const auditEntry = z
  .object({
    seq: z.number().int(),
    at: moment,
    /** A person, or `ao` for what was decided by itself. */
    who: z.string(),
    what: z.string(),
    subject: z.string(),
    /** The observation behind it. */
    cause: z.string().nullable(),
    why: z.string(),
    /** Of the entry before it and of its own content. */
    hash: z.string(),
  })
  .meta({ id: "AuditEntry" });
export type AuditEntryView = z.infer<typeof auditEntry>;

/** `next`: ask for what comes before this number; null: there is no more. */
export const auditPage = z.object({ entries: z.array(auditEntry), next: z.number().int().nullable() });
export type AuditPageView = z.infer<typeof auditPage>;

export const auditVerification = z.object({
  isWhole: z.boolean(),
  /** How many entries were read, and the hash of the last one. */
  entries: z.number().int(),
  head: z.string(),
  /** How many heads noted outside the database were compared. */
  heads: z.number().int(),
  /** Where the chain breaks; empty when it is whole. */
  breaks: z.array(z.object({ seq: z.number().int(), why: z.string() })),
  /** What is no break and still worth knowing. */
  notes: z.array(z.string()),
});
export type AuditVerification = z.infer<typeof auditVerification>;
