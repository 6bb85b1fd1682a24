/** A person's own change follows its branch. An agent's is published at the end of a turn, and by nothing else. */
import type { ForgeFile } from "../forge-file.ts";
import type { GitContext } from "../../shared/git/git-context.ts";
import type { ChangeRows } from "./change-rows.ts";
import { publishLocally } from "./publish.ts";

/** Called one at a time. Costs a look at the ref of each such branch. */
export async function followBranches(parts: {
  readonly file: ForgeFile;
  readonly rows: ChangeRows;
  readonly ground: GitContext;
}): Promise<void> {
  for (const row of parts.rows.open().filter(({ session }) => session === null)) {
    const head = await parts.ground.tipOf(row.branch);
    if (head === null || head === row.head) continue;
    const { session, branch, base, title, body, author: by } = row;
    const replaces = { kind: "exactly", commit: row.head } as const;
    await publishLocally(parts, {
      session,
      branch,
      base,
      title,
      body,
      head,
      by,
      replaces,
      isDraft: row.state === "draft",
    });
  }
}
