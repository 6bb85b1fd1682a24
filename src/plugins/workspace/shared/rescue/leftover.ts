/** A git that an earlier daemon started may still be at work in a directory that the next one wants to make. */
import { readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { returnNullIfAbsent } from "../../../../lib/files/plain-file.ts";
import { runProgram } from "../../../../lib/run.ts";
import { WorkspaceTrouble } from "../trouble.ts";
import { hasCode } from "../../../../lib/files/if-there.ts";

const LOOKS = 50;
const LOOK_EVERY_MS = 100;

/** Ends it, with all it started, and waits until it is gone. A process id may be somebody else's by now: then it is left. */
export async function endLeftover(pid: number | null, path: string): Promise<void> {
  if (pid === null || !(await isMaking(pid, path))) return;
  sendSignal(pid, "SIGTERM");
  for (let look = 0; look < LOOKS; look += 1) {
    if (!(await isMaking(pid, path))) return;
    if (look === LOOKS / 2) sendSignal(pid, "SIGKILL");
    await pause(LOOK_EVERY_MS);
  }
  throw new WorkspaceTrouble("unavailable", `The process ${pid} is still making ${path}, and does not end.`);
}

async function isMaking(pid: number, path: string): Promise<boolean> {
  const command = await readCommandLine(pid);
  return command.startsWith("git") && command.includes(path);
}

async function readCommandLine(pid: number): Promise<string> {
  if (process.platform === "linux")
    return (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(returnNullIfGone)) ?? "";
  const listed = await runProgram({ program: "ps", args: ["-o", "command=", "-p", String(pid)], timeoutMs: 5_000 });
  return listed.stdout;
}

function returnNullIfGone(error: unknown): null {
  return hasCode(error, "ESRCH") ? null : returnNullIfAbsent(error);
}

function sendSignal(pid: number, name: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(-pid, name);
  } catch (error) {
    if (!hasCode(error, "ESRCH")) throw error;
  }
}
