/** Under which name a configuration file speaks of a repository. */
import { homedir } from "node:os";
import { basename, dirname, resolve } from "node:path";
import type { Config } from "../config.ts";

/**
 * The project whose `path` it is; else the one with the folder's name; else, in a file that lies in the repository, its
 * only project without a path. Null: the file has no block for it, only defaults.
 */
export function findProjectKey(config: Config, repository: string): string | null {
  const projects = Object.entries(config.settings.projects ?? {});
  const byPath = projects.find(([, { path }]) => path !== undefined && resolvePath(config.file, path) === repository);
  if (byPath !== undefined) return byPath[0];
  const unplaced = projects.filter(([, { path }]) => path === undefined).map(([name]) => name);
  if (unplaced.includes(basename(repository))) return basename(repository);
  const [only, ...others] = unplaced;
  return only !== undefined && others.length === 0 && dirname(config.file) === repository ? only : null;
}

/** The repositories that a file names by path. */
export function listRepositoryPaths(config: Config): readonly string[] {
  return Object.values(config.settings.projects ?? {}).flatMap(({ path }) =>
    path === undefined ? [] : [resolvePath(config.file, path)],
  );
}

/** As a person writes it: `~` is their home folder, and a relative path lies beside the file. */
export function resolvePath(file: string, path: string): string {
  const expanded = path === "~" || path.startsWith("~/") ? homedir() + path.slice(1) : path;
  return resolve(dirname(file), expanded);
}
