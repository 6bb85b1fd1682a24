/**
 * Holds turns below their ceilings, and knows what each takes. While turns are open all processes are looked at once every
 * two seconds, for all turns together; with none open nothing is done. Where the system refuses or kills by itself, the
 * look finds that and ends the rest of the turn: half an agent is none. What they take of the disk is looked at less often.
 */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import {
  describeLimit,
  type Argv,
  type Breach,
  type Ceiling,
  type CeilingMeans,
} from "../../../lib/ceiling/ceiling.ts";
import {
  openDiskWatch,
  type DiskCeiling,
  type DiskWatch,
  type DiskWatchOptions,
} from "../../../lib/ceiling/disk-watch.ts";
import {
  findExcess,
  measure,
  buildProcessTree,
  type ProcessTree,
  type ProcessUse,
} from "../../../lib/ceiling/process-use.ts";
import { wrapIfPossible } from "../../../lib/ceiling/run-limited.ts";
import { openProcessTable, type ProcessEntry, type ProcessTable } from "../../../lib/process/process-table.ts";
import { isSystemDiskError } from "../../../lib/disk-errors/system-disk-error.ts";
import type { TurnLaunch } from "../../../slots/runtime.ts";
import { lookAtTurn } from "./look-at-turn.ts";
import { killTurn } from "./signal-turn.ts";
import { readOwner, writeCut } from "../../../lib/turn-folder/make-turn.ts";
import type { TurnFiles } from "../../../lib/turn-folder/turn-files.ts";
import { readExitCode } from "../../../lib/turn-folder/turn-output.ts";
import { TURN_MARK } from "./turn-processes.ts";

export type TurnLimits = {
  /** The program below the launch's ceiling, and how its holder finds out that it reached it. */
  readonly wrap: (launch: TurnLaunch, argv: Argv) => { readonly argv: Argv; readonly breachScript: string };
  readonly watch: (files: TurnFiles, turn: WatchedTurn) => void;
  /** What open turns take now, by session; those that were not looked at yet are left out. */
  readonly used: () => ReadonlyMap<string, ProcessUse>;
};

export type WatchedTurn = { readonly session: string; readonly ceiling: Ceiling | null };

export type TurnLimitsOptions = {
  readonly means: CeilingMeans;
  /** What the names of this home's groups begin with, see `formatCeilingPrefix`. */
  readonly prefix: string;
  /** Told when a turn is over, with the most that it took at any look. */
  readonly onEnd?: (session: string, peakBytes: number) => void;
  /** The processes of the machine that turns run on; those of this one unless given. */
  readonly processes?: ProcessTable;
  readonly everyMs?: number;
  readonly disk?: DiskWatchOptions;
};

/** Groups of different homes on one machine are told apart. */
export const formatCeilingPrefix = (home: string): string =>
  `ao-${createHash("sha256").update(home).digest("hex").slice(0, 8)}-`;

/** A tree that grows by a gigabyte a second is found out before it hurts. */
const EVERY_MS = 2_000;
/** Most turns say themselves that they have ended; only one whose holder was killed must be looked for. */
const ROUNDS_PER_LOOK = 15;

/**
 * What a session that went beyond its ceiling of disk may take in its next turns, as a share of the ceiling more than it has:
 * room to work in while it removes what it does not need.
 */
const ROOM_TO_CLEAN_UP = 0.1;

type Open = WatchedTurn & { readonly files: TurnFiles; use: ProcessUse | null; peakBytes: number };

export function createTurnLimits(options: TurnLimitsOptions): TurnLimits {
  const { means } = options;
  const watch = new TurnsWatch(options);
  return {
    wrap: ({ turn, ceiling }, argv) => {
      if (ceiling === undefined) return { argv, breachScript: "" };
      const name = `${options.prefix}${turn}`;
      return { argv: wrapIfPossible(means, name, ceiling, argv), breachScript: means.breachScript(name, ceiling) };
    },
    watch: (files, turn) => watch.add(files, turn),
    used: () => watch.used(),
  };
}

class TurnsWatch {
  private readonly options: TurnLimitsOptions;
  private readonly table: ProcessTable;
  private readonly strays = createOrphanFinder();
  private readonly disk: DiskWatch;
  /** Sessions beyond their ceiling of disk, and what they may take until they are below it again. */
  private readonly overdrawn = new Map<string, number>();
  private readonly open = new Map<string, Open>();
  private timer: NodeJS.Timeout | null = null;
  private rounds = 0;

  constructor(options: TurnLimitsOptions) {
    this.options = options;
    this.table = options.processes ?? openProcessTable();
    this.disk = openDiskWatch(options.disk);
  }

  add(files: TurnFiles, turn: WatchedTurn): void {
    if (this.open.has(files.directory)) return;
    this.open.set(files.directory, { ...turn, files, use: null, peakBytes: 0 });
    const disk = turn.ceiling?.disk;
    if (disk !== undefined) this.disk.add(files.directory, { ...disk, bytes: this.diskBytesMax(turn.session, disk) });
    if (this.timer === null) this.next();
  }

  used(): ReadonlyMap<string, ProcessUse> {
    const known = [...this.open.values()].flatMap(({ session, use }) =>
      use === null ? [] : [[session, use] as const],
    );
    return new Map(known);
  }

