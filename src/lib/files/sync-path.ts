/** What was written to a file, or to the names in a folder, survives a power cut from here on. */
import { closeSync, fsyncSync, openSync } from "node:fs";
import { hasCode } from "./if-there.ts";

export function syncPath(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } catch (error) {
    // Some file systems cannot sync a folder; then its names are as durable as they get.
    if (!hasCode(error, "EINVAL", "ENOTSUP")) throw error;
  } finally {
    closeSync(descriptor);
  }
}
