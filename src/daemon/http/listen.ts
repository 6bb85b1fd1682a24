/** The daemon's HTTP server: one socket for the API, the dashboard and the terminals. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { healthPath, type Health } from "../../protocol/health.ts";
import { loginPath, terminalPath, webhookPath } from "../../protocol/paths.ts";
import { isOutage } from "../../lib/database/store-error.ts";
import type { Log } from "../../engine/deps.ts";
import { isForAgents } from "../agent-api/agent-door.ts";
import type { Doorman } from "./access.ts";
import { answerApi, type Api } from "./answer.ts";
import type { Exchange } from "./endpoint.ts";
import { refuseOthers } from "./own-session.ts";
import { sendFile, sendNoDashboard, sendSignIn } from "./pages.ts";
import { Refusal, refusal } from "./refusal.ts";
import { sendJson, sendPage, sendRefusal } from "./respond.ts";
import { findRoute } from "./router.ts";
import type { Tickets } from "./tickets.ts";

export type Listening = { readonly port: number; readonly close: () => Promise<void> };

export type Upgrade = { readonly request: IncomingMessage; readonly socket: Duplex; readonly head: Buffer };

export type Site = {
  readonly api: Api;
  readonly doorman: Doorman;
  readonly health: (port: number) => Health;
  readonly logins: Tickets<"login">;
  /** The header that signs a browser in. */
  readonly newCookie: () => string;
  /** Opens the terminal that a ticket is good for; throws a refusal. */
  readonly openTerminal: (ticket: string, upgrade: Upgrade) => Promise<void>;
  /** Takes a delivery that proves by itself who sent it. */
  readonly receiveWebhook: (source: string, url: URL, exchange: Exchange) => Promise<void>;
  /** Takes what an agent asks its forge; its key says whose it is. */
  readonly receiveAgentCall: (url: URL, exchange: Exchange) => Promise<void>;
  readonly dashboard: string | null;
  readonly onConnection: (socket: Socket) => void;
  readonly log: Log;
};

/** Answers under way have this long; a browser also holds a socket in reserve on which it never asks anything. */
const GRACE_MS = 1_000;
const HEADERS_WITHIN_MS = 10_000;
const REQUEST_WITHIN_MS = 30_000;
const KEEP_ALIVE_MS = 65_000;

