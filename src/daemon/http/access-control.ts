/**
 * Who may ask. Every request must be addressed to a name of ours: a page whose name was made to point here is not. A
 * request that a page made carries its Origin, and that must be ours. Then a token, always in a header: what a browser sends
 * by itself (a cookie, say) it sends to every port of a machine, and so to servers of agents.
 */
import { isSameSecret } from "../../lib/same-secret.ts";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { limits } from "../../domain/model/limits.ts";
import { isBrowserToken, type Browsers } from "./browsers.ts";
import { refuse } from "./refusal.ts";
import type { SessionTokens } from "./secrets.ts";

export type Caller =
  | { readonly kind: "program" }
  | { readonly kind: "browser"; readonly id: string }
  /** It speaks of its own session, and reads only. */
  | { readonly kind: "agent"; readonly session: string }
  /** Has shown nothing, and needs nothing for what it asks. */
  | { readonly kind: "nobody" };

export type AccessControl = {
  /** Throws unless the request is addressed to us, and comes from no foreign page. */
  readonly admit: (request: IncomingMessage) => void;
  /** Throws unless the caller may command the daemon. */
  readonly identify: (request: IncomingMessage) => Caller;
};

export type AccessOptions = {
  readonly token: string;
  readonly browsers: Pick<Browsers, "identify">;
  readonly sessions: SessionTokens;
  /** Names beside those of the loopback interface, as configured now: `host` or `host:port`. */
  readonly allowedHosts: () => readonly string[];
};

export function createAccessControl(options: AccessOptions): AccessControl {
  return {
    admit: (request) => {
      checkHeaders(request);
      checkHost(request.headers, options.allowedHosts());
      checkOrigin(request.headers);
    },
    identify: (request) => identify(request, options),
  };
}

/** What decides something is said once: of two, one part of us might read the first and another the last. */
const ONCE = ["host", "origin", "authorization", "content-type", "content-length", "idempotency-key", "last-event-id"];

function checkHeaders({ rawHeaders, headersDistinct }: IncomingMessage): void {
  if (rawHeaders.length > 2 * limits.requestHeadersMax)
    throw refuse("bad_request", `nothing was done: more than ${limits.requestHeadersMax} headers`);
  const doubled = ONCE.find((name) => (headersDistinct[name]?.length ?? 0) > 1);
  if (doubled !== undefined) throw refuse("bad_request", `nothing was done: the header ${doubled} is given twice`);
}

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

function checkHost({ host = "" }: IncomingHttpHeaders, allowed: readonly string[]): void {
  const asked = host.toLowerCase();
  const name = asked.replace(/:\d+$/, "");
  if (LOOPBACK.includes(name) || allowed.some((ours) => [asked, name].includes(ours.toLowerCase()))) return;
  throw refuse(
    "forbidden",
    "this address is not served under that name; a name of your own belongs into server.allowedHosts",
  );
}

/** A page's own origin is the host it asked for, whatever port or proxy led it here. */
function checkOrigin({ origin, host = "" }: IncomingHttpHeaders): void {
  if (origin === undefined || isOurs(origin, host)) return;
  throw refuse("forbidden", `nothing was done: the page at ${showText(origin)} may not command this daemon`);
}

const isOurs = (origin: string, host: string): boolean =>
  [`http://${host}`, `https://${host}`].includes(origin.toLowerCase()) && host !== "";

const showText = (text: string): string => JSON.stringify(text.slice(0, 100));

function identify({ headers }: IncomingMessage, { token, browsers, sessions }: AccessOptions): Caller {
  const { authorization } = headers;
  if (authorization === undefined) throw refuseUnauthorized("a token is missing");
  const given = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? "";
  if (isSameSecret(given, token)) return { kind: "program" };
  const session = sessions.sessionOf(given);
  if (session !== null) return { kind: "agent", session };
  const browser = browsers.identify(given);
  if (browser !== null) return { kind: "browser", id: browser };
  throw isBrowserToken(given) ? refuseSignedOut() : refuseUnauthorized("the token is wrong");
}

function refuseSignedOut() {
  return refuse("unauthorized", "nothing was done: this browser is not signed in any more", { try: "ao dashboard" });
}

function refuseUnauthorized(why: string) {
  const message = `nothing was done: ${why}. Send the header\nAuthorization: Bearer $(ao token)`;
  const refused = refuse("unauthorized", message, { try: 'curl -H "Authorization: Bearer $(ao token)" …' });
  return Object.assign(refused, { headers: { "www-authenticate": 'Bearer realm="ao"' } });
}
