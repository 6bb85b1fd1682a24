/** Puts a head where others see it: pinned under the change's number, then written down. Never more is replaced than allowed. */
import type { CommitSha } from "../../../domain/model/ids.ts";
import type { Author } from "../../../domain/model/trust.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { PublishRequest } from "../../../slots/scm.ts";
import type { ForgeFile } from "../forge-file.ts";
import type { GitContext } from "../../shared/git/git-context.ts";
import { need } from "../../shared/git/trouble.ts";
import { toOneLine, normalizeText } from "../../shared/issue-text.ts";
import { isOpenRow, type ChangeRow, type ChangeRows } from "./change-rows.ts";
import { computeMerge, type Merge } from "../../shared/git/merge.ts";

export type NewHead = Omit<PublishRequest, "session"> & {
  readonly session: PublishRequest["session"] | null;
  readonly by: Author;
  readonly isDraft: boolean;
};
export type Published =
  { readonly kind: "published"; readonly change: ChangeRow } | { readonly kind: "refused"; readonly theirs: CommitSha };

/** Called one at a time. Twice with one head it finds its own work done. */
export async function publishLocally(
  { file, rows, ground: git }: { readonly file: ForgeFile; readonly rows: ChangeRows; readonly ground: GitContext },
  request: NewHead,
): Promise<SlotResult<Published>> {
  const there = rows.onBranch(request.branch);
  if (there?.head === request.head) return ok({ kind: "published", change: there });
  const tree = await git.treeOf(request.head);
  if (tree === null) return failed("refused", `Nothing was published: there is no commit ${request.head}.`);
  const open = there !== null && isOpenRow(there) ? there : null;
  if (open !== null && !(await mayReplace(git, request, open.head))) return ok({ kind: "refused", theirs: open.head });
  const merge = await computeMerge(git, request.head, await git.tipOf(open?.base ?? request.base));
  const row =
    open === null ? openChange(file, request, { tree, merge }) : moveHead(file, open, request, { tree, merge });
  // In the person's repository, so that their own clean-up keeps the commits. Before a row names it, a pin holds it.
  need(await git.repository.updateRefs([{ ref: formatHeadRef(row.number, row.headN), to: row.head }]));
  return ok({ kind: "published", change: save(file, rows, row, request.by) });
}

async function mayReplace(git: GitContext, { replaces, head }: NewHead, theirs: CommitSha): Promise<boolean> {
  return replaces.kind === "exactly" ? replaces.commit === theirs : git.isAncestor(theirs, head);
}

type Placed = { readonly tree: ChangeRow["tree"]; readonly merge: Merge };

/** The number is taken now: should we die before the change is written down, it is never used again. */
function openChange(file: ForgeFile, request: NewHead, placed: Placed): ChangeRow {
  const createdMs = Math.trunc(file.wallMs());
  const { session, branch, base, head, by, isDraft } = request;
  return {
    number: file.transaction(file.nextNumber),
    version: 0,
    state: isDraft ? "draft" : "open",
    landed: null,
    ...{ session, branch, base, createdMs, changedMs: createdMs },
    ...{ headN: 1, head, ...placed, author: by, labels: [] },
    title: toOneLine(request.title),
    body: normalizeText(request.body),
    trailers: (request.trailers ?? []).map(toOneLine),
  };
}

function moveHead(file: ForgeFile, row: ChangeRow, request: NewHead, placed: Placed): ChangeRow {
  const session = request.session ?? row.session;
  const { head } = request;
  const trailers = request.trailers?.map(toOneLine) ?? row.trailers;
  return { ...row, ...placed, session, trailers, headN: row.headN + 1, head, changedMs: Math.trunc(file.wallMs()) };
}

export function formatHeadRef(change: number, n: number): string {
  return `refs/ao/changes/${change}/${n}`;
}

function save(file: ForgeFile, rows: ChangeRows, row: ChangeRow, by: Author): ChangeRow {
  return file.transaction(() => {
    const saved = { ...row, version: file.nextVersion() };
    rows.put(saved);
    rows.addHead(saved, by);
    return saved;
  });
}
