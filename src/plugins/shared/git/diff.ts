/** What a change changes, computed when somebody looks, some files at a time. */
import type { ChangedFiles, PatchesRequest, Patch } from "../../../slots/change-reviewer.ts";
import type { GitContext } from "./git-context.ts";
import { findRenames, readCounts } from "./numstat.ts";
import { need } from "./trouble.ts";

/** Of one file: more than anybody reads, and as much as a page can hold. */
const PATCH_LINES_MAX = 20_000;
const PATCH_LENGTH_MAX = 2 * 1_024 * 1_024;

type Between = ChangedFiles["between"];

export async function listFilesBetween({ own, emptyTree }: GitContext, between: Between): Promise<ChangedFiles> {
  const start = between.from ?? emptyTree;
  const listed = need(await own.compute("diff", ["--numstat", "-z", ...findRenames, start, between.to, "--"]));
  return { between, files: readCounts(listed) };
}

/** One git for all of them; one for each where what it printed cannot be told apart. */
export async function readPatches(git: GitContext, { between, files }: PatchesRequest): Promise<readonly Patch[]> {
  const range = { from: between.from ?? git.emptyTree, to: between.to };
  const texts = new Map<string, string>();
  const short: AskedFile[] = [];
  for (const file of files)
    if ((file.lines ?? (await countLines(git, range, file))) <= PATCH_LINES_MAX) short.push(file);
  const atOnce = await readTextsAtOnce(git, range, short);
  for (const file of short) texts.set(file.path, atOnce?.get(file.path) ?? need(await runDiff(git, range, [file])));
  return files.map(({ path }) => {
    const text = texts.get(path) ?? null;
    return text === null || text.length > PATCH_LENGTH_MAX ? { text: "", isTooLong: true } : { text, isTooLong: false };
  });
}

type Range = { readonly from: string; readonly to: string };
type AskedFile = PatchesRequest["files"][number];

/** Null: not to be told apart, as when a file became a link, which is printed as two. */
async function readTextsAtOnce(
  git: GitContext,
  range: Range,
  files: readonly AskedFile[],
): Promise<ReadonlyMap<string, string> | null> {
  if (files.length < 2) return null;
  const printed = await runDiff(git, range, files);
  // Too much at once may still be little enough one by one.
  if (!printed.ok) return null;
  // Lines of a file never begin so: each has a sign before it.
  const parts = printed.value.split(/(?<=\n)(?=diff --git )/);
  const inOrder = files.toSorted(({ path: one }, { path: other }) =>
    Buffer.compare(Buffer.from(one), Buffer.from(other)),
  );
  const isTold = parts.length === inOrder.length && parts.every((part, index) => isPatchFor(part, inOrder[index]));
  return isTold ? new Map(inOrder.map(({ path }, index) => [path, parts[index] ?? ""])) : null;
}

const isPatchFor = (part: string, file: AskedFile | undefined): boolean =>
  file !== undefined && part.startsWith(`diff --git a/${file.from ?? file.path} b/${file.path}\n`);

/** Without colours, and without any program of the repository's choosing. */
function runDiff({ own }: GitContext, { from, to }: Range, files: readonly AskedFile[]) {
  const plain = ["--no-color", "--no-ext-diff", "--no-textconv", ...findRenames];
  const settings = [{ key: "core.quotePath", value: "false" }];
  return own.compute("diff", [...plain, from, to, "--", ...files.flatMap(listPaths)], { settings });
}

/** Git finds a rename only where it may look at both names. */
const listPaths = ({ path, from }: AskedFile): readonly string[] =>
  [path, ...(from === undefined ? [] : [from])].map((name) => `:(literal)${name}`);

async function countLines({ own }: GitContext, { from, to }: Range, file: AskedFile): Promise<number> {
  const args = ["--numstat", "-z", ...findRenames, from, to, "--", ...listPaths(file)];
  const [counted] = readCounts(need(await own.compute("diff", args)));
  return (counted?.added ?? 0) + (counted?.deleted ?? 0);
}
