/** What `ao doctor` says of backups. */
import { limits } from "../../domain/model/limits.ts";
import { readBackups } from "../../lib/database/backups.ts";
import { createFinding, type Finding } from "../doctor/finding.ts";
import type { HomePaths } from "../home.ts";

/** `failed`: why the last try failed, or null. */
export function findBackupProblem(home: HomePaths, nowMs: number, failed: string | null): Finding {
  const all = readBackups(home.backups);
  const [newest] = all;
  const last = newest === undefined ? "there is none" : `the last is ${formatAge(nowMs - newest.atMs)} old`;
  if (failed !== null)
    return createFinding("backups", "broken", `the last try failed, and ${last}: ${failed}`, "ao backup");
  if (newest === undefined)
    return createFinding("backups", "off", "none yet; the first is made soon after the start", null);
  const lacks = newest.manifest.failed.map(({ name, why }) => `${name}: ${why}`);
  if (lacks.length > 0)
    return createFinding("backups", "broken", `the newest keeps older copies: ${lacks.join("; ")}`, "ao backup");
  if (nowMs - newest.atMs > 2 * limits.backupEveryMs)
    return createFinding("backups", "broken", `${last}, and one is made each day while the daemon runs`, "ao backup");
  const kept = all.length === 1 ? "1 kept" : `${all.length} kept`;
  return createFinding("backups", "ok", `${last}, ${kept} in ${home.backups}`);
}

function formatAge(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 60) return minutes === 1 ? "1 minute" : `${minutes} minutes`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return hours === 1 ? "1 hour" : `${hours} hours`;
  return `${Math.floor(hours / 24)} days`;
}