  private readonly next = (): void => {
    this.timer = null;
    if (this.open.size === 0) return;
    // What could not be done now (a full disk, say) is tried in the next round.
    this.timer = setTimeout(() => void this.round().then(this.next, this.next), this.options.everyMs ?? EVERY_MS);
    this.timer.unref();
  };

  private async round(): Promise<void> {
    this.rounds += 1;
    this.disk.round();
    const all = await this.table.all();
    const tree = buildProcessTree(all);
    const bootId = await this.table.bootId();
    const held = [...this.open.values()].map((turn) => ({ turn, below: listProcessesBelow(turn.files, tree, bootId) }));
    const known = new Set(held.flatMap(({ below }) => below.map(({ pid }) => pid)));
    const marked = this.strays(all.filter(({ pid }) => !known.has(pid)));
    for (const { turn, below } of held) await this.look(turn, [...below, ...(marked.get(turn.files.directory) ?? [])]);
  }

  private async look(turn: Open, processes: readonly ProcessEntry[]): Promise<void> {
    const { files, ceiling } = turn;
    const isLate = this.rounds % ROUNDS_PER_LOOK === 0;
    if (readExitCode(files) !== undefined || (isLate && (await isOver(this.table, files)))) return this.end(turn);
    turn.use = measure(processes);
    turn.peakBytes = Math.max(turn.peakBytes, turn.use.memoryBytes);
    if (ceiling === null) return;
    const breach =
      (await this.foundBySystem(files, ceiling)) ??
      findExcess(processes, turn.use, ceiling) ??
      this.findDiskExcess(turn);
    if (breach === null) return;
    writeReason(files, describeLimit(breach, ceiling));
    await killTurn(files, this.table, 0);
    if (breach === "disk_limit") await this.overdraw(turn);
  }

  private findDiskExcess({ files, session, ceiling }: Open): Breach | null {
    const used = this.disk.usedBytes(files.directory);
    const disk = ceiling?.disk;
    if (used === null || disk === undefined) return null;
    if (used <= disk.bytes) this.overdrawn.delete(session);
    return used > this.diskBytesMax(session, disk) ? "disk_limit" : null;
  }

  /** It wrote until it was ended: what it takes is known only now. */
  private async overdraw({ files, session, ceiling }: Open): Promise<void> {
    const room = (ceiling?.disk?.bytes ?? 0) * ROOM_TO_CLEAN_UP;
    this.overdrawn.set(session, ((await this.disk.look(files.directory)) ?? 0) + room);
  }

  private diskBytesMax(session: string, { bytes }: DiskCeiling): number {
    return Math.max(bytes, this.overdrawn.get(session) ?? 0);
  }

  /** A refused fork is the agent's to bear; a kill of a part of it is not. */
  private async foundBySystem(files: TurnFiles, ceiling: Ceiling): Promise<Breach | null> {
    const { means } = this.options;
    const breach = means.endsWhole ? null : await means.findBreach(this.nameOf(files), ceiling);
    return breach === "process_limit" ? null : breach;
  }

  private end({ files, session, peakBytes }: Open): void {
    this.open.delete(files.directory);
    this.disk.remove(files.directory);
    this.options.means.close(this.nameOf(files));
    if (peakBytes > 0) this.options.onEnd?.(session, peakBytes);
  }

  private nameOf({ directory }: TurnFiles): string {
    return `${this.options.prefix}${basename(directory)}`;
  }
}

/** One that has filled the disk must end also where no reason can be written. */
function writeReason(files: TurnFiles, reason: string): void {
  try {
    writeCut(files, reason);
  } catch (error) {
    if (!isSystemDiskError(error)) throw error;
  }
}

async function isOver(table: ProcessTable, files: TurnFiles): Promise<boolean> {
  const sight = await lookAtTurn(files, table);
  return sight.ok && sight.value.kind !== "running";
}

/** The holder itself is ours, and outlives the program. */
function listProcessesBelow(files: TurnFiles, tree: ProcessTree, bootId: string): readonly ProcessEntry[] {
  const owner = readOwner(files, bootId);
  if (owner.kind !== "held" || owner.by.bootId !== bootId) return [];
  const { pid: holder, startTime } = owner.by;
  const all = tree.below(holder);
  const isOther = all.some((entry) => entry.pid === holder && entry.startTime !== startTime);
  return isOther ? [] : all.filter(({ pid }) => pid !== holder);
}

/**
 * Processes that no tree shows any more, by the turn whose mark is in their environment. That never changes, so each is
 * read once.
 */
function createOrphanFinder(): (others: readonly ProcessEntry[]) => ReadonlyMap<string, readonly ProcessEntry[]> {
  let turns = new Map<string, string | null>();
  return (others) => {
    const nameOf = ({ pid, startTime }: ProcessEntry): string => `${pid} ${startTime}`;
    const turnOf = (entry: ProcessEntry): string | null => {
      const known = turns.get(nameOf(entry));
      return known === undefined ? entry.environment(TURN_MARK) : known;
    };
    turns = new Map(others.map((entry) => [nameOf(entry), turnOf(entry)]));
    return Map.groupBy(
      others.filter((entry) => turnOf(entry) !== null),
      (entry) => turnOf(entry) ?? "",
    );
  };
}
