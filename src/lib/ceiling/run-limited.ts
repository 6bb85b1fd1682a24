/** Runs a program below a ceiling and waits for it, as `runProgram` does; beyond it, it is ended with all that it started. */
import { randomBytes } from "node:crypto";
import { hasCode } from "../files/if-there.ts";
import { openProcessTable } from "../process/process-table.ts";
import { runProgram, type RunOptions, type RunResult } from "../run.ts";
import { watchedOnly, type Breach, type Ceiling, type CeilingMeans } from "./ceiling.ts";
import { openDiskWatch } from "./disk-watch.ts";
import { findExcess, measure, buildProcessTree } from "./process-use.ts";

export type LimitedResult =
  RunResult | { readonly ok: false; readonly reason: Breach; readonly stdout: string; readonly stderr: string };

/** `prefix`: what the names of this daemon's groups begin with. */
export type RunLimits = {
  readonly means: CeilingMeans;
  readonly ceiling: Ceiling;
  readonly prefix: string;
  /** What the folder that it runs in may take. Left out: no limit. */
  readonly diskBytes?: number;
};

const LOOK_EVERY_MS = 2_000;

/** Without limits it is `runProgram`. */
export async function runLimited(options: RunOptions, limits: RunLimits | undefined): Promise<LimitedResult> {
  if (limits === undefined) return runProgram(options);
  const { means, prefix, diskBytes } = limits;
  const { cwd } = options;
  const disk = diskBytes === undefined || cwd === undefined ? {} : { disk: { bytes: diskBytes, folders: [cwd] } };
  const ceiling = { ...limits.ceiling, ...disk };
  const name = `${prefix}run-${randomBytes(6).toString("hex")}`;
  const [program, ...args] = wrapIfPossible(means, name, ceiling, [options.program, ...options.args]);
  const watch = watchProgram({ means, name, ceiling });
  const signals = [watch.signal, ...(options.signal === undefined ? [] : [options.signal])];
  const onStart = (pid: number): void => {
    watch.begin(pid);
    options.onStart?.(pid);
  };
  try {
    const ended = await runProgram({ ...options, program, args, onStart, signal: AbortSignal.any(signals) });
    const breach = watch.found() ?? (hasDiedOfItself(ended) ? await means.findBreach(name, ceiling) : null);
    if (breach === null || options.signal?.aborted === true) return ended;
    return { ok: false, reason: breach, stdout: ended.stdout, stderr: ended.stderr };
  } finally {
    watch.end();
    means.close(name);
  }
}

/** Not because we ended it, and not well. */
const hasDiedOfItself = (ended: RunResult): boolean => (ended.ok ? ended.code !== 0 : ended.reason === "killed");

type Wrapping = Parameters<CeilingMeans["wrap"]>;

/** A group that cannot be made now is no reason to run nothing: what the program takes is watched all the same. */
export function wrapIfPossible(means: CeilingMeans, ...[name, ceiling, argv]: Wrapping): Wrapping[2] {
  try {
    return means.wrap(name, ceiling, argv);
  } catch (error) {
    if (!hasCode(error, "EACCES", "EPERM", "EROFS", "ENOENT", "ENOSPC", "ENOMEM", "EAGAIN", "EBUSY", "EINVAL"))
      throw error;
    return watchedOnly.wrap(name, ceiling, argv);
  }
}

type Watched = { readonly means: CeilingMeans; readonly name: string; readonly ceiling: Ceiling };

/** Ends it when the system has begun to kill in it, or when it takes more than it may where nobody else refuses it. */
function watchProgram({ means, name, ceiling }: Watched) {
  const table = openProcessTable();
  const controller = new AbortController();
  const disk = openDiskWatch();
  if (ceiling.disk !== undefined) disk.add(name, ceiling.disk);
  let breach: Breach | null = null;
  let timer: NodeJS.Timeout | null = null;
  const look = async (pid: number): Promise<void> => {
    const bySystem = means.endsWhole ? null : await means.findBreach(name, ceiling);
    const tree = buildProcessTree(await table.all()).below(pid);
    disk.round();
    const isBeyond = ceiling.disk !== undefined && (disk.usedBytes(name) ?? 0) > ceiling.disk.bytes;
    // A refused fork is the program's to bear; a kill is not.
    breach = bySystem === "process_limit" ? null : (bySystem ?? findExcess(tree, measure(tree), ceiling));
    if (isBeyond) breach ??= "disk_limit";
    if (breach !== null) controller.abort();
  };
  const next = (pid: number): void => {
    // A look that failed is made again; whoever waits for the program has ended the rounds by then or not.
    const onward = (): void => {
      if (timer !== null && breach === null) next(pid);
    };
    timer = setTimeout(() => void look(pid).then(onward, onward), LOOK_EVERY_MS).unref();
  };
  return {
    signal: controller.signal,
    begin: next,
    found: () => breach,
    end: () => {
      if (timer !== null) clearTimeout(timer);
      timer = null;
    },
  };
}
