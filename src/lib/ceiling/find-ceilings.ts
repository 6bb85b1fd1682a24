/** The best means that this system has to hold programs below their ceilings, tried once and for real. */
import { describeRefusal } from "../disk-errors/system-disk-error.ts";
import { existsSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { findProgram } from "../process/find-program.ts";
import { runProgram } from "../run.ts";
import { watchedOnly, type CeilingMeans } from "./ceiling.ts";
import { createCgroupCeilings, openCgroupPlace } from "./cgroup-ceilings.ts";
import { findOwnCgroups } from "./own-cgroups.ts";
import { createScopeCeilings, SCOPE_VERSION_MIN } from "./scope-ceilings.ts";

/** `passedOver`: why the better means are not used. */
export type FoundCeilings = { readonly means: CeilingMeans; readonly passedOver: readonly string[] };

export type FindCeilings = {
  readonly env: NodeJS.ProcessEnv;
  /** A daemon may step aside within its own cgroup; whoever only looks does not. */
  readonly mayMove: boolean;
};

type Tried = { readonly ok: true; readonly means: CeilingMeans } | { readonly ok: false; readonly why: string };

export async function findCeilings({ env, mayMove }: FindCeilings): Promise<FoundCeilings> {
  if (process.platform !== "linux")
    return { means: watchedOnly, passedOver: [`${process.platform} has no limits for a whole tree of processes`] };
  const wanted = env["AO_CEILINGS"] ?? "auto";
  const passedOver: string[] = [];
  for (const attempt of [trySystemd, tryCgroups]) {
    if (wanted === "watched") break;
    const tried = await attempt(env, mayMove);
    if (tried.ok) return { means: tried.means, passedOver };
    passedOver.push(tried.why);
  }
  return { means: watchedOnly, passedOver };
}

async function trySystemd(env: NodeJS.ProcessEnv): Promise<Tried> {
  const [systemdRun, systemctl] = ["systemd-run", "systemctl"].map((name) => findProgram(name, env["PATH"]));
  const runtimeDir = env["XDG_RUNTIME_DIR"] ?? `/run/user/${process.getuid?.() ?? 0}`;
  if (!systemdRun || !systemctl || !existsSync(`${runtimeDir}/systemd`))
    return { ok: false, why: "systemd: no manager of the user runs" };
  const said = await runProgram({ program: systemdRun, args: ["--version"], timeoutMs: TRY_WITHIN_MS });
  const version = Number(/^systemd (\d+)/.exec(said.stdout)?.[1] ?? 0);
  if (version < SCOPE_VERSION_MIN)
    return {
      ok: false,
      why: `systemd ${version} does not say which scope ran out of memory; ${SCOPE_VERSION_MIN} does`,
    };
  return tryMeans("systemd", createScopeCeilings({ systemdRun, systemctl, runtimeDir }));
}

async function tryCgroups(_env: NodeJS.ProcessEnv, mayMove: boolean): Promise<Tried> {
  const opened = openCgroupPlace(findOwnCgroups(), mayMove);
  return opened.ok
    ? tryMeans("cgroup", createCgroupCeilings(opened.place))
    : { ok: false, why: `cgroup: ${opened.why}` };
}

const TRY_WITHIN_MS = 5_000;
const MB = 1_000_000;

/** Runs a program that says in which groups it is: it must be another one than ours. */
async function tryMeans(what: string, means: CeilingMeans): Promise<Tried> {
  const name = `ao-try-${randomBytes(6).toString("hex")}`;
  try {
    const [program, ...args] = means.wrap(name, { memoryBytes: 100 * MB, processes: 32 }, [
      "/bin/cat",
      "/proc/self/cgroup",
    ]);
    const ended = await runProgram({ program, args, timeoutMs: TRY_WITHIN_MS });
    const joined = ended.stdout.split("\n").filter((line) => line.includes(name)).length;
    if (ended.ok && ended.code === 0 && joined > 0) return { ok: true, means };
    return { ok: false, why: `${what}: a program was not held by it: ${ended.stderr.trim().split("\n")[0] ?? ""}` };
  } catch (error) {
    return { ok: false, why: `${what}: ${describeRefusal(error)}` };
  } finally {
    means.close(name);
  }
}
