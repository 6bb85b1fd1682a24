/** A home that lost its database is not a new one: nobody is to find that out by missing their sessions. */
import { statSync } from "node:fs";
import { readBackups, explainNotWhole, type Backup } from "../../lib/database/backups.ts";
import { StoreError } from "../../lib/database/store-error.ts";
import type { HomePaths } from "../home.ts";
import { listDatabases, findTraces } from "./home-databases.ts";
import { readRestored } from "./restored.ts";

/** Throws when the engine's database is missing or empty and the home shows that there was one. */
export function refuseFresh(home: HomePaths): void {
  const size = statSync(home.database, { throwIfNoEntry: false })?.size;
  if (size !== undefined && size > 0) return;
  const begun = readRestored(home);
  if (begun?.kind === "fresh" && begun.files.includes("state.db")) return;
  const [traces, backup] = [findTraces(home), findNewestWhole(home, "state.db")];
  const forges = listDatabases(home).filter((name) => name !== "state.db").length;
  if (traces === null && forges === 0 && backup === null) return;
  const what = size === undefined ? "is missing" : "is empty";
  const holds = traces === null ? "" : `, and this home holds ${traces}`;
  throw new StoreError("lost", `${home.database} ${what}${holds}. Nothing was changed. ${adviseOn(home, "state.db")}`);
}

/** What to do about a database that cannot be used. */
export function adviseOn(home: HomePaths, name: string): string {
  const backup = findNewestWhole(home, name);
  const [, project] = /^projects\/(.+)\/forge\.db$/.exec(name) ?? [];
  const only = project === undefined ? "" : ` --project ${project}`;
  const fresh = `\`ao restore-backup --fresh${only}\` begins with an empty one and keeps everything else where it is.`;
  if (backup === null) return `There is no backup of it. ${fresh}`;
  return `The newest backup is of ${backup.manifest.at.slice(0, 16).replace("T", " ")} UTC: \`ao restore-backup\` restores it. ${fresh}`;
}

/** The newest backup with a whole copy of this database; null: there is none. */
export function findNewestWhole(home: HomePaths, name: string): Backup | null {
  const isWhole = (backup: Backup): boolean => {
    const file = backup.manifest.files.find((one) => one.name === name);
    return file !== undefined && explainNotWhole(backup, file) === null;
  };
  return readBackups(home.backups).find(isWhole) ?? null;
}

/** A forge's file below the home. */
export const formatForgeName = (project: string): string => `projects/${project}/forge.db`;
