/** The part of the proxy that speaks HTTP: CONNECT, plain requests in absolute form, and the daemon's own interface. */
import {
  createServer,
  request as send,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Duplex } from "node:stream";
import { formatTarget, parseAuthority, type NetworkTarget } from "../lib/network/host.ts";
import type { Gate, GateResult } from "./gate.ts";
import { joinSockets } from "./join-sockets.ts";

export type DaemonAddress = { readonly host: string; readonly port: number };

export type HttpProxyOptions = {
  readonly gate: Gate;
  /** Null: it is not running. */
  readonly daemon: () => DaemonAddress | null;
};

const HEADERS_WITHIN_MS = 30_000;

/** It listens nowhere: connections are handed to it by `connection` events. */
export function createHttpProxy({ gate, daemon }: HttpProxyOptions): Server {
  // A request may take as long as its body does: uploads, and answers of a model.
  const server = createServer({ headersTimeout: HEADERS_WITHIN_MS, requestTimeout: 0 });
  server.on("request", (request, response) => {
    const { url = "" } = request;
    const answered = url.startsWith("/")
      ? callDaemon(request, response, daemon())
      : passRequestOn(request, response, parseAbsolute(url), gate);
    answered.catch((error: unknown) => response.destroy(new Error(String(error))));
  });
  server.on("connect", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on("error", () => socket.destroy());
    const target = parseAuthority(request.url ?? "");
    tunnel({ socket, head, target, gate }).catch((error: unknown) => socket.destroy(new Error(String(error))));
  });
  server.on("clientError", (_, socket: Duplex) => {
    if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\nconnection: close\r\n\r\n");
    else socket.destroy();
  });
  return server;
}

type Tunnel = {
  readonly socket: Duplex;
  readonly head: Buffer;
  readonly target: NetworkTarget | null;
  readonly gate: Gate;
};

async function tunnel({ socket, head, target, gate }: Tunnel): Promise<void> {
  const opened = target === null ? NO_TARGET : await gate(target);
  if (!opened.ok) {
    const { status, text } = toHttpRefusal(opened);
    const lines = [`HTTP/1.1 ${status}`, "content-type: text/plain; charset=utf-8", "connection: close"];
    return void socket.end(`${lines.join("\r\n")}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }
  if (socket.destroyed) return void opened.socket.destroy();
  socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
  if (head.length > 0) opened.socket.write(head);
  joinSockets(socket, opened.socket);
}

type Refused = Extract<GateResult, { ok: false }>;

const NO_TARGET: Refused = { ok: false, reason: "failed", why: "the request names no host that could be reached" };

function toHttpRefusal({ reason, why }: Refused): {
  readonly code: number;
  readonly status: string;
  readonly text: string;
} {
  const [code, name] = reason === "blocked" ? [403, "Forbidden"] : [502, "Bad Gateway"];
  return { code, status: `${code} ${name}`, text: `Agent Orchestrator: ${why}.\n` };
}

type Absolute = { readonly target: NetworkTarget; readonly path: string; readonly host: string };

/** What is encrypted comes by CONNECT. Nobody's name or password stands in front of the host. */
function parseAbsolute(url: string): Absolute | null {
  const [, authority = "", rest = ""] = /^http:\/\/([^/?#]*)([^#]*)$/i.exec(url) ?? [];
  const target = parseAuthority(authority, 80);
  if (target === null) return null;
  const shown = formatTarget(target);
  return { target, path: rest.startsWith("/") ? rest : `/${rest}`, host: shown.replace(/:80$/, "") };
}

async function passRequestOn(
  request: IncomingMessage,
  response: ServerResponse,
  asked: Absolute | null,
  gate: Gate,
): Promise<void> {
  const opened = asked === null ? NO_TARGET : await gate(asked.target);
  if (!opened.ok || asked === null) return refuse(response, opened.ok ? NO_TARGET : opened);
  if (response.destroyed) return void opened.socket.destroy();
  // The host is the one that was judged, whatever the request's own header says.
  const headers = { ...copyRequestHeaders(request), host: asked.host, connection: "close" };
  const { method } = request;
  const sent = send({ createConnection: () => opened.socket, method, path: asked.path, headers, setHost: false });
  relay(request, response, sent);
}

function refuse(response: ServerResponse, opened: Refused): void {
  const { code, text } = toHttpRefusal(opened);
  response.writeHead(code, { "content-type": "text/plain; charset=utf-8" }).end(text);
}

/**
 * A program inside asks the daemon by an address of its own loopback interface. Only the key of a session opens anything
 * that way: no page, no cookie, no other token, no delivery of a webhook.
 */
async function callDaemon(
  request: IncomingMessage,
  response: ServerResponse,
  daemon: DaemonAddress | null,
): Promise<void> {
  const { method, url = "", headers: given } = request;
  if (!url.startsWith("/api/") || !hasSessionKey(given)) {
    const why = "from here the daemon answers only requests with a session's own token";
    return refuse(response, { ok: false, reason: "blocked", why });
  }
  // As when nobody listens: whoever asks knows what to make of it.
  if (daemon === null) return void response.destroy();
  const { cookie: _, origin: __, ...passed } = copyRequestHeaders(request);
  const shown = daemon.host.includes(":") ? `[${daemon.host}]` : daemon.host;
  const headers = { ...passed, host: `${shown}:${daemon.port}`, connection: "close" };
  relay(request, response, send({ ...daemon, method, path: url, headers, agent: false, setHost: false }));
}

const SESSION_KEY = /^(?:(?:bearer|token) +)?aosession\.[^\s]+$/i;

function hasSessionKey({ authorization, "private-token": token }: IncomingMessage["headers"]): boolean {
  const shown = authorization ?? token;
  return typeof shown === "string" && SESSION_KEY.test(shown);
}

function relay(request: IncomingMessage, response: ServerResponse, sent: ReturnType<typeof send>): void {
  sent.on("response", (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.statusMessage, copyResponseHeaders(answer));
    answer.on("error", () => response.destroy());
    answer.pipe(response);
  });
  sent.on("error", () => response.destroy());
  response.on("close", () => sent.destroy());
  request.on("error", () => sent.destroy());
  request.pipe(sent);
}

/** They are about one connection, and end there. */
const OWN_TO_A_CONNECTION = [
  ...["connection", "proxy-connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "te", "trailer"],
  ...["transfer-encoding", "upgrade", "expect", "http2-settings"],
];

function copyResponseHeaders({ headers, headersDistinct }: IncomingMessage): OutgoingHttpHeaders {
  const named = (headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase());
  const dropped = new Set([...OWN_TO_A_CONNECTION, ...named]);
  return Object.fromEntries(Object.entries(headersDistinct).filter(([name]) => !dropped.has(name)));
}

/** A body of unknown length stays one, also where Node would not expect a body and so send it without a frame. */
function copyRequestHeaders(request: IncomingMessage): OutgoingHttpHeaders {
  const framed = request.headers["transfer-encoding"] === undefined ? {} : { "transfer-encoding": "chunked" };
  return { ...copyResponseHeaders(request), ...framed };
}
