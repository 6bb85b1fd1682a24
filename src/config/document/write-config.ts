import { renameSync, statSync, writeFileSync } from "node:fs";

/** By rename, so that no reader ever sees half of it; who may read it stays as it was. */
export function writeConfig(file: string, text: string): void {
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0o600;
  const next = `${file}.${process.pid}.new`;
  writeFileSync(next, text, { mode: mode & 0o777, flush: true });
  renameSync(next, file);
}
