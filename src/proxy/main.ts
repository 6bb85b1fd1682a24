/**
 * The process `ao proxy`: the way out for programs that have a network of their own. The daemon starts it when first
 * needed; it outlives the daemon, as the programs do. There is one per home, by a lock of the kernel, and it ends when
 * nobody has needed it for a while.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { makeSocketFolder } from "../host/socket-path.ts";
import { lockFile } from "../lib/files/file-lock.ts";
import { readTextIfExists } from "../lib/files/if-there.ts";
import { parseDaemonAddress } from "./parse-line.ts";
import { createProxy } from "./server.ts";
import { formatProxySocket } from "./socket-paths.ts";

/** A program that uses a grant holds a connection all the time; until it comes up, a slow machine may take its time. */
const UNUSED_MS = 10 * 60_000;
const SWEEP_MS = 5_000;

process.title = "ao proxy";
process.umask(0o077);
main(process.env["AO_HOME"] ?? "", Number(process.env["AO_PROXY_UNUSED_MS"] ?? UNUSED_MS));

function main(home: string, unusedMs: number): void {
  if (home === "") return stop("AO_HOME is not set; the daemon starts this program, nobody else needs to", 2);
  const lock = lockFile(join(home, "run", "proxy.lock"));
  // The one that has it serves, or is about to.
  if (lock === null) return stop(null, 0);
  const socket = formatProxySocket(home);
  makeSocketFolder(socket, home);
  rmSync(socket, { force: true });
  const daemonFile = join(home, "daemon.json");
  const proxy = createProxy({ daemon: () => parseDaemonAddress(readTextIfExists(daemonFile) ?? "") });
  proxy.server.listen(socket);
  const end = (): void => {
    proxy.close();
    rmSync(socket, { force: true });
    // The last word to the daemon still goes out.
    setImmediate(() => process.exit(0));
  };
  process.on("SIGTERM", end);
  let neededMs = performance.now();
  setInterval(
    () => {
      if (proxy.sweep(unusedMs) > 0) neededMs = performance.now();
      else if (performance.now() - neededMs >= unusedMs) end();
    },
    Math.min(unusedMs, SWEEP_MS),
  );
}

function stop(why: string | null, code: number): void {
  if (why !== null) process.stderr.write(`ao proxy: ${why}\n`);
  process.exitCode = code;
}
