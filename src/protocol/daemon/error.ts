/** The one form of every refusal. */
import * as z from "zod";

/** What a client branches on. The sentence is for people. */
export const errorCode = z.enum([
  /** The request itself is wrong; sending it again is useless. */
  "bad_request",
  /** No token, a wrong one, or a ticket that was used or is too old. */
  "unauthorized",
  /** A foreign Host or Origin. */
  "forbidden",
  "not_found",
  "method_not_allowed",
  /** Several sessions have that name or issue; `candidates` names them. */
  "ambiguous",
  /** It cannot be done in the present state. */
  "conflict",
  /** Another live session works on that issue; `candidates` names it. */
  "issue_taken",
  /** The Idempotency-Key was used for another request. */
  "key_reused",
  "too_large",
  /** Not now: the daemon is coming up or going down, or a part that is needed does not answer. Ask again. */
  "unavailable",
  "internal",
]);
export type ErrorCode = z.infer<typeof errorCode>;

/** A fact that a verdict rests on: fulfilled, not fulfilled, or (null) neither. */
export const fact = z.object({ ok: z.boolean().nullable(), name: z.string(), text: z.string() }).meta({ id: "Fact" });
export type Fact = z.infer<typeof fact>;

export const errorView = z
  .object({
    code: errorCode,
    /** What did not happen, and why. */
    message: z.string(),
    /** A command to be typed next. */
    try: z.string().optional(),
    facts: z.array(fact).optional(),
    /** Ids, where the name that was given fits several. */
    candidates: z.array(z.string()).optional(),
  })
  .meta({ id: "Refusal" });
export type ErrorView = z.infer<typeof errorView>;

export const errorBody = z.object({ error: errorView }).meta({ id: "RefusalBody" });
export type ErrorBody = z.infer<typeof errorBody>;
