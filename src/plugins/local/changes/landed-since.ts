/**
 * The forge's file was restored from a backup: which of its open changes have landed since? A head that was merged is seen
 * by ancestry like any other; a squashed one by the commit that we made of it, which names its change.
 */
import { commitSha, type CommitSha } from "../../../domain/model/ids.ts";
import type { GitIdentity } from "../../shared/git/commit.ts";
import type { GitContext } from "../../shared/git/git-context.ts";
import { need } from "../../shared/git/trouble.ts";
import type { ForgeFile } from "../forge-file.ts";
import type { ChangeRow, ChangeRows } from "./change-rows.ts";

type Parts = { readonly file: ForgeFile; readonly changes: ChangeRows; readonly committer: GitIdentity };

/** Called one at a time. */
export async function recognizeLanded({ file, changes, committer }: Parts, git: GitContext): Promise<void> {
  for (const row of changes.open()) {
    const landed = await findLandedCommit(git, row, committer);
    if (landed === null) continue;
    file.transaction(() => changes.put({ ...row, state: "landed", landed, version: file.nextVersion() }));
  }
}

/** The commit that landed it, looked for among those that the base got since the backup; null: none of them did. */
async function findLandedCommit(git: GitContext, row: ChangeRow, committer: GitIdentity): Promise<CommitSha | null> {
  const [from, to] = [row.merge.onto, await git.tipOf(row.base)];
  if (from === null || to === null || from === to) return null;
  const format = "--format=%H%x00%ce%x00%(trailers:key=Change,valueonly)%x00%(trailers:key=Session,valueonly)";
  const asked = await git.own.compute("log", ["--first-parent", format, "--end-of-options", to, `^${from}`, "--"]);
  const records = need(asked).split(/\n(?=[0-9a-f]{40,64}\0)/);
  const found = records.map(parseRecord).find((one) => {
    const isOurs = one.by === committer.email && one.session === (row.session ?? "");
    return isOurs && one.change === `#${row.number}`;
  });
  return found === undefined ? null : commitSha(found.commit);
}

function parseRecord(record: string) {
  const [commit = "", by = "", change = "", session = ""] = record.split("\0").map((field) => field.trim());
  return { commit, by, change, session };
}
