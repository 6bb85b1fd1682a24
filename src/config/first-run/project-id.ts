/** Ids of projects: they become part of session ids, branches and folders. */
import { basename } from "node:path";

/** From the name of the folder: what the configuration accepts as the name of a project. */
export function deriveProjectId(path: string): string {
  const name = basename(path)
    .replace(/\.git$/, "")
    .normalize("NFKD")
    // What was split off a letter: its accent.
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/[^A-Za-z0-9._-]+/g, "-")
    .replace(/^[^A-Za-z0-9]+/, "")
    .slice(0, LENGTH_MAX)
    .replace(/[^A-Za-z0-9]+$/, "");
  return name === "" ? "project" : name;
}

/** The wanted id, or with `-2`, `-3`, … the next one that is free. */
export function findFreeId(wanted: string, isTaken: (id: string) => boolean): string {
  for (let n = 1; ; n += 1) {
    const id = n === 1 ? wanted : `${wanted}-${n}`;
    if (!isTaken(id)) return id;
  }
}

/** Leaves room for a number. */
const LENGTH_MAX = 60;
