/** The memory of a process, in megabytes, as Linux counts it. */
import { readFileSync, writeFileSync } from "node:fs";

export function memoryOf(pid: number): { readonly now: number; readonly highest: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const megabytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) / 1_024;
  return { now: megabytes("VmRSS"), highest: megabytes("VmHWM") };
}

/** Its highest mark begins anew. */
export function resetHighest(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}
