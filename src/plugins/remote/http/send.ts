/**
 * One HTTP exchange, redirects included. Within the same origin a redirect of a reading is followed, and whoever asked hears
 * that the thing has moved: what is answered may be another one's. To anywhere else only where the caller allows it (logs lie
 * in a store of their own), and then without the credential.
 */
import { failRemote, type RemoteFailure, type RemoteResult } from "./remote-result.ts";

export type FetchUrl = (url: URL, init: RequestInit) => Promise<Response>;

export type RequestToSend = {
  readonly name: string;
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Headers that only the forge itself may see. */
  readonly secret: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly mayLeaveHost: boolean;
  readonly signal: AbortSignal;
};

export type Sent = {
  readonly response: Response;
  /** It came from another address of the same origin, where the thing lies for good now. */
  readonly isMoved: boolean;
};

const REDIRECTS_MAX = 3;
/** What is answered with these lies elsewhere for good. */
const MOVED: readonly number[] = [301, 308];

/** The other side said that the thing lies elsewhere for good, and it was not asked for there. */
export const isMovedStatus = (status: number | null): boolean => status !== null && MOVED.includes(status);

export async function sendRemote(fetchIt: FetchUrl, sending: RequestToSend): Promise<RemoteResult<Sent>> {
  let { url } = sending;
  let isMoved = false;
  for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
    const isHome = url.origin === sending.url.origin;
    const sent = await attemptSend(fetchIt, sending, url, isHome);
    if (!sent.ok) return sent;
    const { status, body } = sent.value;
    const next = findRedirect(sent.value, url);
    if (next === null) return { ok: true, value: { response: sent.value, isMoved } };
    await body?.cancel();
    const refused = explainNotFollowed(sending, next);
    if (refused !== null) return failRemote(chooseCode(sending, status), refused, { status });
    isMoved ||= isMovedStatus(status) && next.origin === url.origin;
    url = next;
  }
  return failRemote("refused", `${sending.name} sent us on more than ${REDIRECTS_MAX} times`);
}

/** A write that is sent on for a while is tried again later where it belongs; after a 303 it may even have been done. */
const chooseCode = (sending: RequestToSend, status: number): "refused" | "unavailable" =>
  isReading(sending) || isMovedStatus(status) ? "refused" : "unavailable";

async function attemptSend(
  fetchIt: FetchUrl,
  { name, method, headers, secret, body, signal }: RequestToSend,
  url: URL,
  isHome: boolean,
): Promise<RemoteResult<Response>> {
  try {
    const init: RequestInit = { method, headers: isHome ? { ...headers, ...secret } : {}, redirect: "manual", signal };
    return { ok: true, value: await fetchIt(url, body === null ? init : { ...init, body }) };
  } catch (error) {
    return failRemote("unavailable", `${name} could not be reached: ${explainError(error)}`);
  }
}

function findRedirect({ status, headers }: Response, from: URL): URL | null {
  const location = headers.get("location");
  const isRedirect = [301, 302, 303, 307, 308].includes(status);
  return isRedirect && location !== null && URL.canParse(location, from) ? new URL(location, from) : null;
}

const isReading = ({ method }: RequestToSend): boolean => method === "GET" || method === "HEAD";

function explainNotFollowed(sending: RequestToSend, next: URL): string | null {
  const { name, url, mayLeaveHost } = sending;
  if (!isReading(sending)) return `${name} sent a write on to another address; it was not repeated`;
  if (next.origin === url.origin) return null;
  if (!mayLeaveHost) return `${name} sent us on to another host, ${next.host}; nothing was asked there`;
  return next.protocol === "https:" || next.hostname === url.hostname
    ? null
    : `${name} sent us on to an address that is not encrypted; nothing was asked there`;
}

const NO_ANSWER = "no answer in time";

/** The other side, or whoever stands before it, took longer than anybody waits. */
export const hasTimedOut = ({ status, said, message }: RemoteFailure): boolean =>
  status === 502 || status === 504 || message.endsWith(NO_ANSWER) || /time-?out|timed out/i.test(said);

/** Only the kind of failure: addresses may hold secrets. */
export function explainError(error: unknown): string {
  if (error instanceof DOMException && error.name === "TimeoutError") return NO_ANSWER;
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && "code" in cause) return String(cause.code);
  return error instanceof Error ? error.name : "the request failed";
}
