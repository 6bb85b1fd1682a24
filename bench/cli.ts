/** How long the command line takes beside an empty program on the same Node: `node -e 0`. Runs are interleaved. */
import { copyFileSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fixtureDaemon } from "../src/cli/testing/fixture-daemon.ts";
import { aFleet } from "../src/cli/testing/views.ts";
import { run } from "../src/lib/run.ts";
import { timesAtMost, type Line } from "./report.ts";

const ROUNDS = 40;
const repository = join(import.meta.dirname, "..");

export async function benchCli(): Promise<readonly Line[]> {
  const daemon = await fixtureDaemon({ listSessions: () => [...aFleet], listProjects: () => [] });
  const folder = installed();
  const ao = join(folder, "ao");
  const env = { ...process.env, AO_HOME: daemon.home };
  try {
    const [empty = 0, version = 0, help = 0, list = 0] = await medians([
      () => timed(process.execPath, ["-e", "0"], env),
      () => timed(ao, ["--version"], env),
      () => timed(ao, ["--help"], env),
      () => timed(ao, ["list"], env),
    ]);
    return [
      timesAtMost("ao --version beside node -e 0", version, empty, 1.5),
      timesAtMost("ao --help beside node -e 0", help, empty, 1.5),
      timesAtMost("ao list, the daemon running, beside node -e 0", list, empty, 2.5),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await daemon.close();
  }
}

/** As npm leaves it: without the sources there is nothing to look at before the start. */
function installed(): string {
  const folder = mkdtempSync(join(tmpdir(), "ao-bench-"));
  copyFileSync(join(repository, "ao"), join(folder, "ao"));
  for (const name of ["dist", "node_modules", "package.json"]) symlinkSync(join(repository, name), join(folder, name));
  return folder;
}

async function medians(programs: readonly (() => Promise<number>)[]): Promise<readonly number[]> {
  const times: number[][] = programs.map(() => []);
  // The first round fills caches and is not counted.
  for (let round = 0; round <= ROUNDS; round++)
    for (const [index, program] of programs.entries()) {
      const ms = await program();
      if (round > 0) times[index]?.push(ms);
    }
  return times.map((own) => own.toSorted((a, b) => a - b)[Math.floor(own.length / 2)] ?? 0);
}

async function timed(program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const startedAt = performance.now();
  const result = await run({ program, args, env, timeoutMs: 30_000 });
  const ms = performance.now() - startedAt;
  if (!result.ok || result.code !== 0) throw new Error(`${program} ${args.join(" ")}: ${result.stderr}`);
  return ms;
}
