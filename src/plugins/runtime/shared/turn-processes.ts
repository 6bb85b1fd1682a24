/** Which processes belong to a turn: its holder, and everything that was started below it. */
import type { ProcessEntry, ProcessName, ProcessTable } from "../../../lib/process/process-table.ts";
import type { TurnFiles } from "../../../lib/turn-folder/turn-files.ts";

/**
 * Stands in the environment of everything a turn starts, so that a child is found again which left group and session,
 * where the system lets us read it.
 */
export const TURN_MARK = "AO_TURN_DIR";

export async function isHolderAlive(table: ProcessTable, holder: ProcessName): Promise<boolean> {
  if (holder.bootId !== (await table.bootId())) return false;
  return (await table.find(holder.pid))?.startTime === holder.startTime;
}

/** A holder that owns a turn and has not written its name yet is known by what it was told to hold. */
export async function isUnnamedHolderAlive(table: ProcessTable, { directory }: TurnFiles): Promise<boolean> {
  return (await table.all()).some((entry) => isHolder(entry, directory));
}

const isHolder = (entry: ProcessEntry, directory: string): boolean =>
  entry.args().includes(directory) || entry.args().join(" ").endsWith(` ${directory}`);

/** Whether anybody is left in the group of a holder, itself included. */
export async function groupLives(table: ProcessTable, holder: ProcessName): Promise<boolean> {
  const all = await table.all();
  return (
    holder.bootId === (await table.bootId()) && isOurs(all, holder) && all.some(({ group }) => group === holder.pid)
  );
}

/** All but the holder itself. `holder` is null when its name is not known. */
export async function listFollowers(
  table: ProcessTable,
  { directory }: TurnFiles,
  holder: ProcessName | null,
): Promise<readonly ProcessEntry[]> {
  const all = await table.all();
  const leader = holder !== null && holder.bootId === (await table.bootId()) && isOurs(all, holder) ? holder.pid : null;
  const below = leader === null ? new Set<number>() : findDescendants(all, leader);
  const mark = `${TURN_MARK}=${directory}`;
  return all.filter((entry) => {
    if (entry.pid === process.pid || entry.pid === leader || isHolder(entry, directory)) return false;
    const isNear = entry.group === leader || entry.session === leader || below.has(entry.pid);
    return (leader !== null && isNear) || entry.hasInEnvironment(mark);
  });
}

/**
 * The number of a group or a session is not given out again while one of it lives. So a leader of that number who is not
 * our holder shows that none of ours is left in it.
 */
function isOurs(all: readonly ProcessEntry[], holder: ProcessName): boolean {
  const leader = all.find(({ pid }) => pid === holder.pid);
  return leader === undefined || leader.startTime === holder.startTime;
}

function findDescendants(all: readonly ProcessEntry[], root: number): ReadonlySet<number> {
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
