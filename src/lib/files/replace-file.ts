/** Writes a file whole or not at all: whoever reads it, also after a power cut, sees the old text or the new one. */
import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Only the owner can read it, and the folders made for it. At once: such files are small, and a turn waits for them. */
export function replaceFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString("hex")}.new`;
  try {
    // Synced first: a rename may reach the disk before what was written to the file.
    writeFileSync(draft, text, { mode: 0o600, flush: true });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** Whether this is the name of a draft for such a file. A kill may leave one behind. */
export function isDraft(file: string, name: string): boolean {
  return name.startsWith(`${file}.`) && /^\.[0-9a-f]{12}\.new$/.test(name.slice(file.length));
}

/** As `replaceFile`, in a folder where others would take a draft that a kill left behind for work. */
export function replaceFileTidily(path: string, text: string): void {
  replaceFile(path, text);
  const [folder, file] = [dirname(path), basename(path)];
  for (const name of readdirSync(folder)) if (isDraft(file, name)) rmSync(join(folder, name), { force: true });
}
