/** The note in a git directory of the home that works on that repository. */
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { hasCode, readTextIfExists } from "../lib/files/if-there.ts";

export type HomeClaim = { readonly file: string; readonly home: string };

/** Null: no home has noted itself there. */
export function findClaim(repository: string): HomeClaim | null {
  const file = claimFile(repository);
  const home = file === null ? null : readClaim(file);
  return file === null || home === null ? null : { file, home };
}

export function writeClaim(repository: string, home: string): void {
  const file = claimFile(repository);
  if (file !== null) ignoreRefusal(() => writeFileSync(file, `${home}\n`));
}

/** Removes it where it names this home. */
export function dropClaim(repository: string, home: string): void {
  const claim = findClaim(repository);
  if (claim?.home === home) ignoreRefusal(() => rmSync(claim.file, { force: true }));
}

/** A repository that may not be written is still worked on; only nobody is warned. */
function ignoreRefusal(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!hasCode(error, "EACCES", "EPERM", "EROFS", "ENOENT", "ENOSPC", "EDQUOT")) throw error;
  }
}

const NAME = "ao-home";

/** Of a checkout, of one whose git directory lies elsewhere, and of a bare repository. */
function claimFile(repository: string): string | null {
  const inside = join(repository, ".git");
  const found = statSync(inside, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return join(inside, NAME);
  if (found?.isFile() === true) {
    const named = /^gitdir: (.+)$/m.exec(readFileSync(inside, "utf8"))?.[1];
    return named === undefined ? null : join(resolve(repository, named), NAME);
  }
  return statSync(join(repository, "HEAD"), { throwIfNoEntry: false }) === undefined ? null : join(repository, NAME);
}

const PATH_MAX = 4_096;

function readClaim(file: string): string | null {
  const path = readTextIfExists(file)?.slice(0, PATH_MAX).split("\n")[0] ?? "";
  return isAbsolute(path) ? path : null;
}
