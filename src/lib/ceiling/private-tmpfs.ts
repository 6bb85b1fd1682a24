/**
 * Files in memory that a sandbox has for itself: its `/tmp`, its empty home. They are no process's memory, so whoever adds
 * up processes misses them, and one agent could fill the machine's memory with them.
 */
import { readlinkSync, statfsSync } from "node:fs";
import { hasCode, readTextIfExists } from "../files/if-there.ts";
import type { ProcessEntry } from "../process/process-table.ts";

export function measurePrivateTmpfs(processes: readonly Pick<ProcessEntry, "pid">[]): number {
  if (process.platform !== "linux") return 0;
  const counted = new Set(readTmpfsMounts("self").map(({ device }) => device));
  const namespaces = new Set([readNamespace("self")]);
  let bytes = 0;
  for (const { pid } of processes) {
    const namespace = readNamespace(pid);
    if (namespaces.has(namespace)) continue;
    namespaces.add(namespace);
    for (const { device, path } of readTmpfsMounts(pid)) {
      if (counted.has(device)) continue;
      counted.add(device);
      bytes += readUsedBytes(`/proc/${pid}/root${path}`);
    }
  }
  return bytes;
}

type Tmpfs = { readonly device: string; readonly path: string };

/** `36 35 0:40 / /tmp rw - tmpfs tmpfs rw`: the third field is the device, the fifth where it is mounted. */
function readTmpfsMounts(pid: number | "self"): readonly Tmpfs[] {
  const text = readIfAllowed(() => readTextIfExists(`/proc/${pid}/mountinfo`)) ?? "";
  return text.split("\n").flatMap((line) => {
    const [, , device, , path] = line.split(" ");
    return device === undefined || path === undefined || !line.includes(" - tmpfs ")
      ? []
      : [
          {
            device,
            path: path.replaceAll(/\\([0-7]{3})/g, (_, octal: string) => String.fromCodePoint(parseInt(octal, 8))),
          },
        ];
  });
}

const readNamespace = (pid: number | "self"): string | null => readIfAllowed(() => readlinkSync(`/proc/${pid}/ns/mnt`));

function readUsedBytes(path: string): number {
  const found = readIfAllowed(() => statfsSync(path));
  return found === null ? 0 : (found.blocks - found.bfree) * found.bsize;
}

/** Null: it has ended, or is not ours to look at. */
function readIfAllowed<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (hasCode(error, "ENOENT", "ESRCH", "EACCES", "EPERM", "EINVAL", "ENOTDIR")) return null;
    throw error;
  }
}
