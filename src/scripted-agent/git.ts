/** What a script does with git and other programs: as a person would, with the git of the path. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run, type RunResult } from "../lib/run.ts";
import { emit, say, warn } from "./speech.ts";

export type Place = { readonly cwd: string; readonly env: NodeJS.ProcessEnv };

const TIMEOUT_MS = 10 * 60_000;

/** Commits all there is. Nothing to commit is not a failure: real agents meet that, too. */
export async function commitAll(message: string, place: Place): Promise<number | null> {
  const added = await git(["add", "--all"], place);
  if (added !== null) return added;
  const staged = await git(["diff", "--cached", "--quiet"], place);
  if (staged === null) {
    await say("There is nothing to commit.");
    return null;
  }
  return git(["commit", "--quiet", "--message", message], place);
}

/** Merges, and where both sides changed the same lines keeps one of them, or both one after the other. */
export async function mergeIn(what: string, keep: "ours" | "theirs" | "both", place: Place): Promise<number | null> {
  const merged = await git(["merge", "--quiet", "--no-edit", what], place);
  if (merged === null) return null;
  const unmerged = await finish(["diff", "--name-only", "--diff-filter=U", "-z"], place);
  const paths = unmerged.stdout.split("\0").filter((path) => path !== "");
  if (paths.length === 0) return merged;
  for (const path of paths) await resolve(path, keep, place);
  return (await git(["add", "--", ...paths], place)) ?? git(["commit", "--quiet", "--no-edit"], place);
}

async function resolve(path: string, keep: "ours" | "theirs" | "both", place: Place): Promise<void> {
  if (keep !== "both") return void (await git(["checkout", `--${keep}`, "--", path], place));
  const file = join(place.cwd, path);
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replaceAll(/^(<<<<<<< .*|=======|>>>>>>> .*)\n/gm, ""));
}

/** Null: it went well. Else its exit code, its complaint shown. */
async function git(args: readonly string[], place: Place): Promise<number | null> {
  const result = await finish(args, place);
  if (result.ok && result.code === 0) return null;
  const complaint = `${result.stdout}${result.stderr}`.trim();
  if (complaint !== "") await warn(complaint);
  return codeOf(result);
}

const finish = (args: readonly string[], place: Place): Promise<RunResult> =>
  run({ program: "git", args, ...place, timeoutMs: TIMEOUT_MS });

export async function runShown(argv: readonly string[], place: Place): Promise<number | null> {
  const [program = "", ...args] = argv;
  const said: Promise<void>[] = [];
  const onOutput = ({ bytes }: { readonly bytes: Uint8Array }): void => void said.push(emit(Buffer.from(bytes)));
  const result = await run({ program, args, ...place, timeoutMs: TIMEOUT_MS, onOutput });
  await Promise.all(said);
  if (!result.ok) await warn(`${program} did not run to its end: ${result.reason}`);
  return result.ok && result.code === 0 ? null : codeOf(result);
}

/** A code of a program we ran must not pass for "asks" or "never started". */
function codeOf(result: RunResult): number {
  const code = result.ok ? result.code : 1;
  return [0, 10, 126, 127].includes(code) ? 1 : code;
}
