/** Which program listens on a port of this machine. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { runProgram } from "../run.ts";

export type PortHolder = { readonly pid: number; readonly name: string };

/** Null: nobody, or a program of somebody else that we may not look at. */
export async function findPortHolder(port: number): Promise<PortHolder | null> {
  return process.platform === "linux" ? findPortHolderInProc(port) : findPortHolderByLsof(port);
}

function findPortHolderInProc(port: number): PortHolder | null {
  const sockets = new Set(["tcp", "tcp6"].flatMap((table) => listListeningInodes(read(`/proc/net/${table}`), port)));
  if (sockets.size === 0) return null;
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const pid = pids.find((candidate) => hasSocket(candidate, sockets));
  return pid === undefined ? null : { pid: Number(pid), name: readProcessName(pid) };
}

const LISTENING = "0A";

/** `sl local_address rem_address st … inode`, the port in hexadecimal. */
function listListeningInodes(table: string, port: number): readonly string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, "0");
  return table.split("\n").flatMap((line) => {
    const [, local = "", , state, , , , , , inode = ""] = line.trim().split(/\s+/);
    return state === LISTENING && local.endsWith(`:${wanted}`) ? [`socket:[${inode}]`] : [];
  });
}

function hasSocket(pid: string, sockets: ReadonlySet<string>): boolean {
  return tryOrElse(() => readdirSync(`/proc/${pid}/fd`), []).some((fd) =>
    sockets.has(tryOrElse(() => readlinkSync(`/proc/${pid}/fd/${fd}`), "")),
  );
}

const readProcessName = (pid: string): string =>
  read(`/proc/${pid}/cmdline`).split("\0").filter(Boolean).slice(0, 3).join(" ") || read(`/proc/${pid}/comm`).trim();

const read = (file: string): string => tryOrElse(() => readFileSync(file, "utf8"), "");

/** Processes come and go, and those of others are closed to us. */
function tryOrElse<T>(look: () => T, otherwise: T): T {
  try {
    return look();
  } catch (error) {
    if (error instanceof Error && "code" in error) return otherwise;
    throw error;
  }
}

async function findPortHolderByLsof(port: number): Promise<PortHolder | null> {
  const args = ["-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-Fpc"];
  const listed = await runProgram({ program: "lsof", args, timeoutMs: 5_000 });
  const pid = /^p(\d+)$/m.exec(listed.stdout)?.[1];
  return pid === undefined ? null : { pid: Number(pid), name: /^c(.*)$/m.exec(listed.stdout)?.[1] ?? "" };
}
