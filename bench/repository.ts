/** Repositories of a given size, in memory. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "../src/lib/run.ts";

/** Disks vary too much from one moment to the next. */
export async function inMemory<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await realpath(await mkdtemp(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "ao-bench-")));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, maxRetries: 5 });
  }
}

export async function aRepository(path: string, files: number): Promise<string> {
  for (let n = 0; n < files; n += 1) {
    const folder = join(path, `part-${n % 20}`, `piece-${n % 500}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file-${n}.ts`), `export const number${n} = ${n};\n`.repeat(60));
  }
  await git(path, "init", "--quiet", "--initial-branch=main");
  await git(path, "add", "--all");
  const person = ["-c", "user.name=Bench", "-c", "user.email=bench@localhost", "-c", "gc.auto=0"];
  await git(path, ...person, "commit", "--quiet", "-m", "Start");
  await git(path, "gc", "--quiet");
  return path;
}

export async function git(cwd: string, ...args: readonly string[]): Promise<void> {
  const ended = await runProgram({ program: "git", args, cwd, timeoutMs: 600_000 });
  if (!ended.ok || ended.code !== 0) throw new Error(`git ${args.join(" ")}: ${ended.stderr}`);
}
