/** Which processes belong to a turn: its holder, and everything that was started below it. */
import type { ProcessEntry, ProcessName, ProcessTable } from "../../../lib/process-table.ts";
import type { TurnFiles } from "./turn-files.ts";

/**
 * Stands in the environment of everything a turn starts, so that a child is found again which left group and session,
 * where the system lets us read it.
 */
export const TURN_MARK = "AO_TURN_DIR";

export async function holderLives(table: ProcessTable, holder: ProcessName): Promise<boolean> {
  if (holder.bootId !== (await table.bootId())) return false;
  return (await table.find(holder.pid))?.startTime === holder.startTime;
}

/** A holder that owns a turn and has not written its name yet is known by what it was told to hold. */
export async function unnamedHolderLives(table: ProcessTable, { directory }: TurnFiles): Promise<boolean> {
  return (await table.all()).some((entry) => isHolderOf(entry, directory));
}

const isHolderOf = (entry: ProcessEntry, directory: string): boolean =>
  entry.args().includes(directory) || entry.args().join(" ").endsWith(` ${directory}`);

/** All but the holder itself. `holder` is null when its name is not known. */
export async function followersOf(
  table: ProcessTable,
  { directory }: TurnFiles,
  holder: ProcessName | null,
): Promise<readonly ProcessEntry[]> {
  const all = await table.all();
  const isSameBoot = holder !== null && holder.bootId === (await table.bootId());
  const leader = isSameBoot ? all.find(({ pid }) => pid === holder.pid) : undefined;
  // The number of a group or a session is not given out again while one of it lives; a leader of that number who is not
  // our holder therefore shows that none of ours is left in it.
  const isOurs = isSameBoot && (leader === undefined || leader.startTime === holder.startTime);
  const mark = `${TURN_MARK}=${directory}`;
  const below = isOurs ? descendantsOf(all, holder.pid) : new Set<number>();
  return all.filter((entry) => {
    if (entry.pid === process.pid || entry.pid === leader?.pid || isHolderOf(entry, directory)) return false;
    if (isOurs && (entry.group === holder.pid || entry.session === holder.pid || below.has(entry.pid))) return true;
    return entry.hasInEnvironment(mark);
  });
}

function descendantsOf(all: readonly ProcessEntry[], root: number): ReadonlySet<number> {
  const found = new Set<number>();
  const visit = (parent: number): void => {
    for (const { pid, parent: itsParent } of all) {
      if (itsParent !== parent || found.has(pid)) continue;
      found.add(pid);
      visit(pid);
    }
  };
  visit(root);
  return found;
}
