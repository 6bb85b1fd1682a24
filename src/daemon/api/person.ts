/** Who gives orders here: the owner of the home, by the name that git knows them under. */
import { userInfo } from "node:os";
import type { ProjectId } from "../../domain/ids.ts";
import { known } from "../../domain/known.ts";
import type { Author } from "../../domain/trust.ts";
import { gitName } from "../../lib/git-person.ts";
import type { DaemonContext } from "../context.ts";

/** The name of the account, where git knows none. */
function owner(): string {
  try {
    return userInfo().username;
  } catch (error) {
    // An account without an entry, as in some containers.
    if (error instanceof Error) return "you";
    throw error;
  }
}

/** As they are called in a repository: `user.name` there. */
export async function personIn(repository: string): Promise<Author> {
  return { kind: "person", name: await nameIn(repository), canWrite: known(true) };
}

/** The name that an order of theirs carries. */
export function nameFor({ projects }: DaemonContext, project: ProjectId): Promise<string> {
  const path = projects.get(project)?.path;
  return path === undefined ? Promise.resolve(owner()) : nameIn(path);
}

/** People do not change their name between two orders; no program is started for each. */
const KEPT_MS = 60_000;
const names = new Map<string, { readonly name: Promise<string>; readonly atMs: number }>();

function nameIn(repository: string): Promise<string> {
  const nowMs = performance.now();
  const kept = names.get(repository);
  if (kept !== undefined && nowMs - kept.atMs < KEPT_MS) return kept.name;
  const name = gitName(repository).then((found) => found ?? owner());
  names.set(repository, { name, atMs: nowMs });
  return name;
}
