/** Whether a process is at work in a folder: its own working directory is there. Null: this system does not tell. */
import { readdirSync, readlinkSync } from "node:fs";
import { sep } from "node:path";
import { hasCode } from "../files/if-there.ts";

export function isWorkedIn(folder: string): boolean | null {
  if (process.platform !== "linux") return null;
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      const place = readWorkingDirectory(pid);
      return place === folder || place?.startsWith(folder + sep) === true;
    });
}

/** Null when the process is gone, or not ours to look at. */
function readWorkingDirectory(pid: string): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch (error) {
    if (hasCode(error, "ENOENT", "ESRCH", "EACCES", "EPERM")) return null;
    throw error;
  }
}
