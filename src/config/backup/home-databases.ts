/** Which databases a home has, and what tells that it had one. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import type { HomePaths } from "../home.ts";

/**
 * By their paths below the home, the engine's own first. A forge that is copied later knows at least what the engine
 * knows of it; the other way around the engine would know of changes that the forge never had.
 */
export function listDatabases(home: HomePaths): readonly string[] {
  const projects = listFolders(home.projects).map((project) => `projects/${project}/forge.db`);
  return [basename(home.database), ...projects].filter((name) => existsSync(join(home.path, name)));
}

/** What could not have come about without a database, in words; null: this home is new. */
export function findTraces(home: HomePaths): string | null {
  const workspaces = listFolders(home.workspaces).flatMap((project) => listFolders(join(home.workspaces, project)));
  const counts: readonly (readonly [number, string])[] = [
    [listFolders(home.sessions).length, "session"],
    [workspaces.length, "workspace"],
    [listFolders(home.turns).length, "turn"],
  ];
  const found = counts.filter(([n]) => n > 0).map(([n, what]) => `${n} ${n === 1 ? what : `${what}s`}`);
  if (found.length === 0) return null;
  return found.length === 1 ? (found[0] ?? null) : `${found.slice(0, -1).join(", ")} and ${found.at(-1) ?? ""}`;
}

/** Those that begin with a dot are ours: the trash, and what is being made. */
function listFolders(path: string): readonly string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  const entries = readdirSync(path, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith(".")).map(({ name }) => name);
}
