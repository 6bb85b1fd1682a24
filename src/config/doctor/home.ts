/** Whether the home can be used by the person who asks: everything else depends on it. */
import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { describeDiskError, isSystemDiskError } from "../../lib/disk-errors/system-disk-error.ts";
import type { HomePaths } from "../home.ts";
import { createFinding, type Finding } from "./finding.ts";

/** Empty: nothing is wrong with it, or with the folder that it is to be made in. */
export function examineHome({ path, database, token, log, run, workspaces }: HomePaths): readonly Finding[] {
  const folder = findNearestPlace(path);
  if (!statSync(folder).isDirectory())
    return [
      createFinding("home", "broken", `${folder} is not a folder; AO_HOME names another place`, `ls -ld ${folder}`),
    ];
  if (isOfSystem(folder))
    return [
      createFinding("home", "broken", `${folder} holds no files; AO_HOME names another place`, `ls -ld ${folder}`),
    ];
  const places = [folder, ...[database, token, log, run, workspaces].filter((place) => existsSync(place))];
  for (const place of places) {
    const why = explainUnusable(place, constants.R_OK) ?? explainUnusable(place, constants.W_OK);
    if (why !== null) return [createFinding("home", "broken", `${place} ${why}`, `ls -ld ${place}`)];
  }
  return [];
}

/** `/proc` and `/sys`: no folder can be made there, and to try it by Node never ends. */
const isOfSystem = (folder: string): boolean =>
  process.platform === "linux" && SYSTEM_TYPES.includes(statfsSync(folder).type);

const SYSTEM_TYPES = [0x9fa0, 0x62656572];

/** The home, or the folder nearest to it that is there already. */
function findNearestPlace(path: string): string {
  let place = path;
  while (!existsSync(place) && dirname(place) !== place) place = dirname(place);
  return place;
}

function explainUnusable(place: string, mode: number): string | null {
  try {
    accessSync(place, mode);
    return null;
  } catch (error) {
    const tried = mode === constants.R_OK ? "read" : "written";
    return `cannot be ${tried}: ${isSystemDiskError(error) ? describeDiskError(error) : "permission denied"}`;
  }
}
