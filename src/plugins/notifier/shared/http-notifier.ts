/** A notifier that tells by one HTTP request. */
import { unknown } from "../../../domain/known.ts";
import type { Notice, NotifierPlugin } from "../../../slots/notifier.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";

export type NoticeRequest = {
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
};

type Manners = {
  /** The address means nobody any more: nothing is left to tell. Left out: a wrong address is for a person to mend. */
  readonly onGone?: () => void;
};

const TIMEOUT_MS = 10_000;
const GONE: readonly number[] = [404, 410];
/** Where a channel says "later" without saying when. */
const LATER_MS = 30_000;

export function httpNotifier(
  name: string,
  requestFor: (notice: Notice) => NoticeRequest,
  manners: Manners = {},
): NotifierPlugin {
  return {
    name,
    notify: (notice) => post(name, requestFor(notice), manners),
    wasSent: () => Promise.resolve(ok(unknown(`${name} cannot be asked what it received`))),
  };
}

async function post(
  name: string,
  { url, headers, body }: NoticeRequest,
  { onGone }: Manners,
): Promise<SlotResult<null>> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (onGone === undefined || !GONE.includes(response.status)) return read(name, response);
    onGone();
    return ok(null);
  } catch (error) {
    return failed("unavailable", `${name} could not be reached: ${reasonOf(error)}`);
  }
}

function read(name: string, { ok: accepted, status, headers }: Response): SlotResult<null> {
  if (accepted) return ok(null);
  const answered = `${name} answered ${status}`;
  if (status === 429) return failed("rate_limited", `${answered}: too many notices`, retryAfterMs(headers));
  if (status >= 500 || status === 408) return failed("unavailable", answered);
  return failed("refused", `${answered}: look at its address and token in the settings`);
}

function retryAfterMs(headers: Headers): number {
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : LATER_MS;
}

/** The address may hold a secret (Slack, Telegram): only the kind of failure is told. */
function reasonOf(error: unknown): string {
  if (error instanceof DOMException && error.name === "TimeoutError") return "no answer in time";
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && "code" in cause) return String(cause.code);
  return error instanceof Error ? error.name : "the request failed";
}
