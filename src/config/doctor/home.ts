/** Whether the home can be used by the person who asks: everything else depends on it. */
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { describeDiskError, isSystemDiskError } from "../../lib/system-disk-error.ts";
import type { Home } from "../home.ts";
import { finding, type Finding } from "./finding.ts";

/** Empty: it is not there yet, or nothing is wrong with it. */
export function examineHome({ path, database, token, log, run, workspaces }: Home): readonly Finding[] {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory())
    return [finding("home", "broken", `${path} is not a folder; AO_HOME names another place`, `ls -ld ${path}`)];
  const places = [path, ...[database, token, log, run, workspaces].filter((place) => existsSync(place))];
  for (const place of places) {
    const why = whyUnusable(place, constants.R_OK) ?? whyUnusable(place, constants.W_OK);
    if (why !== null) return [finding("home", "broken", `${place} ${why}`, `ls -ld ${place}`)];
  }
  return [];
}

function whyUnusable(place: string, mode: number): string | null {
  try {
    accessSync(place, mode);
    return null;
  } catch (error) {
    const tried = mode === constants.R_OK ? "read" : "written";
    return `cannot be ${tried}: ${isSystemDiskError(error) ? describeDiskError(error) : "permission denied"}`;
  }
}
