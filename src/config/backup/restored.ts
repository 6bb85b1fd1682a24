/** What lies between a restored backup and the daemon that comes up on it. */
import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { readTextIfExists } from "../../lib/files/if-there.ts";
import { replaceFile } from "../../lib/files/replace-file.ts";
import { syncPath } from "../../lib/files/sync-path.ts";
import type { HomePaths } from "../home.ts";
import { parseRestored, type Restored } from "./parse-restored.ts";

export const readRestored = ({ restored }: Pick<HomePaths, "restored">): Restored | null =>
  parseRestored(readTextIfExists(restored));

/** Before the databases are replaced: a daemon that came up without it would redo what happened since the backup. */
export function writeRestored({ restored }: Pick<HomePaths, "restored">, what: Restored): void {
  replaceFile(restored, `${JSON.stringify(what)}\n`);
  syncPath(restored);
  syncPath(dirname(restored));
}

export const forgetRestored = ({ restored }: Pick<HomePaths, "restored">): void => rmSync(restored, { force: true });
