/**
 * Copies a folder or file with modes, times and links as they are. Where the file system can share the content of two
 * files (btrfs, XFS, APFS) it does; a change of one never shows in the other. Never hard links: who writes through one
 * would change every copy.
 */
import { constants } from "node:fs";
import { cp, rm } from "node:fs/promises";
import { findProgram } from "../process/find-program.ts";
import { removeTree } from "../files/remove-tree.ts";
import { runProgram } from "../run.ts";

const TIMEOUT_MS = 20 * 60_000;

/** `to` must not exist. What was copied by half is removed. */
export async function copyTree(from: string, to: string, signal?: AbortSignal): Promise<void> {
  try {
    if (await copyByProgram({ from, to, ...(signal === undefined ? {} : { signal }) })) return;
    await rm(to, { recursive: true, force: true });
    await copyFile(from, to);
  } catch (error) {
    await removeTree(to);
    throw error;
  }
}

/** By us, where `cp` is missing or another one than expected; ten times the work for small files. */
export async function copyFile(from: string, to: string): Promise<void> {
  const how = { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, mode: constants.COPYFILE_FICLONE };
  await cp(from, to, how);
}

type Copying = { readonly from: string; readonly to: string; readonly signal?: AbortSignal };

async function copyByProgram({ from, to, signal }: Copying): Promise<boolean> {
  const program = findProgram("cp");
  const args = FLAGS[process.platform];
  if (program === null || args === undefined) return false;
  const env = { PATH: process.env["PATH"] ?? "", LC_ALL: "C" };
  const base = { program, args: [...args, from, to], env, timeoutMs: TIMEOUT_MS };
  const ended = await runProgram(signal === undefined ? base : { ...base, signal });
  if (!ended.ok && ended.reason === "aborted") throw new Error("the copy was called off");
  return ended.ok && ended.code === 0;
}

const FLAGS: Readonly<Record<string, readonly string[]>> = {
  linux: ["-a", "--reflink=auto", "-T", "--"],
  darwin: ["-a", "-c", "--"],
};
