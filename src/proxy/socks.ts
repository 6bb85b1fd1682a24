/** SOCKS5 for programs that do not speak HTTP: one request to connect, without a password. (RFC 1928) */
import type { Socket } from "node:net";
import { parseHost, type NetworkTarget } from "../lib/network/host.ts";
import type { Gate } from "./gate.ts";
import { joinSockets } from "./join-sockets.ts";

export const SOCKS_VERSION = 5;

const REPLY = { done: 0, blocked: 2, failed: 4, noSuchCommand: 7, noSuchAddress: 8 } as const;
const ASKED_WITHIN_MS = 30_000;
/** The longest greeting and the longest request together. */
const BYTES_MAX = 600;

export function serveSocks(socket: Socket, first: Buffer, gate: Gate): void {
  let heard = Buffer.alloc(0);
  let isGreeted = false;
  const timer = setTimeout(() => socket.destroy(), ASKED_WITHIN_MS);
  socket.on("error", () => socket.destroy()).once("close", () => clearTimeout(timer));
  const reply = (code: number): void => void socket.write(Buffer.from([SOCKS_VERSION, code, 0, 1, 0, 0, 0, 0, 0, 0]));
  const take = (bytes: Buffer): void => {
    heard = Buffer.concat([heard, bytes]);
    if (!isGreeted) {
      const methods = readGreeting(heard);
      if (methods === null) return dropIfLong();
      heard = heard.subarray(methods.length + 2);
      isGreeted = true;
      if (!methods.includes(0)) {
        socket.off("data", take).resume();
        return void socket.end(Buffer.from([SOCKS_VERSION, 0xff]));
      }
      socket.write(Buffer.from([SOCKS_VERSION, 0]));
    }
    const asked = readRequest(heard);
    if (asked === "unfinished") return dropIfLong();
    socket.off("data", take).pause();
    clearTimeout(timer);
    if ("refused" in asked) {
      reply(asked.refused);
      return void socket.end();
    }
    connect(asked).catch((error: unknown) => socket.destroy(new Error(String(error))));
  };
  const dropIfLong = (): void => {
    if (heard.length > BYTES_MAX) socket.destroy();
  };
  const connect = async ({ target, rest }: Asked): Promise<void> => {
    const opened = await gate(target);
    if (!opened.ok) {
      reply(REPLY[opened.reason]);
      return void socket.end();
    }
    if (socket.destroyed) return void opened.socket.destroy();
    reply(REPLY.done);
    if (rest.length > 0) opened.socket.write(rest);
    joinSockets(socket, opened.socket);
  };
  socket.on("data", take);
  take(first);
  socket.resume();
}

function readGreeting(bytes: Buffer): Buffer | null {
  const count = bytes[1];
  return count === undefined || bytes.length < count + 2 ? null : bytes.subarray(2, count + 2);
}

type Asked = { readonly target: NetworkTarget; readonly rest: Buffer };
type Read = Asked | { readonly refused: number } | "unfinished";

const CONNECT = 1;
const [IPV4, NAME, IPV6] = [1, 3, 4];
/** Names say how long they are. */
const SIZES: ReadonlyMap<number, number> = new Map([
  [IPV4, 4],
  [IPV6, 16],
]);

function readRequest(bytes: Buffer): Read {
  const [version, command, , kind, length] = bytes;
  if (kind === undefined || length === undefined) return "unfinished";
  if (version !== SOCKS_VERSION || command !== CONNECT) return { refused: REPLY.noSuchCommand };
  const from = kind === NAME ? 5 : 4;
  const size = SIZES.get(kind) ?? (kind === NAME ? length : null);
  if (size === null) return { refused: REPLY.noSuchAddress };
  const end = from + size;
  if (bytes.length < end + 2) return "unfinished";
  const host = parseHost(formatAddress(kind, bytes.subarray(from, end)));
  const port = bytes.readUInt16BE(end);
  if (host === null || port === 0) return { refused: REPLY.noSuchAddress };
  return { target: { host, port }, rest: bytes.subarray(end + 2) };
}

function formatAddress(kind: number, bytes: Buffer): string {
  if (kind === NAME) return bytes.toString("utf8");
  if (kind === IPV4) return bytes.join(".");
  const groups = Array.from({ length: 8 }, (_, n) => bytes.readUInt16BE(n * 2).toString(16));
  return groups.join(":");
}
