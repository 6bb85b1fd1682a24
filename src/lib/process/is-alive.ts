import { hasCode, readTextIfExists } from "../files/if-there.ts";

/**
 * Also true of a stranger who got the number after it: whoever must know compares start times. One that has ended and was
 * not yet collected is not alive: in a container the first process may collect nobody.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, "EPERM");
  }
  return !isZombie(pid);
}

/**
 * False where the system does not tell, and while a thread of it is left: one that was killed in the middle of a slow write
 * keeps the files and locks of all. The program's name may hold anything; the numbers begin behind its last bracket.
 */
function isZombie(pid: number): boolean {
  const stat = readTextIfExists(`/proc/${pid}/stat`);
  if (stat === null) return false;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return /^[ZX]/.test(fields[0] ?? "") && Number(fields[17]) <= 1;
}
