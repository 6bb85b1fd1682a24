/**
 * Refs in folders that an agent can write, taken for what they are on the disk: a plain file that names a commit. A link,
 * a pipe, a folder or a ref that points to another one is none, and nothing of it is ever opened or followed.
 */
import { lstatSync, mkdirSync, type Stats } from "node:fs";
import { lstat, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { failGit, type GitAnswer } from "../git-run.ts";
import { isObjectName, readRef } from "./refs.ts";
import { hasCode } from "../../files/if-there.ts";
import { returnNullIfAbsent, readPlainText } from "../../files/plain-file.ts";

export type PlainRef =
  | { readonly kind: "commit"; readonly commit: string }
  | { readonly kind: "absent" }
  /** What stood there instead, as the end of a sentence that begins with the ref. */
  | { readonly kind: "odd"; readonly why: string };

const REF_BYTES_MAX = 4_096;

export async function readPlainRef(commonDir: string, ref: string): Promise<PlainRef> {
  const file = join(commonDir, ref);
  const detour = findDetour(commonDir, dirname(ref));
  if (detour !== null) return { kind: "odd", why: `lay behind ${detour}, which is not a folder` };
  const found = await lstat(file).catch(returnNullIfAbsent);
  if (found === null) return readPackedRef(commonDir, ref);
  if (found.isDirectory())
    return (await isEmptyTree(file)) ? readPackedRef(commonDir, ref) : refuseOddRef("was a folder");
  if (!found.isFile()) return refuseOddRef(`was ${describeFile(found)}`);
  const text = (await readPlainText(file, { maxBytes: REF_BYTES_MAX }))?.trim() ?? "";
  if (isObjectName(text)) return { kind: "commit", commit: text };
  const target = /^ref: *(.+)$/.exec(text)?.[1];
  return refuseOddRef(target === undefined ? "named no commit" : `pointed to ${target}`);
}

const refuseOddRef = (why: string): PlainRef => ({ kind: "odd", why });

async function readPackedRef(commonDir: string, ref: string): Promise<PlainRef> {
  const commit = await readRef(ref, { commonDir });
  return commit === null ? { kind: "absent" } : { kind: "commit", commit };
}

export function describeFile(found: Stats): string {
  if (found.isSymbolicLink()) return "a link";
  if (found.isFIFO()) return "a pipe";
  if (found.isSocket()) return "a socket";
  return found.isDirectory() ? "a folder" : "a device";
}

/** The first part of the way below `root` that is something else than a folder; null: all are folders, or not there. */
function findDetour(root: string, folder: string): string | null {
  let at = root;
  for (const part of folder.split("/")) {
    at = join(at, part);
    const found = lstatSync(at, { throwIfNoEntry: false });
    if (found === undefined) return null;
    if (!found.isDirectory()) return relative(root, at);
  }
  return null;
}

/**
 * Writes a ref as git itself would: through its lock file. `from`: only if it is there; left out: whatever stands there,
 * but for a folder with refs in it.
 */
export async function writePlainRef(
  commonDir: string,
  { ref, to, from }: { readonly ref: string; readonly to: string; readonly from?: string },
): Promise<GitAnswer<null>> {
  const file = join(commonDir, ref);
  const detour = findDetour(commonDir, dirname(ref));
  if (detour !== null) return failGit("failed", `${ref} was not moved: ${detour} is not a folder.`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  await removeStaleLock(`${file}.lock`);
  const lock = await open(`${file}.lock`, "wx").catch(returnNullIfTaken);
  if (lock === null) return failGit("busy", `${ref} was not moved: another git holds ${file}.lock.`);
  try {
    if (from !== undefined && (await readRef(ref, { commonDir })) !== from)
      return failGit("failed", `${ref} was not moved: it is no longer at ${from}.`);
    await lock.writeFile(`${to}\n`);
    await removeEmptyFolders(file);
    await rename(`${file}.lock`, file);
    return { ok: true, value: null };
  } finally {
    await lock.close();
    await rm(`${file}.lock`, { force: true });
  }
}

/** Lock files live for milliseconds; one this old was left behind by a process that was killed. */
const LOCK_STALE_MS = 5_000;

async function removeStaleLock(path: string): Promise<void> {
  const found = await lstat(path).catch(returnNullIfAbsent);
  if (found !== null && Date.now() - found.mtimeMs > LOCK_STALE_MS) await rm(path, { force: true, recursive: true });
}

function returnNullIfTaken(error: unknown): null {
  if (hasCode(error, "EEXIST")) return null;
  throw error;
}

/** A deleted ref below this one may have left its folder. */
async function removeEmptyFolders(path: string): Promise<void> {
  const found = await lstat(path).catch(returnNullIfAbsent);
  if (found?.isDirectory() === true && (await isEmptyTree(path))) await rm(path, { recursive: true });
}

async function isEmptyTree(folder: string): Promise<boolean> {
  for (const entry of await readdir(folder, { withFileTypes: true }))
    if (!entry.isDirectory() || !(await isEmptyTree(join(folder, entry.name)))) return false;
  return true;
}
