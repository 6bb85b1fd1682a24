/** Where we listen for programs of this machine: in the home, unless its path is too long for a socket. */
import { createHash } from "node:crypto";
import { lstatSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** The smallest limit of the systems we know is 104, with a zero byte at the end. */
const SOCKET_PATH_BYTES_MAX = 100;

export const formatHostSocket = (home: string): string => formatSocket(home, ".", "host.sock");

/** Alone in its folder: a sandbox shows agents all that lies there. */
export const formatAgentSocket = (home: string): string => formatSocket(home, "agents", "forge.sock");

export function formatSocket(home: string, folder: string, name: string): string {
  const inHome = join(home, "run", folder, name);
  if (Buffer.byteLength(inHome) <= SOCKET_PATH_BYTES_MAX) return inHome;
  const digest = createHash("sha256")
    .update(`${home}${folder === "." ? "" : folder}`)
    .digest("hex")
    .slice(0, 16);
  return join(tmpdir(), `ao-${process.getuid?.() ?? 0}-${digest}`, name);
}

/** Makes the socket's folder. Outside the home anybody may have made one in our place, and that is refused. */
export function makeSocketFolder(socket: string, home: string): void {
  const folder = dirname(socket);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (folder.startsWith(join(home, "run"))) return;
  const found = lstatSync(folder);
  const isOurs = process.getuid === undefined || found.uid === process.getuid();
  if (!isOurs || (found.mode & 0o077) !== 0 || !found.isDirectory())
    throw new Error(`${folder} is not private to its owner; remove it, or move AO_HOME to a shorter path`);
}
