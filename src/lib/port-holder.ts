/** Which program listens on a port of this machine. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { run } from "./run.ts";

export type PortHolder = { readonly pid: number; readonly name: string };

/** Null: nobody, or a program of somebody else that we may not look at. */
export async function portHolder(port: number): Promise<PortHolder | null> {
  return process.platform === "linux" ? fromProc(port) : fromLsof(port);
}

function fromProc(port: number): PortHolder | null {
  const sockets = new Set(["tcp", "tcp6"].flatMap((table) => listeningInodes(read(`/proc/net/${table}`), port)));
  if (sockets.size === 0) return null;
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const pid = pids.find((candidate) => holds(candidate, sockets));
  return pid === undefined ? null : { pid: Number(pid), name: nameOf(pid) };
}

const LISTENING = "0A";

/** `sl local_address rem_address st … inode`, the port in hexadecimal. */
function listeningInodes(table: string, port: number): readonly string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, "0");
  return table.split("\n").flatMap((line) => {
    const [, local = "", , state, , , , , , inode = ""] = line.trim().split(/\s+/);
    return state === LISTENING && local.endsWith(`:${wanted}`) ? [`socket:[${inode}]`] : [];
  });
}

function holds(pid: string, sockets: ReadonlySet<string>): boolean {
  return quietly(() => readdirSync(`/proc/${pid}/fd`), []).some((fd) =>
    sockets.has(quietly(() => readlinkSync(`/proc/${pid}/fd/${fd}`), "")),
  );
}

const nameOf = (pid: string): string =>
  read(`/proc/${pid}/cmdline`).split("\0").filter(Boolean).slice(0, 3).join(" ") || read(`/proc/${pid}/comm`).trim();

const read = (file: string): string => quietly(() => readFileSync(file, "utf8"), "");

/** Processes come and go, and those of others are closed to us. */
function quietly<T>(look: () => T, otherwise: T): T {
  try {
    return look();
  } catch (error) {
    if (error instanceof Error && "code" in error) return otherwise;
    throw error;
  }
}

async function fromLsof(port: number): Promise<PortHolder | null> {
  const args = ["-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-Fpc"];
  const listed = await run({ program: "lsof", args, timeoutMs: 5_000 });
  const pid = /^p(\d+)$/m.exec(listed.stdout)?.[1];
  return pid === undefined ? null : { pid: Number(pid), name: /^c(.*)$/m.exec(listed.stdout)?.[1] ?? "" };
}
