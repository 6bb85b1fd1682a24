/** What a script does with git and other programs: as a person would, with the git of the path. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runProgram, type RunResult } from "../lib/run.ts";
import { emit, sayText, warn } from "./speech.ts";

export type StepPlace = { readonly cwd: string; readonly env: NodeJS.ProcessEnv };

const TIMEOUT_MS = 10 * 60_000;

/** Commits all there is. Nothing to commit is not a failure: real agents meet that, too. */
export async function commitAll(message: string, place: StepPlace): Promise<number | null> {
  const added = await runGit(["add", "--all"], place);
  if (added !== null) return added;
  const staged = await runGit(["diff", "--cached", "--quiet"], place);
  if (staged === null) {
    await sayText("There is nothing to commit.");
    return null;
  }
  return runGit(["commit", "--quiet", "--message", message], place);
}

/** Merges, and where both sides changed the same lines keeps one of them, or both one after the other. */
export async function mergeIn(
  what: string,
  keep: "ours" | "theirs" | "both",
  place: StepPlace,
): Promise<number | null> {
  const merged = await runGit(["merge", "--quiet", "--no-edit", what], place);
  if (merged === null) return null;
  const unmerged = await finish(["diff", "--name-only", "--diff-filter=U", "-z"], place);
  const paths = unmerged.stdout.split("\0").filter((path) => path !== "");
  if (paths.length === 0) return merged;
  for (const path of paths) await resolve(path, keep, place);
  return (await runGit(["add", "--", ...paths], place)) ?? runGit(["commit", "--quiet", "--no-edit"], place);
}

async function resolve(path: string, keep: "ours" | "theirs" | "both", place: StepPlace): Promise<void> {
  if (keep !== "both") return void (await runGit(["checkout", `--${keep}`, "--", path], place));
  const file = join(place.cwd, path);
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replaceAll(/^(<<<<<<< .*|=======|>>>>>>> .*)\n/gm, ""));
}

/** Null: it went well. Else its exit code, its complaint shown. */
async function runGit(args: readonly string[], place: StepPlace): Promise<number | null> {
  const result = await finish(args, place);
  if (result.ok && result.code === 0) return null;
  const complaint = `${result.stdout}${result.stderr}`.trim();
  if (complaint !== "") await warn(complaint);
  return toExitCode(result);
}

const finish = (args: readonly string[], place: StepPlace): Promise<RunResult> =>
  runProgram({ program: "git", args, ...place, timeoutMs: TIMEOUT_MS });

export async function runShown(argv: readonly string[], place: StepPlace): Promise<number | null> {
  const [program = "", ...args] = argv;
  const said: Promise<void>[] = [];
  const onOutput = ({ bytes }: { readonly bytes: Uint8Array }): void => void said.push(emit(Buffer.from(bytes)));
  const result = await runProgram({ program, args, ...place, timeoutMs: TIMEOUT_MS, onOutput });
  await Promise.all(said);
  if (!result.ok) await warn(`${program} did not run to its end: ${result.reason}`);
  return result.ok && result.code === 0 ? null : toExitCode(result);
}

/** A code of a program we ran must not pass for "asks" or "never started". */
function toExitCode(result: RunResult): number {
  const code = result.ok ? result.code : 1;
  return [0, 10, 126, 127].includes(code) ? 1 : code;
}
