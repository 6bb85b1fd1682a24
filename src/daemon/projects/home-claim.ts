/**
 * Which home works on a repository: noted in its git directory, so that a second home notices. It binds nobody: a home
 * whose daemon does not run is replaced without a word, and a living one is only named to the person.
 */
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { uptime } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { homeOf } from "../../config/home.ts";
import { hasCode, textIfThere } from "../../lib/if-there.ts";
import { isAlive } from "../../lib/is-alive.ts";
import { parseDaemonFile } from "../process/parse-daemon-file.ts";

/** Null: it is ours now, or cannot be noted; else the home whose daemon runs with this repository. */
export function claimRepository(repository: string, home: string): string | null {
  const file = claimFile(repository);
  if (file === null) return null;
  const other = readClaim(file);
  if (other === home) return null;
  if (other !== null && isRunning(other)) return other;
  ignoreRefusal(() => writeFileSync(file, `${home}\n`));
  return null;
}

export function dropClaim(repository: string, home: string): void {
  const file = claimFile(repository);
  if (file !== null && readClaim(file) === home) ignoreRefusal(() => rmSync(file, { force: true }));
}

/** A repository that may not be written is still worked on; only nobody is warned. */
function ignoreRefusal(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!hasCode(error, "EACCES", "EPERM", "EROFS", "ENOENT", "ENOSPC", "EDQUOT")) throw error;
  }
}

const NAME = "ao-home";

/** Of a checkout, of one whose git directory lies elsewhere, and of a bare repository. */
function claimFile(repository: string): string | null {
  const inside = join(repository, ".git");
  const found = statSync(inside, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return join(inside, NAME);
  if (found?.isFile() === true) {
    const named = /^gitdir: (.+)$/m.exec(readFileSync(inside, "utf8"))?.[1];
    return named === undefined ? null : join(resolve(repository, named), NAME);
  }
  return statSync(join(repository, "HEAD"), { throwIfNoEntry: false }) === undefined ? null : join(repository, NAME);
}

const PATH_MAX = 4_096;

function readClaim(file: string): string | null {
  const path = textIfThere(file)?.slice(0, PATH_MAX).split("\n")[0] ?? "";
  return isAbsolute(path) ? path : null;
}

/** A daemon that died leaves its file; from before the last boot, its number may be another program's. */
function isRunning(home: string): boolean {
  const { daemon } = homeOf({ AO_HOME: home });
  const pid = parseDaemonFile(textIfThere(daemon) ?? "")?.pid ?? null;
  if (pid === null || !isAlive(pid)) return false;
  return (statSync(daemon, { throwIfNoEntry: false })?.mtimeMs ?? 0) > Date.now() - uptime() * 1_000;
}
