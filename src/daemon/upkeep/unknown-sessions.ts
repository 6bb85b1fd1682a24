import { readdirSync } from "node:fs";
import type { HomePaths } from "../../config/home.ts";
import { sessionId } from "../../domain/model/ids.ts";
import type { Store } from "../../store/open.ts";

/** Sessions that have a folder in the home and are not in the database. */
export function findUnknownSessionFolders({ sessions }: HomePaths, store: Store): readonly string[] {
  const folders = readdirSync(sessions, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.map(({ name }) => name).filter((name) => !store.sessions.nameTaken(sessionId(name)));
}
