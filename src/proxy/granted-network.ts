/**
 * What programs with one grant find at their socket. The first byte tells what a connection is: SOCKS5, a line of the
 * bridge inside (`ao …`), or HTTP.
 */
import { closeSync, constants, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { dirname } from "node:path";
import { hasCode } from "../lib/files/if-there.ts";
import { parseAllowedHost, type AllowedHost } from "../lib/network/allowed-host.ts";
import { createGate, type GateOptions } from "./gate.ts";
import { createHttpProxy, type DaemonAddress } from "./http-proxy.ts";
import { createPreviews, type Previews } from "./previews.ts";
import type { Grant } from "./protocol.ts";
import { serveSocks, SOCKS_VERSION } from "./socks.ts";

export type GrantedNetwork = {
  /** Newer rules hold from now on, and what was refused before is told once more. */
  readonly renew: (grant: Grant) => void;
  readonly connections: () => number;
  /** What was refused since the last renewal. */
  readonly blocked: () => readonly string[];
  readonly close: () => void;
};

export type NetworkOptions = Pick<GateOptions, "resolve"> & {
  readonly daemon: () => DaemonAddress | null;
  readonly onBlocked: (target: string) => void;
};

/** More connections than any program needs at once; one that forgets to close them harms nobody else. */
const CONNECTIONS_MAX = 512;
/** Whoever tries more hosts than this in one turn has shown what it is after. */
const BLOCKED_TOLD_MAX = 100;
const FIRST_BYTE_WITHIN_MS = 60_000;
const BRIDGE_LINE_MAX = 100;

export function openGrantedNetwork(first: Grant, options: NetworkOptions): Promise<GrantedNetwork> {
  let grant = first;
  let allowed = listAllowedHosts(first);
  const blocked = new Set<string>();
  const onBlocked = (target: string): void => {
    if (blocked.has(target) || blocked.size >= BLOCKED_TOLD_MAX) return;
    blocked.add(target);
    options.onBlocked(target);
    noteBlocked(grant.log, blocked.size === BLOCKED_TOLD_MAX ? `${target} (further hosts are not listed)` : target);
  };
  const { resolve } = options;
  const gate = createGate({ allowed: () => allowed, onBlocked, ...(resolve === undefined ? {} : { resolve }) });
  const http = createHttpProxy({ gate, daemon: options.daemon });
  const previews = createPreviews(() => grant.previews);
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    readFirstBytes(socket, (bytes) => {
      if (bytes[0] === SOCKS_VERSION) return serveSocks(socket, bytes, gate);
      if (bytes[0] === BRIDGE_BYTE) return serveBridge(socket, bytes, previews);
      socket.unshift(bytes);
      http.emit("connection", socket);
      // The server reads on by itself only what it began to read; it must have begun before.
      process.nextTick(() => socket.resume());
    });
  });
  server.maxConnections = CONNECTIONS_MAX;
  const network: GrantedNetwork = {
    renew: (next) => {
      grant = next;
      allowed = listAllowedHosts(next);
      blocked.clear();
    },
    connections: () => sockets.size,
    blocked: () => [...blocked],
    close: () => {
      server.close();
      previews.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return listen(server, first.socket).then(() => network);
}

const BRIDGE_BYTE = "a".charCodeAt(0);

function listAllowedHosts({ hosts }: Grant): readonly AllowedHost[] {
  return hosts.flatMap((written) => {
    const parsed = parseAllowedHost(written);
    return parsed.ok ? [parsed.allowed] : [];
  });
}

function listen(server: Server, path: string): Promise<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  rmSync(path, { force: true });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function readFirstBytes(socket: Socket, take: (bytes: Buffer) => void): void {
  const fail = (): void => void socket.destroy();
  const timer = setTimeout(fail, FIRST_BYTE_WITHIN_MS);
  socket
    .once("error", fail)
    .once("end", fail)
    .once("close", () => clearTimeout(timer));
  socket.once("data", (bytes: Buffer) => {
    clearTimeout(timer);
    socket.pause().off("error", fail).off("end", fail);
    take(bytes);
  });
}

/** `ao bridge`: stays, and is told of visitors; `no ID` says that nothing listens. `ao open ID`: comes for one. */
function serveBridge(socket: Socket, first: Buffer, previews: Previews): void {
  socket.on("error", () => socket.destroy());
  const end = first.indexOf(10);
  const line = first.subarray(0, end).toString("latin1");
  const [, verb, id = ""] = line.split(" ");
  const rest = first.subarray(end + 1);
  if (end === -1) return void socket.destroy();
  if (verb === "open") {
    if (rest.length > 0) socket.unshift(rest);
    if (!previews.take(id, socket)) socket.destroy();
    return;
  }
  if (verb !== "bridge") return void socket.destroy();
  previews.addBridge(socket);
  let heard = rest.toString("latin1");
  socket.on("data", (bytes: Buffer) => {
    const lines = (heard + bytes.toString("latin1")).split("\n");
    heard = lines.pop() ?? "";
    for (const each of lines) if (each.startsWith("no ")) previews.drop(each.slice(3));
    if (heard.length > BRIDGE_LINE_MAX) socket.destroy();
  });
  socket.once("end", () => socket.end());
  socket.resume();
}

/** Only where there is a file already: a turn that is gone is not begun again for this. */
function noteBlocked(log: string | null, target: string): void {
  if (log === null) return;
  const line = `ao: blocked network: ${target}\n`;
  try {
    const file = openSync(log, constants.O_WRONLY | constants.O_APPEND);
    try {
      writeSync(file, line);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (!hasCode(error, "ENOENT", "ENOSPC", "EDQUOT")) throw error;
  }
}
