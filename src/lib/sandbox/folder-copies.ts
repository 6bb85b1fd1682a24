/** A folder of the person that a tool has as a copy of its own, with links that lead there. */
import { copyFileSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Link } from "./confinement.ts";

export type SandboxFolderCopy = { readonly of: string; readonly at: string; readonly files: readonly string[] };

export function layCopies(copies: readonly SandboxFolderCopy[]): readonly Link[] {
  return copies.map(({ of, at, files }) => {
    mkdirSync(at, { recursive: true, mode: 0o700 });
    for (const name of files) copyIfNewer(join(of, name), join(at, name));
    return { path: of, target: at };
  });
}

const BYTES_MAX = 4 * 1024 * 1024;

/** A tool renews its login in its copy; one that the person has renewed since is newer. */
function copyIfNewer(from: string, to: string): void {
  const source = statSync(from, { throwIfNoEntry: false });
  if (source?.isFile() !== true || source.size > BYTES_MAX) return;
  const copied = statSync(to, { throwIfNoEntry: false });
  if (copied !== undefined && copied.mtimeMs >= source.mtimeMs) return;
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
  copyFileSync(from, to);
}
