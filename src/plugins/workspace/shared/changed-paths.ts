/** What git, looking through our view, finds changed in a workspace. */
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { nullIfAbsent } from "../../../lib/plain-file.ts";
import { isInside } from "./site.ts";
import type { View } from "./view.ts";

/**
 * Every path that is not as `HEAD` has it; a folder in which nothing is known ends with a slash. What we brought along
 * from the person's checkout does not count, nor does a repository inside: its files are its own.
 */
export async function changedPaths(view: View): Promise<readonly string[]> {
  const options = ["--porcelain", "-z", "--no-renames", "--untracked-files=normal"];
  const listed = await view.compute("status", options);
  const entries = zeroSeparated(listed).map((entry) => ({ code: entry.slice(0, 2), path: entry.slice(3) }));
  const kept = await Promise.all(entries.map(async (entry) => entry.code !== "??" || (await counts(view, entry.path))));
  return entries.filter((_, at) => kept[at]).map(({ path }) => path);
}

async function counts(view: View, path: string): Promise<boolean> {
  return !isBrought(view, path) && !(path.endsWith("/") && (await isRepository(view, path)));
}

/** Copied or linked in by us, as the project asks. */
export function isBrought({ place }: View, path: string): boolean {
  const { copy, symlinks } = place.site.options;
  const whole = join("/", path);
  return [...copy, ...symlinks].some((one) => {
    const brought = join("/", one);
    return join(whole, "/") === join(brought, "/") || isInside(brought, whole);
  });
}

export async function isRepository({ place }: View, path: string): Promise<boolean> {
  return (await lstat(join(place.desk.path, path, ".git")).catch(nullIfAbsent)) !== null;
}

export function zeroSeparated(output: string): readonly string[] {
  return output.split("\0").filter((part) => part !== "");
}

/** Makes the view's index hold the files as they are now, gone ones too; `raw`: byte by byte, past all filters. */
export async function takeIn(
  view: View,
  paths: readonly string[],
  { raw = false }: { readonly raw?: boolean } = {},
): Promise<void> {
  if (paths.length === 0) return;
  const input = [...new Set(paths)].join("\0") + "\0";
  const options = ["--add", "--remove", "--replace", "-z", "--stdin"];
  await view.compute("update-index", options, { input, ...(raw ? { settings: [] } : {}) });
}
