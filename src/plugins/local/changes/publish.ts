/** Puts a head where others see it: pinned under the change's number, then written down. Never more is replaced than allowed. */
import type { CommitSha } from "../../../domain/model/ids.ts";
import type { Author } from "../../../domain/model/trust.ts";
import { failed, ok, type SlotResult } from "../../../slots/result.ts";
import type { PublishRequest } from "../../../slots/scm.ts";
import type { ForgeFile } from "../forge-file.ts";
import type { Ground } from "../../shared/git/ground.ts";
import { need } from "../../shared/git/trouble.ts";
import { oneLine, plainText } from "../../shared/words.ts";
import { isOpen, type ChangeRow, type ChangeRows } from "./change-rows.ts";
import { mergeOf, type Merge } from "../../shared/git/merge.ts";

export type NewHead = Omit<PublishRequest, "session"> & {
  readonly session: PublishRequest["session"] | null;
  readonly by: Author;
  readonly isDraft: boolean;
};
export type Published =
  { readonly kind: "published"; readonly change: ChangeRow } | { readonly kind: "refused"; readonly theirs: CommitSha };

/** Called one at a time. Twice with one head it finds its own work done. */
export async function publishHead(
  { file, rows, ground }: { readonly file: ForgeFile; readonly rows: ChangeRows; readonly ground: Ground },
  request: NewHead,
): Promise<SlotResult<Published>> {
  const there = rows.onBranch(request.branch);
  if (there?.head === request.head) return ok({ kind: "published", change: there });
  const tree = await ground.treeOf(request.head);
  if (tree === null) return failed("refused", `Nothing was published: there is no commit ${request.head}.`);
  const open = there !== null && isOpen(there) ? there : null;
  if (open !== null && !(await mayReplace(ground, request, open.head)))
    return ok({ kind: "refused", theirs: open.head });
  const merge = await mergeOf(ground, request.head, await ground.tipOf(open?.base ?? request.base));
  const row = open === null ? opened(file, request, { tree, merge }) : moved(file, open, request, { tree, merge });
  // In the person's repository, so that their own clean-up keeps the commits. Before a row names it, a pin holds it.
  need(await ground.repository.updateRefs([{ ref: headRef(row.number, row.headN), to: row.head }]));
  return ok({ kind: "published", change: save(file, rows, row, request.by) });
}

async function mayReplace(ground: Ground, { replaces, head }: NewHead, theirs: CommitSha): Promise<boolean> {
  return replaces.kind === "exactly" ? replaces.commit === theirs : ground.isAncestor(theirs, head);
}

type Placed = { readonly tree: ChangeRow["tree"]; readonly merge: Merge };

/** The number is taken now: should we die before the change is written down, it is never used again. */
function opened(file: ForgeFile, request: NewHead, placed: Placed): ChangeRow {
  const createdMs = Math.trunc(file.wallMs());
  const { session, branch, base, head, by, isDraft } = request;
  return {
    number: file.transaction(file.nextNumber),
    version: 0,
    state: isDraft ? "draft" : "open",
    landed: null,
    ...{ session, branch, base, createdMs, changedMs: createdMs },
    ...{ headN: 1, head, ...placed, author: by, labels: [] },
    title: oneLine(request.title),
    body: plainText(request.body),
    trailers: (request.trailers ?? []).map(oneLine),
  };
}

function moved(file: ForgeFile, row: ChangeRow, request: NewHead, placed: Placed): ChangeRow {
  const session = request.session ?? row.session;
  const { head } = request;
  const trailers = request.trailers?.map(oneLine) ?? row.trailers;
  return { ...row, ...placed, session, trailers, headN: row.headN + 1, head, changedMs: Math.trunc(file.wallMs()) };
}

export function headRef(change: number, n: number): string {
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
