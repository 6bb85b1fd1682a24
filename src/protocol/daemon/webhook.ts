/** Deliveries of forges and trackers, texts of strangers that wait for a person, and what was asked of others. */
import * as z from "zod";
import { moment } from "../moment.ts";

export const webhookView = z
  .object({
    project: z.string(),
    source: z.string(),
    /** As people know the sender. */
    title: z.string(),
    /** Where it sends to; the host in it is the one this was asked under. */
    url: z.string(),
    events: z.array(z.string()),
    /** Where a person enters them. */
    where: z.string(),
    /** Without a secret every delivery is refused. */
    secret: z.enum(["set", "missing"]),
    /** An older secret is accepted, too. */
    rotating: z.boolean(),
    /** Since the daemon is up. */
    taken: z.number().int(),
    replayed: z.number().int(),
    lastAt: moment.nullable(),
  })
  .meta({ id: "Webhook" });
export type WebhookView = z.infer<typeof webhookView>;

export const webhookTest = z.strictObject({
  projectId: z.string().optional(),
  /** Another way to here, through a tunnel or proxy; left out: this daemon's own address. */
  url: z.string().max(2_000).optional(),
});

export const webhookTestView = z.object({
  url: z.string(),
  ok: z.boolean(),
  /** Null: nobody answered. */
  status: z.number().int().nullable(),
  ms: z.number().int(),
  sentence: z.string(),
});
export type WebhookTestView = z.infer<typeof webhookTestView>;

/** A text of somebody without write access, which steers no agent until a person lets it through. */
export const approvalView = z
  .object({
    kind: z.enum(["issue", "remark"]),
    project: z.string(),
    /** Of the issue, or of the change. */
    id: z.string(),
    by: z.string(),
    text: z.string(),
    /** Names this exact text; an edit makes another. */
    digest: z.string(),
  })
  .meta({ id: "Approval" });
export type ApprovalView = z.infer<typeof approvalView>;

export const quotaView = z
  .object({
    credential: z.string(),
    /** Of the last hour. */
    requests: z.number().int(),
    unchanged: z.number().int(),
    writes: z.number().int(),
    /** Asked by agents for themselves. */
    agents: z.number().int(),
    cost: z.record(z.string(), z.number()),
    budgets: z.array(z.object({ name: z.string(), limit: z.number(), remaining: z.number() })),
    restsUntil: moment.nullable(),
    /** Why it rests; empty: it does not. */
    restsBecause: z.string(),
    waiting: z.number().int(),
  })
  .meta({ id: "Quota" });
export type QuotaView = z.infer<typeof quotaView>;

/** What could not be read of a project's tracker or forge at the last look; what is shown of it is older. */
export const unreadView = z
  .object({
    project: z.string(),
    /** `all`: the project cannot be opened as its settings say. */
    what: z.enum(["issues", "changes", "all"]),
    /** Null with `all`. */
    since: moment.nullable(),
    attempts: z.number().int(),
    why: z.string(),
  })
  .meta({ id: "Unread" });
export type UnreadView = z.infer<typeof unreadView>;

/** A channel of notices that takes none now; what it was not told is tried again for a day. */
export const failingChannelView = z
  .object({
    name: z.string(),
    /** Since when it has taken nothing. */
    since: moment,
    lastAt: moment,
    attempts: z.number().int(),
    why: z.string(),
  })
  .meta({ id: "FailingChannel" });
export type FailingChannelView = z.infer<typeof failingChannelView>;
