/**
 * Who may ask. Every request must be addressed to a name of ours: a page whose name was made to point here is not. A
 * request that a page made carries its Origin, and that must be ours. Then the token, or the cookie that stands for it.
 */
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { refusal } from "./refusal.ts";
import { isSame, type Cookies, type SessionTokens } from "./secrets.ts";

/** `session`: an agent, which speaks of its own session and reads only. */
export type Caller = "program" | "browser" | { readonly session: string };

export type Doorman = {
  /** Throws unless the request is addressed to us, and comes from no foreign page. */
  readonly admit: (request: IncomingMessage) => void;
  /** Throws unless the caller may command the daemon. */
  readonly identify: (request: IncomingMessage) => Caller;
};

export type DoormanOptions = {
  readonly token: string;
  readonly cookies: Cookies;
  readonly sessions: SessionTokens;
  /** Names beside those of the loopback interface, as configured now: `host` or `host:port`. */
  readonly allowedHosts: () => readonly string[];
  readonly nowMs: () => number;
};

export function doorman(options: DoormanOptions): Doorman {
  return {
    admit: (request) => {
      checkHost(request.headers, options.allowedHosts());
      checkOrigin(request.headers);
    },
    identify: (request) => identify(request, options),
  };
}

const LOOPBACK = ["127.0.0.1", "localhost"];

function checkHost({ host = "" }: IncomingHttpHeaders, allowed: readonly string[]): void {
  const asked = host.toLowerCase();
  const name = asked.replace(/:\d+$/, "");
  if (LOOPBACK.includes(name) || allowed.some((ours) => [asked, name].includes(ours.toLowerCase()))) return;
  throw refusal(
    "forbidden",
    "this address is not served under that name; a name of your own belongs into server.allowedHosts",
  );
}

/** A page's own origin is the host it asked for, whatever port or proxy led it here. */
function checkOrigin({ origin, host = "" }: IncomingHttpHeaders): void {
  if (origin === undefined || isOurs(origin, host)) return;
  throw refusal("forbidden", `nothing was done: the page at ${shown(origin)} may not command this daemon`);
}

const isOurs = (origin: string, host: string): boolean =>
  [`http://${host}`, `https://${host}`].includes(origin.toLowerCase()) && host !== "";

const shown = (text: string): string => JSON.stringify(text.slice(0, 100));

function identify(request: IncomingMessage, { token, cookies, sessions, nowMs }: DoormanOptions): Caller {
  const { authorization, cookie } = request.headers;
  if (authorization !== undefined) {
    const given = /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? "";
    if (isSame(given, token)) return "program";
    const session = sessions.sessionOf(given);
    if (session !== null) return { session };
    throw unauthorized("the token is wrong");
  }
  if (!cookies.accepts(cookie, nowMs())) throw unauthorized("a token is missing");
  if (!isFromOurPage(request)) throw refusal("forbidden", "nothing was done: the cookie counts only from our own page");
  return "browser";
}

/** Pages of another port of this machine share our cookies. What changes something must name its page. */
function isFromOurPage({ method = "", headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  return headers.origin !== undefined || method === "GET" || method === "HEAD";
}

function unauthorized(why: string) {
  const message = `nothing was done: ${why}. Send the header\nAuthorization: Bearer $(ao token)`;
  const refused = refusal("unauthorized", message, { try: 'curl -H "Authorization: Bearer $(ao token)" …' });
  return Object.assign(refused, { headers: { "www-authenticate": 'Bearer realm="ao"' } });
}
