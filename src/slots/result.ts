/**
 * What a slot answers when the world is not as hoped. Expected failures are values with a closed `code`; anything thrown
 * is a programmer's error of the plugin and is treated like `unavailable`, once logged.
 */
export type SlotResult<T, Code extends string = never> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: SlotError<Code | CommonCode> };

export type SlotError<Code extends string = CommonCode> = {
  readonly code: Code;
  /** A sentence for people: what went wrong and, where there is one, what to do. No secrets. */
  readonly message: string;
  /** With `rate_limited`: nothing of this credential may be asked before then. */
  readonly retryAfterMs?: number;
};

/**
 * - `unavailable`: not reached, or an answer got lost; the deed may or may not have been done. Asked again later.
 * - `rate_limited`: refused for now, nothing was done.
 * - `refused`: will never be done as asked (permission, validation); asking again is useless.
 */
export type CommonCode = "unavailable" | "rate_limited" | "refused";

export const ok = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });

export const failed = <Code extends string>(
  code: Code,
  message: string,
  retryAfterMs?: number,
): { readonly ok: false; readonly error: SlotError<Code> } => ({
  ok: false,
  error: retryAfterMs === undefined ? { code, message } : { code, message, retryAfterMs },
});
