/** What the programs of a project find in a home that is empty otherwise. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HomePaths } from "../../../config/home.ts";
import type { ClosedHome } from "../../../lib/sandbox/rules.ts";
import type { RegisteredProject } from "../../context.ts";

/**
 * Agents must not prepare what their checks take for downloaded, nor agents or checks what set-up makes for all: each
 * kind has caches of its own.
 */
export type CacheUser = "agents" | "checks" | "setup";

/** Its age says when a cache was last used. It lies beside the cache, where no program inside reaches it. */
export const formatCacheNote = (cache: string): string => `${cache}.used`;

type Project = Pick<RegisteredProject, "id" | "path" | "settings">;

export function createClosedHome(home: HomePaths, { id, path, settings }: Project, user: CacheUser): ClosedHome {
  const [caches, copies] = [join(home.caches, id, user), join(home.projects, id, "settings")];
  for (const folder of [caches, copies]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(formatCacheNote(caches), "");
  return { hidden: [home.path], caches, settings: copies, repository: path, opened: settings.sandbox };
}
