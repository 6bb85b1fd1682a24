/** Programs for the examples. Nothing is installed unless a person asks for it; packages lie in a cache of their own. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { findProgram } from "../../src/lib/process/find-program.ts";
import { runProgram } from "../../src/lib/run.ts";
import type { Registry } from "./kind.ts";
import { kinds } from "./kinds/index.ts";

const PACKAGES = { pnpm: "9.15.9", yarn: "1.22.22" } as const;
const DEBIAN = {
  ...{
    go: "golang-go",
    "git-lfs": "git-lfs",
    make: "make",
    cargo: "cargo",
    mvn: "maven",
    javac: "default-jdk-headless",
  },
  ...{ poetry: "python3-poetry", pytest: "python3-pytest" },
} as const;
const INSTALL_MS = 15 * 60_000;

const cacheFolder = (): string =>
  join(
    process.env["AO_TEST_CACHE"] ??
      join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "agent-orchestrator"),
    "repositories",
  );

/** The PATH of those who try: what an earlier run installed first. */
export function programPath(): string {
  const bin = join(cacheFolder(), "node_modules", ".bin");
  return [...(existsSync(bin) ? [bin] : []), process.env["PATH"] ?? ""].join(delimiter);
}

/** What could not be installed is said; its kinds are then tried without it. */
export async function installPrograms(say: (line: string) => void): Promise<void> {
  const wanted = new Set(kinds.flatMap(({ programs }) => programs));
  const missing = [...wanted].filter((name) => findProgram(name, programPath()) === null);
  await installPackages(missing, say);
  const debian = Object.entries(DEBIAN)
    .filter(([name]) => missing.includes(name))
    .map(([, name]) => name);
  if (debian.length === 0) return;
  if (process.getuid?.() !== 0 || findProgram("apt-get") === null) return say(`not installed: ${debian.join(", ")}`);
  const args = ["install", "-y", "-q", "--no-install-recommends", ...debian];
  await install({ program: "apt-get", args, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } }, say);
}

async function installPackages(missing: readonly string[], say: (line: string) => void): Promise<void> {
  const packages = Object.entries(PACKAGES).filter(([name]) => missing.includes(name));
  if (packages.length === 0) return;
  const folder = cacheFolder();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const names = packages.map(([name, version]) => `${name}@${version}`);
  await install({ program: "npm", args: ["install", "--no-audit", "--no-fund", ...names], cwd: folder }, say);
}

async function install(
  command: {
    readonly program: string;
    readonly args: readonly string[];
    readonly cwd?: string;
    readonly env?: NodeJS.ProcessEnv;
  },
  say: (line: string) => void,
): Promise<void> {
  say(`${command.program} ${command.args.join(" ")}`);
  const ended = await runProgram({ ...command, timeoutMs: INSTALL_MS });
  if (!ended.ok || ended.code !== 0) say(`failed: ${ended.stderr.trim().split("\n").at(-1) ?? ""}`);
}

const REACH_MS = 10_000;

/** A registry that answers within some seconds, be it with a refusal. */
export async function isReachable(registry: Registry): Promise<boolean> {
  if (typeof registry !== "string") return hasNpmPackage(registry.packageName);
  try {
    const { status } = await fetch(registry, { method: "HEAD", signal: AbortSignal.timeout(REACH_MS) });
    return status < 400;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

async function hasNpmPackage(name: string): Promise<boolean> {
  const ended = await runProgram({ program: "npm", args: ["view", name, "version"], timeoutMs: REACH_MS });
  return ended.ok && ended.code === 0;
}
