import type { HttpHead } from "../../../domain/change/change.ts";
import type { CommitSha, SessionId, TreeSha } from "../../../domain/model/ids.ts";
import type { Owned } from "../../../domain/model/owners.ts";
import type { Author } from "../../../domain/model/trust.ts";
import type { ForgeFile } from "../forge-file.ts";
import type { Merge } from "../../shared/git/merge.ts";
import { parseStored } from "../parse-json.ts";

/** A change as it stands in the file. */
export type ChangeRow = {
  readonly number: number;
  readonly version: number;
  readonly state: "draft" | "open" | "landed" | "closed";
  readonly landed: CommitSha | null;
  readonly session: SessionId | null;
  readonly branch: string;
  readonly base: string;
  readonly createdMs: number;
  readonly changedMs: number;
  /** 1, 2, … of its heads; each is pinned under its number. */
  readonly headN: number;
  readonly head: CommitSha;
  readonly tree: TreeSha;
  readonly merge: Merge;
  readonly author: Author;
  readonly labels: readonly string[];
  readonly title: string;
  readonly body: string;
  /** A `Name: value` each, for the commit that lands it. */
  readonly trailers: readonly string[];
};

type Stored = Omit<ChangeRow, "author" | "labels" | "trailers" | "merge"> &
  Pick<Merge, "onto" | "mergeBase" | "diffLines" | "theirs"> & {
    readonly mergeable: number | null;
    readonly isContained: number;
    readonly author: string;
    readonly labels: string;
    readonly trailers: string;
    readonly conflicts: string;
    readonly paths: string;
    readonly owners: string;
  };

/** A head that was published, in the order of `n`. */
export type HeadRow = HttpHead & { readonly n: number; readonly atMs: number; readonly author: Author };

export type ChangeRows = ReturnType<typeof createChangeRows>;

const COLUMNS = `number, version, state, landed, session, branch, base, created_ms AS createdMs,
  changed_ms AS changedMs, head_n AS headN, head, tree, onto, merge_base AS mergeBase, mergeable,
  is_contained AS isContained, diff_lines AS diffLines, author, labels, conflicts, paths, title, body, theirs, owners, trailers`;

export function createChangeRows({ db }: ForgeFile) {
  const select = <Params extends unknown[]>(rest: string) =>
    db.prepare<Params, Stored>(`SELECT ${COLUMNS} FROM changes ${rest}`);
  const byNumber = select<[number]>("WHERE number = ?");
  const onBranch = select<[string]>("WHERE branch = ? ORDER BY state IN ('draft', 'open') DESC, number DESC LIMIT 1");
  const since = select<[number]>("WHERE version > ? ORDER BY version");
  const open = select<[]>("WHERE state IN ('draft', 'open') ORDER BY number");
  const all = select<[]>("ORDER BY number");
  const put = db.prepare<unknown[]>(
    `INSERT OR REPLACE INTO changes VALUES (${Array.from({ length: 26 }, () => "?").join(", ")})`,
  );
  const addHead = db.prepare<[number, number, string, string, number, string]>(
    "INSERT INTO heads VALUES (?, ?, ?, ?, ?, ?)",
  );
  const heads = db.prepare<[number], Omit<HeadRow, "author"> & { author: string }>(
    'SELECT n, "commit", tree, at_ms AS atMs, author FROM heads WHERE change = ? ORDER BY n',
  );
  return {
    get: (number: number): ChangeRow | null => toOptionalRow(byNumber.get(number)),
    /** The open change of a branch, else the one that was there last. */
    onBranch: (branch: string): ChangeRow | null => toOptionalRow(onBranch.get(branch)),
    since: (version: number): readonly ChangeRow[] => since.all(version).map(read),
    open: (): readonly ChangeRow[] => open.all().map(read),
    all: (): readonly ChangeRow[] => all.all().map(read),
    put: (row: ChangeRow): void => {
      const { number, version, state, landed, session, branch, base, createdMs, changedMs, headN, head, tree } = row;
      const { onto, mergeBase, mergeable, isContained, diffLines, conflicts, theirs, paths, owners } = row.merge;
      put.run(
        ...[number, version, state, landed, session, branch, base, createdMs, changedMs, headN, head, tree],
        ...[onto, mergeBase, mergeable === null ? null : Number(mergeable), Number(isContained), diffLines],
        ...[row.author, row.labels, conflicts, paths].map((value) => JSON.stringify(value)),
        ...[row.title, row.body, theirs, JSON.stringify(owners), JSON.stringify(row.trailers)],
      );
    },
    addHead: (row: ChangeRow, by: Author): void =>
      void addHead.run(row.number, row.headN, row.head, row.tree, row.changedMs, JSON.stringify(by)),
    heads: (number: number): readonly HeadRow[] =>
      heads.all(number).map((head) => ({ ...head, author: parseStored<Author>(head.author) })),
  };
}

export function isOpenRow({ state }: ChangeRow): boolean {
  return state === "open" || state === "draft";
}

export function toHead({ head, tree }: ChangeRow): HttpHead {
  return { commit: head, tree };
}

function toOptionalRow(row: Stored | undefined): ChangeRow | null {
  return row === undefined ? null : read(row);
}

function read(row: Stored): ChangeRow {
  const { onto, mergeBase, mergeable, conflicts, theirs, isContained, paths, diffLines, owners, ...rest } = row;
  return {
    ...rest,
    author: parseStored<Author>(row.author),
    labels: parseStored<readonly string[]>(row.labels),
    trailers: parseStored<readonly string[]>(row.trailers),
    merge: {
      onto,
      mergeBase,
      mergeable: mergeable === null ? null : mergeable === 1,
      conflicts: parseStored<readonly string[]>(conflicts),
      theirs,
      isContained: isContained === 1,
      paths: parseStored<readonly string[]>(paths),
      diffLines,
      owners: parseStored<readonly Owned[]>(owners),
    },
  };
}
