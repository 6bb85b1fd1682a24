/** Removes a folder with all that is in it, also where a tool made parts of it read-only (Go's module cache does). */
import { chmod, lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { nullIfAbsent } from "../../../lib/plain-file.ts";

export async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch (error) {
    if (!isDenied(error)) throw error;
    await makeWritable(path);
    await rm(path, { recursive: true, force: true });
  }
}

/** Links are not followed: what they lead to is not ours. */
async function makeWritable(path: string): Promise<void> {
  const found = await lstat(path).catch(nullIfAbsent);
  if (found === null || !found.isDirectory()) return;
  await chmod(path, 0o700);
  for (const name of await readdir(path)) await makeWritable(join(path, name));
}

function isDenied(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["EACCES", "EPERM", "ENOTEMPTY"].includes(String(error.code));
}