export async function listen(site: Site, at: { readonly host: string; readonly port: number }): Promise<Listening> {
  const closing = new AbortController();
  const server = createServer({
    headersTimeout: HEADERS_WITHIN_MS,
    requestTimeout: REQUEST_WITHIN_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  server.on("connection", site.onConnection);
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const left = new AbortController();
    response.once("close", () => left.abort());
    const signal = AbortSignal.any([left.signal, closing.signal]);
    answer(site, { request, response, signal, port: portOf(server) }).catch((error: unknown) => {
      sendRefusal(response, asRefusal(error, site.log, request));
    });
  });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", (error) => site.log.info({ error }, "a terminal's connection broke"));
    upgrade(site, { request, socket, head }).catch((error: unknown) => {
      const { status, message } = asRefusal(error, site.log, request);
      socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-type: text/plain\r\n\r\n${message}\n`);
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(at.port, at.host, resolve);
  });
  return { port: portOf(server), close: () => close(server, closing) };
}

type Asked = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly signal: AbortSignal;
  readonly port: number;
};

async function answer(site: Site, { request, response, signal, port }: Asked): Promise<void> {
  site.doorman.admit(request);
  const url = urlOf(request);
  const { method = "GET" } = request;
  if (url.pathname === healthPath && isReading(method))
    return sendJson(response, 200, JSON.stringify(site.health(port)));
  if (url.pathname === loginPath) return signIn(site, request, response, url);
  if (!url.pathname.startsWith("/api/")) return answerPage(site, request, response, url);
  if (isForAgents(url.pathname)) return site.receiveAgentCall(url, { request, response });
  const delivery = method === "POST" ? deliveryFrom(url) : null;
  if (delivery !== null) return site.receiveWebhook(delivery, url, { request, response });
  const caller = site.doorman.identify(request);
  const match = findRoute(method, url.pathname);
  refuseOthers(caller, match, url);
  if (signal.aborted) throw refusal("unavailable", "nothing was done: the daemon is going down; ask again in a moment");
  await answerApi(site.api, { match, url, request, response, call: { caller, signal, url: url.origin } });
}

/** Whose delivery is sent to this address; null: it is none for deliveries. */
function deliveryFrom({ pathname }: URL): string | null {
  const name = pathname.startsWith(webhookPath) ? pathname.slice(webhookPath.length) : "";
  return name === "" || name.includes("/") ? null : name;
}

async function answerPage(site: Site, request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
  if (!isReading(request.method ?? "")) throw refusal("method_not_allowed", `${url.pathname} can only be read`);
  try {
    const caller = site.doorman.identify(request);
    if (typeof caller !== "string") throw refusal("forbidden", "an agent's token opens no page");
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return sendSignIn(response, "This browser is not signed in to the daemon.");
  }
  if (site.dashboard === null) return sendNoDashboard(response);
  await sendFile(response, site.dashboard, url.pathname);
}

/** A browser that only looks ahead does not use the ticket up. */
function signIn(site: Site, request: IncomingMessage, response: ServerResponse, url: URL): void {
  if (request.method !== "GET") throw refusal("method_not_allowed", `${loginPath} can only be read`);
  if (String(request.headers["sec-purpose"] ?? "").includes("prefetch")) return sendPage(response, 204, "");
  if (site.logins.redeem(url.searchParams.get("ticket") ?? "") === null)
    return sendSignIn(response, "This link was used before, or is older than a minute.");
  sendPage(response, 303, "", { location: pageOf(url), "set-cookie": site.newCookie() });
}

/** The page that was asked for, if it is one of ours: a path, which no browser takes for another host. */
function pageOf({ searchParams }: URL): string {
  const page = searchParams.get("to") ?? "/";
  return /^\/(?![/\\])[\x21-\x7e]*$/.test(page) ? page : "/";
}

/** The ticket was given to somebody with the token or the cookie, and is good once. */
async function upgrade(site: Site, asked: Upgrade): Promise<void> {
  site.doorman.admit(asked.request);
  const url = urlOf(asked.request);
  if (url.pathname !== terminalPath) throw refusal("not_found", `there is no WebSocket at ${url.pathname}`);
  await site.openTerminal(url.searchParams.get("ticket") ?? "", asked);
}

const isReading = (method: string): boolean => method === "GET" || method === "HEAD";

function urlOf({ url = "/", headers }: IncomingMessage): URL {
  if (!url.startsWith("/") || !URL.canParse(url, `http://${headers.host}`))
    throw refusal("bad_request", "nothing was done: the address is none of ours");
  return new URL(url, `http://${headers.host}`);
}

/** What passes when a person, or time, has made room. Asked again with the same key it is done once. */
function outageOf(error: unknown): string | null {
  if (isOutage(error) && error instanceof Error) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return ["ENOSPC", "EDQUOT"].includes(code) ? "the disk is full: free some space, ao goes on by itself" : null;
}

function asRefusal(error: unknown, log: Log, { method, url = "/" }: IncomingMessage): Refusal {
  if (error instanceof Refusal) return error;
  const path = url.split("?")[0];
  log.error({ method, path, error }, "a request failed");
  const outage = outageOf(error);
  if (outage !== null) return refusal("unavailable", outage, { try: "ao doctor" });
  return refusal("internal", `the daemon failed at ${path}; its log says how`, { try: "ao doctor" });
}

function close(server: Server, closing: AbortController): Promise<void> {
  closing.abort();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close((error) => {
      clearTimeout(timer);
      if (error === undefined) resolve();
      else reject(error);
    });
    server.closeIdleConnections();
  });
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
