/** The command line as npm leaves it, and how long it takes. */
import { copyFileSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runProgram } from "../src/lib/run.ts";
import { median } from "./report.ts";

const repository = join(import.meta.dirname, "..");

/** Without the sources there is nothing to look at before the start. */
export function installed(): string {
  const folder = mkdtempSync(join(tmpdir(), "ao-bench-"));
  copyFileSync(join(repository, "ao"), join(folder, "ao"));
  for (const name of ["dist", "node_modules", "package.json"]) symlinkSync(join(repository, name), join(folder, name));
  return folder;
}

export async function medians(
  rounds: number,
  programs: readonly (() => Promise<number>)[],
): Promise<readonly number[]> {
  const times: number[][] = programs.map(() => []);
  // The first round fills caches and is not counted.
  for (let round = 0; round <= rounds; round++)
    for (const [index, program] of programs.entries()) {
      const ms = await program();
      if (round > 0) times[index]?.push(ms);
    }
  return times.map(median);
}

export async function timed(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const startedAt = performance.now();
  const result = await runProgram({ program, args, env, timeoutMs: 30_000 });
  const ms = performance.now() - startedAt;
  if (!result.ok || result.code !== 0) throw new Error(`${program} ${args.join(" ")}: ${result.stderr}`);
  return ms;
}
