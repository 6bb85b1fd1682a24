import { existsSync } from "node:fs";
import { join } from "node:path";
import type { HomePaths } from "../config/home.ts";
import type { SessionId } from "../domain/model/ids.ts";

/** What a session keeps for its agent between turns; it outlives a database that is older than the session. */
export const hasSessionFolder = ({ sessions }: Pick<HomePaths, "sessions">, session: SessionId): boolean =>
  existsSync(join(sessions, session));
