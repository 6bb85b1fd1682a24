/** Who gives orders here: the owner of the home, by the name that git knows them under. */
import { userInfo } from "node:os";
import { known } from "../../domain/known.ts";
import type { Author } from "../../domain/trust.ts";
import { gitName } from "../../lib/git-person.ts";

/** The name of the account, for what belongs to no project. */
export function owner(): string {
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
  const name = (await gitName(repository)) ?? owner();
  return { kind: "person", name, canWrite: known(true) };
}
