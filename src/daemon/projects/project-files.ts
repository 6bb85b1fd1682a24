/** Reads what lies on the person's disk for a project: its file, and whether a commit has it exactly so. */
import { readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { hardening, personsEnvironment } from "../../lib/git/environment.ts";
import { callGit } from "../../lib/git/git-run.ts";

export function readText(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    // Unreadable or a folder: it says nothing, as if it were not there.
    if (error instanceof Error && "code" in error) return null;
    throw error;
  }
}

/** Is the text that of the last commit? Then it came by git, or nobody has touched it since. */
export async function isAsCommitted(file: string, text: string): Promise<boolean> {
  const committed = await callGit({
    args: [...hardening, "cat-file", "blob", `HEAD:./${basename(file)}`],
    cwd: dirname(file),
    env: personsEnvironment(),
  });
  return committed.ok && sameLines(committed.value, text);
}

/** A checkout may end lines in its own way. */
const sameLines = (left: string, right: string): boolean =>
  left.replaceAll("\r\n", "\n") === right.replaceAll("\r\n", "\n");
