import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { aFolder } from "../../store/testing/folder.ts";
import { isAlive } from "./is-alive.ts";
import { findProgram } from "./find-program.ts";
import { openProcessTable } from "./process-table.ts";
import { launch, runProgram } from "../run.ts";

const shell = (script: string) => ({ program: "/bin/sh", args: ["-c", script], env: {} });

test("we are alive, and a process that has ended is not", async () => {
  expect(isAlive(process.pid)).toBe(true);
  const { stdout } = await runProgram({ ...shell("echo $$"), timeoutMs: 20_000 });
  expect(isAlive(Number(stdout))).toBe(false);
});

test.runIf(existsSync("/proc/self/stat"))(
  "a process that has ended is not alive, even if its parent never collects it",
  async () => {
    const file = join(aFolder(), "pid");
    // The shell becomes a program that never waits for its child.
    const script = `sleep 0.1 & echo $! > '${file}'; exec sleep 60`;
    const parent = await launch({ ...shell(script), stdout: "ignore", stderr: "ignore" });
    if (!parent.ok) throw parent.error;
    onTestFinished(() => void process.kill(parent.pid, "SIGKILL"));
    await vi.waitFor(() => expect(readFileSync(file, "utf8")).toMatch(/\n$/), 10_000);
    const pid = Number(readFileSync(file, "utf8"));
    await vi.waitFor(() => expect(readFileSync(`/proc/${pid}/stat`, "utf8")).toContain(") Z "), 10_000);
    expect(() => process.kill(pid, 0)).not.toThrow();
    expect(isAlive(pid)).toBe(false);
  },
);

const python = findProgram("python3");
/** Its first thread ends; another one goes on, and holds whatever the process holds. */
const FIRST_THREAD_ENDS = `import ctypes, os, sys, threading, time
threading.Thread(target=lambda: time.sleep(60)).start()
open(sys.argv[1], "w").write(f"{os.getpid()}\\n")
ctypes.CDLL(None).pthread_exit(None)`;

test.runIf(existsSync("/proc/self/stat") && python !== null)(
  `a process whose first thread has ended is alive as long as another one is${python === null ? " (needs python3)" : ""}`,
  async () => {
    const file = join(aFolder(), "pid");
    const args = ["-c", FIRST_THREAD_ENDS, file];
    const begun = await launch({ program: python ?? "", args, stdout: "ignore", stderr: "ignore" });
    if (!begun.ok) throw begun.error;
    await vi.waitFor(() => expect(readFileSync(file, "utf8")).toMatch(/\n$/), 20_000);
    const pid = Number(readFileSync(file, "utf8"));
    onTestFinished(() => void process.kill(pid, "SIGKILL"));
    await vi.waitFor(() => expect(readFileSync(`/proc/${pid}/stat`, "utf8")).toContain(") Z "), 20_000);
    expect(isAlive(pid)).toBe(true);
    expect(await openProcessTable().find(pid)).toMatchObject({ pid });
  },
);
