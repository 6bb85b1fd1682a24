/** A notifier that tells by one HTTP request, and by another one that what it told is over. */
import { unknown } from "../../../domain/model/known.ts";
import type { Notice, NotifierPlugin, SentNotice } from "../../../slots/notifier.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import { readBytes } from "../../remote/http/read-bytes.ts";

export type NoticeRequest = {
  readonly method?: "POST" | "PATCH";
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
};

type Manners = {
  /** The address means nobody any more: nothing is left to tell. Left out: a wrong address is for a person to mend. */
  readonly onGone?: () => void;
  /** Reads what the channel answered: by what it knows the message, or why it did not take it. Left out: neither is told. */
  readonly read?: (answer: string) => SlotResult<string | null>;
  /** How it is told that a notice is over; null: it cannot be, of this one. Left out: messages there cannot be changed. */
  readonly settle?: (told: SentNotice) => NoticeRequest | null;
};

const TIMEOUT_MS = 10_000;
/** An answer holds the message again, and little else. */
const ANSWER_BYTES_MAX = 256 * 1024;
const GONE: readonly number[] = [404, 410];
const UNREADABLE: readonly number[] = [400, 413, 415, 422];
/** Where a channel says "later" without saying when. */
const LATER_MS = 30_000;

export function createHttpNotifier(
  name: string,
  requestFor: (notice: Notice) => NoticeRequest,
  manners: Manners = {},
): NotifierPlugin {
  const { settle } = manners;
  const settled = async (told: SentNotice): Promise<SlotResult<null>> => {
    const request = settle?.(told) ?? null;
    // What is not there any more is as over as it can be.
    const gone = { onGone: () => undefined, ...manners };
    const answered = request === null ? ok(null) : await send(name, request, gone);
    return answered.ok ? ok(null) : answered;
  };
  return {
    name,
    notify: (notice) => send(name, requestFor(notice), manners),
    wasSent: () => Promise.resolve(ok(unknown(`${name} cannot be asked what it received`))),
    ...(settle === undefined ? {} : { settle: settled }),
  };
}

async function send(
  name: string,
  { method = "POST", url, headers, body }: NoticeRequest,
  { onGone, read }: Manners,
): Promise<SlotResult<string | null>> {
  try {
    const response = await fetch(url, {
      method,
      headers: { "content-type": "application/json", ...headers },
      body,
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    // Where the answer breaks off, its status has said that the notice was taken.
    const [answer] = await Promise.allSettled([readBytes(response.body, ANSWER_BYTES_MAX)]);
    if (onGone !== undefined && GONE.includes(response.status)) {
      onGone();
      return ok(null);
    }
    const judged = judge(name, response);
    return judged.ok && read !== undefined
      ? read(answer.status === "fulfilled" ? (answer.value?.toString() ?? "") : "")
      : judged;
  } catch (error) {
    return failed("unavailable", `${name} could not be reached: ${explainError(error)}`);
  }
}

function judge(name: string, { ok: accepted, status, headers }: Response): SlotResult<null> {
  if (accepted) return ok(null);
  const answered = `${name} answered ${status}`;
  if (status === 429) return failed("rate_limited", `${answered}: too many notices`, retryAfterMs(headers));
  if (status >= 500 || status === 408) return failed("unavailable", answered);
  // What a person mends within the day still gets through; only a notice that cannot be read never will.
  const code = UNREADABLE.includes(status) ? "refused" : "unavailable";
  return failed(code, `${answered}: look at its address and token in the settings`);
}

function retryAfterMs(headers: Headers): number {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : LATER_MS;
}

/** The address may hold a secret (Slack, Telegram): only the kind of failure is told. */
function explainError(error: unknown): string {
  if (error instanceof DOMException && error.name === "TimeoutError") return "no answer in time";
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && "code" in cause) return String(cause.code);
  return error instanceof Error ? error.name : "the request failed";
}
