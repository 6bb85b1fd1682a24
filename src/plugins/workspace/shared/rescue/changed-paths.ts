/** What git, looking through our view, finds changed in a workspace. */
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { returnNullIfAbsent } from "../../../../lib/files/plain-file.ts";
import { TOO_MUCH_OUTPUT } from "../../../../lib/git/git.ts";
import { isInside } from "../site.ts";
import { findTakeable } from "./find-takeable.ts";
import { WorkspaceTrouble } from "../trouble.ts";
import type { WorkspaceView } from "./view.ts";

/**
 * Every path that is not as `HEAD` has it; a folder in which nothing is known ends with a slash. What we brought along
 * from the person's checkout does not count, nor does a repository inside: its files are its own.
 */
export async function listChangedPaths(view: WorkspaceView): Promise<readonly string[]> {
  const listed = await readStatus(view);
  if (listed === null) return [TOO_MANY];
  const entries = splitAtZero(listed).map((entry) => ({ code: entry.slice(0, 2), path: entry.slice(3) }));
  const kept = await Promise.all(
    entries.map(async (entry) => entry.code !== "??" || (await isToBeCommitted(view, entry.path))),
  );
  return entries.filter((_, at) => kept[at]).map(({ path }) => path);
}

/** Stands for all of them where there are more than git can list. */
const TOO_MANY = "(more files than can be listed)";

/** Null: it would say more than anybody can read. */
async function readStatus(view: WorkspaceView): Promise<string | null> {
  try {
    return await view.compute("status", ["--porcelain", "-z", "--no-renames", "--untracked-files=normal"]);
  } catch (error) {
    if (isTooMuchOutput(error)) return null;
    throw error;
  }
}

export const isTooMuchOutput = (error: unknown): boolean =>
  error instanceof WorkspaceTrouble && error.message.includes(TOO_MUCH_OUTPUT);

/** A file that is too large to be committed for the agent is none of its changes: it would never go away. */
async function isToBeCommitted(view: WorkspaceView, path: string): Promise<boolean> {
  if (isBrought(view, path)) return false;
  if (path.endsWith("/")) return !(await isRepository(view, path));
  const { leftOut } = await findTakeable(view.place.desk.path, [path]);
  return leftOut.length === 0;
}

/** Copied or linked in by us, as the project asks. */
export function isBrought({ place }: WorkspaceView, path: string): boolean {
  const { copy, symlinks } = place.site.options;
  const whole = join("/", path);
  return [...copy, ...symlinks].some((one) => {
    const brought = join("/", one);
    return join(whole, "/") === join(brought, "/") || isInside(brought, whole);
  });
}

export async function isRepository({ place }: WorkspaceView, path: string): Promise<boolean> {
  return (await lstat(join(place.desk.path, path, ".git")).catch(returnNullIfAbsent)) !== null;
}

export function splitAtZero(output: string): readonly string[] {
  return output.split("\0").filter((part) => part !== "");
}

/** Makes the view's index hold the files as they are now, gone ones too; `raw`: byte by byte, past all filters. */
export async function takeIn(
  view: WorkspaceView,
  paths: readonly string[],
  { raw = false }: { readonly raw?: boolean } = {},
): Promise<void> {
  if (paths.length === 0) return;
  const input = [...new Set(paths)].join("\0") + "\0";
  const options = ["--add", "--remove", "--replace", "-z", "--stdin"];
  await view.compute("update-index", options, { input, ...(raw ? { settings: [] } : {}) });
}
