/**
 * Ceilings by scopes of the user's systemd. `systemd-run --scope` becomes the program, so that process, terminal,
 * environment and exit code are the program's own. A scope that was ended for want of memory is remembered as failed
 * until it is asked for; systemd does that since version 253.
 */
import { runProgram } from "../run.ts";
import { PREPARING, quoteForShell, YIELD_MEMORY_SCRIPT, type Ceiling, type CeilingMeans } from "./ceiling.ts";

export type ScopePrograms = {
  readonly systemdRun: string;
  readonly systemctl: string;
  /** Where the user's manager listens: `XDG_RUNTIME_DIR`. The program itself keeps what its environment says. */
  readonly runtimeDir: string;
};

export const SCOPE_VERSION_MIN = 253;
const ANSWER_WITHIN_MS = 5_000;

export function createScopeCeilings({ systemdRun, systemctl, runtimeDir }: ScopePrograms): CeilingMeans {
  const ask = (...args: readonly string[]) =>
    runProgram({
      program: systemctl,
      args: ["--user", ...args],
      env: { XDG_RUNTIME_DIR: runtimeDir },
      timeoutMs: ANSWER_WITHIN_MS,
    });
  return {
    name: "systemd",
    endsWhole: true,
    wrap: (name, ceiling, argv) => [
      "/usr/bin/env",
      ...[`XDG_RUNTIME_DIR=${runtimeDir}`, systemdRun, "--user", "--scope", "--quiet"],
      ...[`--unit=${formatScopeName(name)}`, ...listProperties(ceiling), "--"],
      ...["/bin/sh", "-c", `${YIELD_MEMORY_SCRIPT}unset XDG_RUNTIME_DIR; exec "$@"`, PREPARING, ...argv],
    ],
    breachScript: (name, { memoryBytes }) =>
      writeBreachScript({ systemctl, runtimeDir, scope: formatScopeName(name), memoryBytes }),
    findBreach: async (name) => {
      const shown = await ask("show", "--property=Result", "--value", formatScopeName(name));
      return shown.stdout.trim() === "oom-kill" ? "memory_limit" : null;
    },
    // A scope without a process is forgotten by itself, but for one that failed.
    close: (name) => void ask("reset-failed", formatScopeName(name)),
    sweep: (prefix) => void ask("reset-failed", `${prefix}*.scope`),
  };
}

const formatScopeName = (name: string): string => `${name}.scope`;

function listProperties({ memoryBytes, processes }: Ceiling): readonly string[] {
  const limits = [`MemoryMax=${memoryBytes}`, "MemorySwapMax=0", `TasksMax=${processes}`, "OOMPolicy=kill"];
  return limits.flatMap((limit) => ["-p", limit]);
}

type ScopeScript = {
  readonly systemctl: string;
  readonly runtimeDir: string;
  readonly scope: string;
  readonly memoryBytes: number;
};

/** Only a program that was killed is asked for. Systemd hears of its end a moment later than we do. */
function writeBreachScript({ systemctl, runtimeDir, scope, memoryBytes }: ScopeScript): string {
  const show = `XDG_RUNTIME_DIR=${quoteForShell(runtimeDir)} ${quoteForShell(systemctl)} --user`;
  return `\
__ao_tries=0
while [ "$__ao_code" = 137 ] && [ "$__ao_tries" -lt 20 ]; do
  case $(${show} show --property=Result,ActiveState ${quoteForShell(scope)} 2> /dev/null) in
    *Result=oom-kill*) __ao_cut='memory_limit ${memoryBytes}'; break ;;
    *ActiveState=active*|*ActiveState=deactivating*) command -p sleep 0.1 2> /dev/null || command -p sleep 1 ;;
    *) break ;;
  esac
  __ao_tries=$((__ao_tries + 1))
done
`;
}
