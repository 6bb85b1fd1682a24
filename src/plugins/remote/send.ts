/**
 * One HTTP exchange, redirects included. Within the same origin a redirect of a reading is followed (a repository that
 * was renamed); to anywhere else only where the caller allows it (logs lie in a store of their own), and then without the
 * credential.
 */
import { remoteFailure, type RemoteResult } from "./remote-result.ts";

export type Fetch = (url: URL, init: RequestInit) => Promise<Response>;

export type Sending = {
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

const REDIRECTS_MAX = 3;

export async function send(fetchIt: Fetch, sending: Sending): Promise<RemoteResult<Response>> {
  let { url } = sending;
  for (let hops = 0; hops <= REDIRECTS_MAX; hops += 1) {
    const isHome = url.origin === sending.url.origin;
    const sent = await attempt(fetchIt, sending, url, isHome);
    if (!sent.ok) return sent;
    const next = redirectOf(sent.value, url);
    if (next === null) return sent;
    await sent.value.body?.cancel();
    const refused = whyNot(sending, next);
    if (refused !== null) return remoteFailure("refused", refused, { status: sent.value.status });
    url = next;
  }
  return remoteFailure("refused", `${sending.name} sent us on more than ${REDIRECTS_MAX} times`);
}

async function attempt(
  fetchIt: Fetch,
  { name, method, headers, secret, body, signal }: Sending,
  url: URL,
  isHome: boolean,
): Promise<RemoteResult<Response>> {
  try {
    const init: RequestInit = { method, headers: isHome ? { ...headers, ...secret } : {}, redirect: "manual", signal };
    return { ok: true, value: await fetchIt(url, body === null ? init : { ...init, body }) };
  } catch (error) {
    return remoteFailure("unavailable", `${name} could not be reached: ${reasonOf(error)}`);
  }
}

function redirectOf({ status, headers }: Response, from: URL): URL | null {
  const location = headers.get("location");
  const isRedirect = [301, 302, 303, 307, 308].includes(status);
  return isRedirect && location !== null && URL.canParse(location, from) ? new URL(location, from) : null;
}

function whyNot({ name, url, method, mayLeaveHost }: Sending, next: URL): string | null {
  if (method !== "GET" && method !== "HEAD") return `${name} sent a write on to another address; it was not repeated`;
  if (next.origin === url.origin) return null;
  if (!mayLeaveHost) return `${name} sent us on to another host, ${next.host}; nothing was asked there`;
  return next.protocol === "https:" || next.hostname === url.hostname
    ? null
    : `${name} sent us on to an address that is not encrypted; nothing was asked there`;
}

/** Only the kind of failure: addresses may hold secrets. */
export function reasonOf(error: unknown): string {
  if (error instanceof DOMException && error.name === "TimeoutError") return "no answer in time";
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && "code" in cause) return String(cause.code);
  return error instanceof Error ? error.name : "the request failed";
}
