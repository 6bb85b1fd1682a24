/**
 * Whether the program of a turn really runs. Its holder starts it, often by way of others that prepare a sandbox, and any
 * of them may yet find that it cannot be run. The system tells who is at it now: the youngest processes from the holder
 * downwards. What the program starts itself is no matter.
 */
import { basename } from "node:path";
import { PREPARING } from "../../../../lib/ceiling/ceiling.ts";
import { readTextIfExists } from "../../../../lib/files/if-there.ts";

/** Null: this system does not tell. */
export function hasBegun(holder: number): boolean | null {
  const held = readWords(holder);
  const child = findYoungestChild(holder);
  if (held === null || child === null) return null;
  for (let pid = child, depth = 0; pid !== "" && depth < DEPTH_MAX; depth += 1) {
    const words = readWords(pid);
    if (words === null || (depth === 0 && isHoldersOwn(words))) return false;
    if (!leadsToProgram(words, held)) return true;
    pid = findYoungestChild(pid) ?? "";
  }
  return false;
}

/** A copy of the holder is about to become the program; so is who prepares a sandbox or a limit. */
const leadsToProgram = (words: readonly string[], held: readonly string[]): boolean =>
  words.join("\0") === held.join("\0") || LEADING.includes(basename(words[0] ?? "")) || words[3] === PREPARING;

const LEADING = ["env", "bwrap", "nice", "systemd-run"];
const DEPTH_MAX = 10;

/** What it runs before the program, and to write down how that ended; as in its script. */
function isHoldersOwn(words: readonly string[]): boolean {
  const said = [basename(words[0] ?? ""), ...words.slice(1)].join(" ");
  return ["stty -ixon", "tail -c 8192 ", "sleep 0.02", "mv -f ", "sync "].some((own) => said.startsWith(own));
}

/** Empty: it has no child. */
function findYoungestChild(pid: number | string): string | null {
  const children = readTextIfExists(`/proc/${pid}/task/${pid}/children`);
  return children === null ? null : (children.trim().split(" ").at(-1) ?? "");
}

function readWords(pid: number | string): readonly string[] | null {
  const text = readTextIfExists(`/proc/${pid}/cmdline`);
  return text === null || text === "" ? null : text.split("\0");
}
