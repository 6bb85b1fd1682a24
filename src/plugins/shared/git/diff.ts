/** What a change changes, computed when somebody looks, a file at a time. */
import type { ChangedFiles, Patch, PatchRequest } from "../../../slots/change-desk.ts";
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

/** Without colours, and without any program of the repository's choosing. */
export async function patchOf(ground: Ground, { between, path, lines }: PatchRequest): Promise<Patch> {
  const { own, emptyTree } = ground;
  const places = [between.from ?? emptyTree, between.to, "--", `:(literal)${path}`];
  if ((lines ?? (await countedLines(ground, places))) > PATCH_LINES_MAX) return { text: "", isTooLong: true };
  const plain = ["--no-color", "--no-ext-diff", "--no-textconv", "--no-renames"];
  const text = need(await own.compute("diff", [...plain, ...places]));
  return text.length > PATCH_LENGTH_MAX ? { text: "", isTooLong: true } : { text, isTooLong: false };
}

async function countedLines({ own }: Ground, places: readonly string[]): Promise<number> {
  const counted = need(await own.compute("diff", ["--numstat", "-z", "--no-renames", ...places]));
  return counted
    .split(/[\t\0]/)
    .slice(0, 2)
    .reduce((sum, text) => sum + (countOf(text) ?? 0), 0);
}
