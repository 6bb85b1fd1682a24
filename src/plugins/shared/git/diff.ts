/** What a change changes, computed when somebody looks, some files at a time. */
import type { ChangedFiles, PatchesRequest, Patch } from "../../../slots/change-desk.ts";
import type { Ground } from "./ground.ts";
import { need } from "./trouble.ts";

/** Of one file: more than anybody reads, and as much as a page can hold. */
const PATCH_LINES_MAX = 20_000;
const PATCH_LENGTH_MAX = 2 * 1_024 * 1_024;

type Between = ChangedFiles["between"];

export async function filesBetween({ own, emptyTree }: Ground, between: Between): Promise<ChangedFiles> {
  const start = between.from ?? emptyTree;
  const listed = need(await own.compute("diff", ["--numstat", "-z", "--no-renames", start, between.to, "--"]));
  const files = listed.split("\0").flatMap((entry) => {
    const [, added = "", deleted = "", path = ""] = /^(-|\d+)\t(-|\d+)\t(.+)$/s.exec(entry) ?? [];
    return path === "" ? [] : [{ path, added: countOf(added), deleted: countOf(deleted) }];
  });
  return { between, files };
}

const countOf = (text: string): number | null => (text === "-" ? null : Number(text));

/** One git for all of them; one for each where what it printed cannot be told apart. */
export async function patchesOf(ground: Ground, { between, files }: PatchesRequest): Promise<readonly Patch[]> {
  const range = { from: between.from ?? ground.emptyTree, to: between.to };
  const texts = new Map<string, string>();
  const short: string[] = [];
  for (const { path, lines } of files)
    if ((lines ?? (await countedLines(ground, range, path))) <= PATCH_LINES_MAX) short.push(path);
  const atOnce = await textsAtOnce(ground, range, short);
  for (const path of short) texts.set(path, atOnce?.get(path) ?? need(await diffOf(ground, range, [path])));
  return files.map(({ path }) => {
    const text = texts.get(path) ?? null;
    return text === null || text.length > PATCH_LENGTH_MAX ? { text: "", isTooLong: true } : { text, isTooLong: false };
  });
}

type Range = { readonly from: string; readonly to: string };

/** Null: not to be told apart, as when a file became a link, which is printed as two. */
async function textsAtOnce(
  ground: Ground,
  range: Range,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string> | null> {
  if (paths.length < 2) return null;
  const printed = await diffOf(ground, range, paths);
  // Too much at once may still be little enough one by one.
  if (!printed.ok) return null;
  // Lines of a file never begin so: each has a sign before it.
  const parts = printed.value.split(/(?<=\n)(?=diff --git )/);
  const inOrder = paths.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
  const isTold = parts.length === inOrder.length && parts.every((part, index) => isOf(part, inOrder[index] ?? ""));
  return isTold ? new Map(inOrder.map((path, index) => [path, parts[index] ?? ""])) : null;
}

const isOf = (part: string, path: string): boolean => part.startsWith(`diff --git a/${path} b/${path}\n`);

/** Without colours, and without any program of the repository's choosing. */
function diffOf({ own }: Ground, { from, to }: Range, paths: readonly string[]) {
  const plain = ["--no-color", "--no-ext-diff", "--no-textconv", "--no-renames"];
  const settings = [{ key: "core.quotePath", value: "false" }];
  return own.compute("diff", [...plain, from, to, "--", ...paths.map(literal)], { settings });
}

const literal = (path: string): string => `:(literal)${path}`;

async function countedLines({ own }: Ground, { from, to }: Range, path: string): Promise<number> {
  const counted = need(await own.compute("diff", ["--numstat", "-z", "--no-renames", from, to, "--", literal(path)]));
  return counted
    .split(/[\t\0]/)
    .slice(0, 2)
    .reduce((sum, text) => sum + (countOf(text) ?? 0), 0);
}
