/** Installs what the cache lacks, and names all. A package that cannot be had is said so; the suite then skips its agent. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../../src/lib/run.ts";
import { cachedProgram, cacheFolder, wantedPrograms, type Pinned } from "./under-test.ts";

const INSTALL_MS = 15 * 60_000;

for (const pinned of wantedPrograms()) {
  process.stdout.write(`${pinned.name}\n`);
  if (cachedProgram(pinned) !== null) continue;
  process.stderr.write(`ao: installing ${pinned.package}@${pinned.version}\n`);
  const why = await install(pinned);
  if (why !== null) process.stderr.write(`ao: ${pinned.name} is left out: ${why}\n`);
}

async function install(pinned: Pinned): Promise<string | null> {
  const folder = join(cacheFolder(), pinned.name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const args = ["install", "--save-exact", "--no-audit", "--no-fund", "--force", `${pinned.package}@${pinned.version}`];
  const result = await runProgram({ program: "npm", args, cwd: folder, timeoutMs: INSTALL_MS });
  if (!result.ok) return result.reason;
  if (result.code !== 0) return result.stderr.trim().split("\n").at(-1) ?? `npm ended with ${result.code}`;
  return cachedProgram(pinned) === null ? "it was installed without its program" : null;
}
