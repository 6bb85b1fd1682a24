/**
 * Finds the files that name the folder they were made in: the programs of a Python environment do, in their first line.
 * A text can be changed for the folder that it is laid in. A program cannot.
 */
import { join } from "node:path";
import { findProgram } from "../process/find-program.ts";
import { readPlainFile } from "../files/plain-file.ts";
import { runProgram } from "../run.ts";

export type Mentions =
  { readonly ok: true; readonly texts: readonly string[] } | { readonly ok: false; readonly why: string };

const TIMEOUT_MS = 5 * 60_000;
/** Each is read and written again wherever it is laid. */
const TEXTS_MAX = 2_000;
const TEXT_BYTES_MAX = 5 * 1_024 * 1_024;

/** `tree` itself is the name that is looked for, in `items` below it. */
export async function findMentions(tree: string, items: readonly string[]): Promise<Mentions> {
  if (items.length === 0) return { ok: true, texts: [] };
  const program = findProgram("grep");
  if (program === null) return { ok: false, why: "there is no grep to look for the path in what it made" };
  const env = { PATH: process.env["PATH"] ?? "", LC_ALL: "C" };
  const args = ["-rlF", "--null", "-e", tree, "--", ...items];
  const ended = await runProgram({ program, args, env, cwd: tree, timeoutMs: TIMEOUT_MS });
  // 1: nothing was found.
  if (!ended.ok || ended.code > 1) return { ok: false, why: "what it made could not be searched for its path" };
  const named = ended.stdout.split("\0").filter((path) => path !== "" && !isRefreshed(path));
  if (named.length > TEXTS_MAX) return { ok: false, why: `more than ${TEXTS_MAX} files name the workspace` };
  for (const path of named) {
    const bytes = await readPlainFile(join(tree, path), { maxBytes: TEXT_BYTES_MAX });
    if (bytes === null || bytes.includes(0)) return { ok: false, why: `a program names the workspace (${path})` };
  }
  return { ok: true, texts: named };
}

/** Python corrects the name in its compiled files when it loads them. */
const isRefreshed = (path: string): boolean => path.endsWith(".pyc");
