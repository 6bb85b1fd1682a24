/** The daemon's HTTP server: one socket for the API, the dashboard and the terminals. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSocketServer, type Server as SocketServer, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { healthPath, type Health } from "../../protocol/daemon/health.ts";
import { terminalPath, webhookPath } from "../../protocol/paths.ts";
import { limits } from "../../domain/model/limits.ts";
import { isOutage } from "../../lib/database/store-error.ts";
import { hasCode } from "../../lib/files/if-there.ts";
import { describeDiskError, isSystemDiskError } from "../../lib/disk-errors/system-disk-error.ts";
import type { Log } from "../../engine/deps.ts";
import { isForAgents } from "../agent-api/interface-paths.ts";
import type { Caller, AccessControl } from "./access-control.ts";
import { answerApi } from "./answer.ts";
import type { Browsers } from "./browsers.ts";
import { limitConnections, type Connections } from "./connections.ts";
import type { Api } from "./dispatch.ts";
import type { Exchange } from "./endpoint.ts";
import { sendFile, sendNoDashboard } from "./pages.ts";
import { readQuery } from "./read-query.ts";
import { Refusal, refuse } from "./refusal.ts";
import { sendJson, sendRefusal } from "./respond.ts";
import { isOpenRoute } from "./rights.ts";
import { findRoute } from "./router.ts";

export type ListeningServer = { readonly port: number; readonly close: () => Promise<void> };

export type Upgrade = { readonly request: IncomingMessage; readonly socket: Duplex; readonly head: Buffer };

export type ServerParts = {
  readonly api: Api;
  readonly doorman: AccessControl;
  readonly health: (port: number) => Health;
  readonly browsers: Pick<Browsers, "signalOf">;
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
/** Node looks only so often whether somebody takes longer. */
const LOOK_EVERY_MS = 1_000;
const HEADER_BYTES_MAX = 16 * 1024;
const KEEP_ALIVE_MS = 65_000;

