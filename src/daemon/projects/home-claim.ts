/**
 * Which home works on a repository: noted in its git directory, so that a second home notices. It binds nobody: a home
 * whose daemon does not run is replaced without a word, and a living one is only named to the person.
 */
import { statSync } from "node:fs";
import { uptime } from "node:os";
import { findClaim, writeClaim } from "../../config/home-claim.ts";
import { resolveHome } from "../../config/home.ts";
import { readTextIfExists } from "../../lib/files/if-there.ts";
import { isAlive } from "../../lib/process/is-alive.ts";
import { parseDaemonFile } from "../process/parse-daemon-file.ts";

/** Null: it is ours now, or cannot be noted; else the home whose daemon runs with this repository. */
export function claimRepository(repository: string, home: string): string | null {
  const other = findClaim(repository)?.home ?? null;
  if (other === home) return null;
  if (other !== null && isRunning(other)) return other;
  writeClaim(repository, home);
  return null;
}

/** A daemon that died leaves its file; from before the last boot, its number may be another program's. */
function isRunning(home: string): boolean {
  const { daemon } = resolveHome({ AO_HOME: home });
  const pid = parseDaemonFile(readTextIfExists(daemon) ?? "")?.pid ?? null;
  if (pid === null || !isAlive(pid)) return false;
  return (statSync(daemon, { throwIfNoEntry: false })?.mtimeMs ?? 0) > Date.now() - uptime() * 1_000;
}
