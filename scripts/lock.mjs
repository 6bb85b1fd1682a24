// One at a time, across processes: a folder that appears whole, with its owner's pid inside, by one rename.
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const HELD = new Set(["ENOTEMPTY", "EEXIST", "EPERM", "EACCES"]);
const STALE_MS = 30 * 60_000; // Longer than any set-up: by then the pid belongs to somebody else.

export async function withLock(path, say, work) {
  let told = false;
  while (!acquire(path)) {
    const owner = ownerOf(path);
    if (owner && !owner.alive) bury(path, owner.pid);
    else if (!told) {
      say(`waiting for another set-up (process ${owner?.pid ?? "unknown"})`);
      told = true;
    }
    await sleep(200);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { recursive: true, force: true });
  }
}

function acquire(path) {
  const mine = `${path}.${process.pid}`;
  rmSync(mine, { recursive: true, force: true });
  mkdirSync(mine);
  writeFileSync(join(mine, "pid"), String(process.pid));
  try {
    renameSync(mine, path);
    return true;
  } catch (error) {
    rmSync(mine, { recursive: true, force: true });
    if (HELD.has(error.code)) return false;
    throw error;
  }
}

/** Who holds the lock, or null when it was released while we looked. */
function ownerOf(path) {
  try {
    const pid = Number(readFileSync(join(path, "pid"), "utf8"));
    const fresh = Date.now() - statSync(path).mtimeMs < STALE_MS;
    return { pid, alive: fresh && isAlive(pid) };
  } catch (error) {
    if (error.code === "ENOENT") return null;
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Takes a dead owner's lock away. Another waiter may have been quicker, and then it is a living one's: it goes back. */
function bury(path, deadPid) {
  const grave = `${path}.dead.${process.pid}`;
  try {
    renameSync(path, grave);
    if (Number(readFileSync(join(grave, "pid"), "utf8")) !== deadPid) renameSync(grave, path);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  rmSync(grave, { recursive: true, force: true });
}