export async function listen(
  site: ServerParts,
  at: { readonly host: string; readonly port: number },
): Promise<ListeningServer> {
  const closing = new AbortController();
  const server = createServer({
    headersTimeout: HEADERS_WITHIN_MS,
    requestTimeout: REQUEST_WITHIN_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: LOOK_EVERY_MS,
    maxHeaderSize: HEADER_BYTES_MAX,
  });
  // Else Node drops what comes after the two thousandth, unread.
  server.maxHeadersCount = 0;
  const connections = limitConnections(server);
  server.on("connection", site.onConnection);
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const left = new AbortController();
    response.once("close", () => left.abort());
    const signal = AbortSignal.any([left.signal, closing.signal]);
    answerRequest(site, { request, response, signal, connections, port: getPort(server) }).catch((error: unknown) => {
      sendRefusal(response, toRefusal(error, site.log, request));
    });
  });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", (error) => site.log.info({ error }, "a terminal's connection broke"));
    upgrade(site, connections, { request, socket, head }).catch((error: unknown) => {
      const { status, message } = toRefusal(error, site.log, request);
      socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-type: text/plain\r\n\r\n${message}\n`);
    });
  });
  await listenOn(server, at);
  const twin = await listenOnTwin(server, at).catch(async (error: unknown) => {
    await close(server, closing);
    throw error;
  });
  return {
    port: getPort(server),
    close: () => {
      twin?.close();
      return close(server, closing);
    },
  };
}

type Address = { readonly host: string; readonly port: number };

function listenOn(server: SocketServer, at: Address): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ ...at, backlog: limits.connectionBacklog }, resolve);
  });
}

/**
 * `localhost` is 127.0.0.1 and ::1. Who listened on our port of the other one would answer for us there, so we take both.
 * Null: there is no such address on this machine, or it is not meant.
 */
async function listenOnTwin(server: Server, { host, port }: Address): Promise<SocketServer | null> {
  if (host !== "127.0.0.1") return null;
  const twin = createSocketServer((socket) => server.emit("connection", socket));
  try {
    await listenOn(twin, { host: "::1", port: getPort(server) });
    return twin;
  } catch (error) {
    // A port that nobody has asked for by its number is known to nobody.
    if (hasCode(error, "EADDRNOTAVAIL", "EAFNOSUPPORT") || (port === 0 && hasCode(error, "EADDRINUSE"))) return null;
    throw error;
  }
}

type Asked = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly signal: AbortSignal;
  readonly connections: Connections;
  readonly port: number;
};

async function answerRequest(site: ServerParts, asked: Asked): Promise<void> {
  const { request, response, signal, port } = asked;
  site.doorman.admit(request);
  const url = parseUrl(request);
  const { method = "GET" } = request;
  if (url.pathname === healthPath && isReading(method))
    return sendJson(response, 200, JSON.stringify(site.health(port)));
  if (!url.pathname.startsWith("/api/")) return answerPage(site, request, response, url);
  if (isForAgents(url.pathname)) return site.receiveAgentCall(url, { request, response });
  const delivery = method === "POST" ? findSender(url) : null;
  if (delivery !== null) return site.receiveWebhook(delivery, url, { request, response });
  const caller = identify(site, asked, url.pathname);
  const match = findRoute(method, url.pathname);
  if (signal.aborted) throw refuse("unavailable", "nothing was done: the daemon is going down; ask again in a moment");
  const until = caller.kind === "browser" ? AbortSignal.any([signal, site.browsers.signalOf(caller.id)]) : signal;
  await answerApi(site.api, { match, url, request, response, call: { caller, signal: until, url: url.origin } });
}

/** What needs no token asks for none, and tells nobody apart. */
function identify({ doorman: access }: ServerParts, { request, connections }: Asked, pathname: string): Caller {
  const { method = "GET", socket } = request;
  if (isOpenRoute(method, pathname)) return { kind: "nobody" };
  const caller = access.identify(request);
  connections.identify(socket, caller);
  return caller;
}

/** Whose delivery is sent to this address; null: it is none for deliveries. */
function findSender({ pathname }: URL): string | null {
  const name = pathname.startsWith(webhookPath) ? pathname.slice(webhookPath.length) : "";
  return name === "" || name.includes("/") ? null : name;
}

/** The page itself holds nothing of anybody's, so it is there for everybody: what it shows it asks for with its token. */
async function answerPage(
  site: ServerParts,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  if (!isReading(request.method ?? "")) throw refuse("method_not_allowed", `${url.pathname} can only be read`);
  if (site.dashboard === null) return sendNoDashboard(response);
  await sendFile(response, site.dashboard, url.pathname);
}

/** The ticket was given to somebody with a token, and is good once. */
async function upgrade(site: ServerParts, connections: Connections, asked: Upgrade): Promise<void> {
  site.doorman.admit(asked.request);
  const url = parseUrl(asked.request);
  if (url.pathname !== terminalPath) throw refuse("not_found", `there is no WebSocket at ${url.pathname}`);
  await site.openTerminal(readQuery(url)["ticket"] ?? "", asked);
  connections.identify(asked.socket, { kind: "program" });
}

const isReading = (method: string): boolean => method === "GET" || method === "HEAD";

function parseUrl({ url = "/", headers }: IncomingMessage): URL {
  if (!url.startsWith("/") || !URL.canParse(url, `http://${headers.host}`))
    throw refuse("bad_request", "invalid request URL");
  return new URL(url, `http://${headers.host}`);
}

/** What passes when a person, or time, has made room. Asked again with the same key it is done once. */
function describeOutage(error: unknown): string | null {
  if (isOutage(error) && error instanceof Error) return error.message;
  return isSystemDiskError(error) ? `${describeDiskError(error)}; ao continues automatically once that is fixed` : null;
}

function toRefusal(error: unknown, log: Log, { method, url = "/" }: IncomingMessage): Refusal {
  if (error instanceof Refusal) return error;
  const path = url.split("?")[0];
  log.error({ method, path, error }, "a request failed");
  const outage = describeOutage(error);
  if (outage !== null) return refuse("unavailable", outage, { try: "ao doctor" });
  return refuse("internal", `the daemon failed at ${path}; its log says how`, { try: "ao doctor" });
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

function getPort(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}
