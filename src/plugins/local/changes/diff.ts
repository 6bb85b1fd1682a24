/** What a change changes, computed when somebody looks. */
import type { CommitSha } from "../../../domain/ids.ts";
import type { Ground } from "../ground.ts";
import { need } from "../trouble.ts";

export type Diff = {
  readonly files: readonly { readonly path: string; readonly added: number | null; readonly deleted: number | null }[];
  /** As `git diff` prints it, without colours. */
  readonly patch: string;
  /** Too long to be shown; then the patch is empty, and the files are named all the same. */
  readonly isTooLong: boolean;
};

const PATCH_LINES_MAX = 50_000;
const PATCH_LENGTH_MAX = 8 * 1_024 * 1_024;

/** From `from` (null: from nothing) to `to`. A binary file has no numbers. */
export async function diffBetween({ own, emptyTree }: Ground, from: CommitSha | null, to: CommitSha): Promise<Diff> {
  const start = from ?? emptyTree;
  const listed = need(await own.compute("diff", ["--numstat", "-z", "--no-renames", start, to, "--"]));
  const files = listed.split("\0").flatMap((entry) => {
    const [, added = "", deleted = "", path = ""] = /^(-|\d+)\t(-|\d+)\t(.+)$/s.exec(entry) ?? [];
    return path === "" ? [] : [{ path, added: countOf(added), deleted: countOf(deleted) }];
  });
  const lines = files.reduce((sum, { added, deleted }) => sum + (added ?? 0) + (deleted ?? 0), 0);
  const tooLong = { files, patch: "", isTooLong: true };
  if (lines > PATCH_LINES_MAX) return tooLong;
  const patch = need(await own.compute("diff", ["--no-color", "--no-ext-diff", "--no-textconv", start, to, "--"]));
  return patch.length > PATCH_LENGTH_MAX ? tooLong : { files, patch, isTooLong: false };
}

const countOf = (text: string): number | null => (text === "-" ? null : Number(text));
