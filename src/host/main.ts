/**
 * The process `ao host`. It is started by the daemon when first needed and outlives it; there is one per home, by a lock
 * of the kernel. It ends by itself when it has held nothing for a while.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { lockFile } from "../lib/files/file-lock.ts";
import { surviveDiskErrors } from "../lib/disk-errors/survive-disk-errors.ts";
import { createHost, type HostServer } from "./server.ts";
import { formatHostSocket, makeSocketFolder } from "./socket-path.ts";

const IDLE_MS = 60_000;

process.title = "ao host";
process.umask(0o077);
surviveDiskErrors({ name: "ao host", exitCode: 70 });
main(process.env["AO_HOME"] ?? "", Number(process.env["AO_HOST_IDLE_MS"] ?? IDLE_MS));

function main(home: string, idleMs: number): void {
  if (home === "") return stop("AO_HOME is not set; the daemon starts this program, nobody else needs to", 2);
  const lock = lockFile(join(home, "run", "host.lock"));
  // The one that has it serves, or is about to.
  if (lock === null) return stop(null, 0);
  const socket = formatHostSocket(home);
  makeSocketFolder(socket, home);
  rmSync(socket, { force: true });
  const host = createHost(buildProgramEnvironment());
  host.server.listen(socket);
  const end = (): void => {
    rmSync(socket, { force: true });
    process.exit(0);
  };
  process.on("SIGTERM", end);
  endWhenIdle(host, idleMs, end);
}

/** Shown programs are ours (`tmux attach`); they need no more than this, and get nothing of what the daemon knows. */
function buildProgramEnvironment(): Readonly<Record<string, string>> {
  const passed = ["HOME", "PATH", "LANG", "LC_ALL", "LC_CTYPE"];
  const found = passed.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]));
  return { LANG: "C.UTF-8", ...Object.fromEntries(found), TERM: "xterm-256color" };
}

function endWhenIdle(host: HostServer, idleMs: number, end: () => void): void {
  let idleSince = Date.now();
  setInterval(
    () => {
      if (host.holds() > 0) idleSince = Date.now();
      else if (Date.now() - idleSince >= idleMs) end();
    },
    Math.min(idleMs, 1_000),
  );
}

function stop(why: string | null, code: number): void {
  if (why !== null) process.stderr.write(`ao host: ${why}\n`);
  process.exitCode = code;
}
