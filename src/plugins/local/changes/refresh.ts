/** After the base has moved: do the open changes still merge, and has one of them landed by a person's own hand? */
import type { CommitSha } from "../../../domain/model/ids.ts";
import type { ForgeFile } from "../forge-file.ts";
import type { GitContext } from "../../shared/git/git-context.ts";
import { isOpenRow, type ChangeRow, type ChangeRows } from "./change-rows.ts";
import { recomputeMerges, type Merge } from "../../shared/git/merge.ts";

/** Called one at a time. Costs a look at the base's ref unless it has moved. */
export async function refreshMerges(file: ForgeFile, rows: ChangeRows, git: GitContext): Promise<void> {
  const byBase = Map.groupBy(rows.open(), ({ base }) => base);
  for (const [base, changes] of byBase) {
    const onto = await git.tipOf(base);
    const stale = changes.filter(({ merge }) => merge.onto !== onto);
    if (onto === null || stale.length === 0) continue;
    const merges = await recomputeMerges(git, stale, onto);
    file.transaction(() => stale.forEach((row, at) => save(file, rows, row, merges[at] ?? row.merge, onto)));
  }
}

function save(file: ForgeFile, rows: ChangeRows, { number }: ChangeRow, merge: Merge, onto: CommitSha): void {
  const row = rows.get(number);
  if (row === null || !isOpenRow(row)) return;
  const hasLanded = merge.mergeBase === row.head && !row.merge.isContained;
  const state = hasLanded ? ({ state: "landed", landed: onto } as const) : {};
  // The snapshot says nothing of where the base is; only what it does say makes it news.
  const isNews = hasLanded || JSON.stringify(describeMerge(merge)) !== JSON.stringify(describeMerge(row.merge));
  const version = isNews ? file.nextVersion() : row.version;
  rows.put({ ...row, ...state, version, merge: { ...merge, isContained: row.merge.isContained } });
}

function describeMerge({ mergeBase, mergeable, conflicts, paths, diffLines, owners }: Merge) {
  return { mergeBase, mergeable, conflicts, paths, diffLines, owners };
}
