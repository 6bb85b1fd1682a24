/**
 * What the holder reads: the folder, the program and its environment, as shell text in which everything foreign stands in
 * single quotes. It never goes over a command line, where other users of the machine would see it.
 */
import { quoteForShell } from "../../../lib/ceiling/ceiling.ts";
import type { TurnLaunch } from "../../../slots/runtime.ts";

export type LaunchText = {
  readonly launch: Pick<TurnLaunch, "cwd" | "env">;
  /** The program first, absolute: a name with a slash can be no built-in of the shell. */
  readonly argv: readonly [string, ...string[]];
  /** How the holder finds out that the system ended the program at its ceiling; empty: it does not. */
  readonly breachScript: string;
  readonly bootId: string;
  /** What the program's own files get; the holder's are private. */
  readonly umask: number;
};

export function launchText({ launch, argv, breachScript, bootId, umask }: LaunchText): string {
  const words = [launch.cwd, ...argv].map(quoteForShell).join(" ");
  const exports = Object.entries(launch.env)
    .filter(([name]) => !OF_THE_SHELL.has(name))
    .map(([name, value]) => `export ${name}=${quoteForShell(value)}\n`);
  const breach = breachScript === "" ? "" : `__ao_breach() {\n${breachScript}}\n`;
  return `__ao_boot=${quoteForShell(bootId)}\n__ao_umask=${umask.toString(8)}\n${breach}set -- ${words}\n${exports.join("")}`;
}

/** Why it cannot be passed on; null when it can. */
export function explainNotPassable({ cwd, argv, env }: Pick<TurnLaunch, "cwd" | "argv" | "env">): string | null {
  const odd = Object.keys(env).find((name) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || name.startsWith("__ao_"));
  if (odd !== undefined)
    return `the environment variable ${JSON.stringify(odd)} cannot be passed to a program: a name has letters, digits and underscores`;
  const holdsZero = [cwd, ...argv, ...Object.values(env)].some((text) => text.includes("\0"));
  return holdsZero ? "its arguments or its environment hold a zero byte, which no program can be given" : null;
}

/** Bash keeps these to itself, and gives up when told to change them. */
const OF_THE_SHELL: ReadonlySet<string> = new Set([
  "_",
  "BASHOPTS",
  "BASH_VERSINFO",
  "EUID",
  "OPTIND",
  "PPID",
  "SHELLOPTS",
  "UID",
]);
