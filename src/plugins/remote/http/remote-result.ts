import type { CommonCode, SlotError } from "../../../slots/result.ts";

/** `gone`: it is not there. `conflict`: it is not as the request supposed (another head, another state). */
export type RemoteCode = CommonCode | "gone" | "conflict";

export type RemoteFailure = SlotError<RemoteCode> & {
  /** Null: there was no answer. */
  readonly status: number | null;
  /** What the other side said, in its own words; shortened, secrets taken out. */
  readonly said: string;
};

/** Fits every slot's result whose codes include `gone` and `conflict`; a plugin that promises less maps them. */
export type RemoteResult<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: RemoteFailure };

export function failRemote(
  code: RemoteCode,
  message: string,
  facts: { readonly status?: number; readonly said?: string; readonly retryAfterMs?: number } = {},
): { readonly ok: false; readonly error: RemoteFailure } {
  const { status = null, said = "", retryAfterMs } = facts;
  const error = { code, message, status, said };
  return { ok: false, error: retryAfterMs === undefined ? error : { ...error, retryAfterMs } };
}
