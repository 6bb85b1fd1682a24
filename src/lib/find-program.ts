/** Where a program lies, by the PATH given: absolute, so that a later change of folder or PATH cannot swap it. */
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

export function findProgram(name: string, path = process.env["PATH"] ?? ""): string | null {
  const folders = path.split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, name)).find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code !== "EACCES";
  }
}
