/** Who gives orders here: the owner of the home. */
import { userInfo } from "node:os";

export function owner(): string {
  try {
    return userInfo().username;
  } catch (error) {
    // An account without an entry, as in some containers.
    if (error instanceof Error) return "you";
    throw error;
  }
}
