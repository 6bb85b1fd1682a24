/** Where a program lies, by the PATH given: absolute, so that a later change of folder or PATH cannot swap it. */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

export function findProgram(name: string, path = process.env["PATH"] ?? ""): string | null {
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

export function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch (error) {
    // Missing, in a folder that is closed to us, or not meant to be run: the next folder may have one.
    if (error instanceof Error && "code" in error) return false;
    throw error;
  }
}
