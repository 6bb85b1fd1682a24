/** Where the host listens: in the home, unless its path is too long for a socket. */
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The smallest limit of the systems we know is 104, with a zero byte at the end. */
const SOCKET_PATH_BYTES_MAX = 100;

export function hostSocket(home: string): string {
  const inHome = join(home, "run", "host.sock");
  if (Buffer.byteLength(inHome) <= SOCKET_PATH_BYTES_MAX) return inHome;
  const digest = createHash("sha256").update(home).digest("hex").slice(0, 16);
  return join(tmpdir(), `ao-${process.getuid?.() ?? 0}-${digest}`, "host.sock");
}

/** Makes the socket's folder. One that somebody else has made in our place is refused. */
export function makeSocketFolder(socket: string): void {
  const folder = dirname(socket);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder);
  const isOurs = process.getuid === undefined || uid === process.getuid();
  if (!isOurs || (mode & 0o077) !== 0 || !lstatSync(folder).isDirectory())
    throw new Error(`${folder} is not private to its owner; remove it, or move AO_HOME to a shorter path`);
}
