/** Submodules whose `HEAD` is no longer where we laid it. Read as files: what lies there is the agent's. */
import { join } from "node:path";
import { isPlainFolder } from "../../../../lib/git/submodules/plain-folder.ts";
import { readPlainText } from "../../../../lib/files/plain-file.ts";
import type { SessionPaths } from "../session-paths.ts";
import { readSubmoduleNote } from "./fill-submodules.ts";

/** Their paths. One that the agent made a repository of another kind counts as moved. */
export async function listMovedSubmodules(paths: SessionPaths): Promise<readonly string[]> {
  const { laid } = await readSubmoduleNote(paths);
  const moved = await Promise.all(
    laid.map(async ({ path, commit }) => {
      if (!(await isPlainFolder(paths.path, join(path, ".git")))) return false;
      const head = await readPlainText(join(paths.path, path, ".git/HEAD"), { maxBytes: 4_096 });
      return head?.trim() !== commit;
    }),
  );
  return laid.filter((_, at) => moved[at]).map(({ path }) => path);
}
