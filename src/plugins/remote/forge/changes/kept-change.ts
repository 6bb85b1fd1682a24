import type { ChangeSnapshot } from "../../../../domain/change/change.ts";
import type { CommitSha, SessionId } from "../../../../domain/model/ids.ts";
import type { Author } from "../../../../domain/model/trust.ts";
import type { Merge } from "../../../shared/git/merge.ts";
import type { ReportedMergeability } from "./change-source.ts";
import type { Kept, KeptFile } from "../kept-file.ts";
import type { ChangeDetail } from "../../../../slots/change-reviewer.ts";

/** A change as it was last read in detail. */
export type KeptChange = {
  readonly number: number;
  readonly updatedAt: string;
  /** What the overview showed of it; other than that, and it is read again. */
  readonly light: string;
  /** What the details said of that, and how often in a row they did not agree with it. */
  readonly sign?: string;
  readonly doubts?: number;
  /** Where details come piecemeal: what it told of itself, and since when that is known which a second reading has to confirm. */
  readonly whole?: string;
  readonly unconfirmedMs?: number;
  /** Since when, and when last, nobody could say of somebody who spoke there whether they may write. */
  readonly unvouched?: { readonly sinceMs: number; readonly askedMs: number };
  /** Why nobody may take it for settled. */
  readonly unsettled?: string;
  readonly merges: ReportedMergeability;
  readonly merge: Merge;
  /** Of the commit it landed as. */
  readonly landedTree: string | null;
  readonly body: string;
  readonly author: Author;
  readonly createdMs: number;
  /** Every head that was seen, the oldest first. */
  readonly heads: ChangeDetail["heads"];
  readonly said: ChangeDetail["said"];
  readonly snapshot: Omit<ChangeSnapshot, "version">;
};

const CHANGES = "change";

export const getKeptChange = (kept: KeptFile, id: string): Kept<KeptChange> | null => kept.get(CHANGES, id);

export const listKeptChanges = (kept: KeptFile): readonly Kept<KeptChange>[] => kept.all(CHANGES);

/** Its version grows when the core would see something else. */
export const keepChange = (kept: KeptFile, doc: KeptChange): ChangeSnapshot =>
  toChangeSnapshot(kept.put(CHANGES, doc.snapshot.id, doc, ({ snapshot }) => snapshot));

export const toChangeSnapshot = ({ doc, version }: Kept<KeptChange>): ChangeSnapshot => ({ ...doc.snapshot, version });

export const isOpenKeptChange = ({ snapshot }: KeptChange): boolean =>
  snapshot.state.kind === "open" || snapshot.state.kind === "draft";

/** What was published under a branch, and by whom: the forge does not keep that for us. */
export type PublishedBranch = {
  readonly session: SessionId;
  readonly head: CommitSha;
  readonly trailers: readonly string[];
};

const BRANCHES = "branch";

export const getPublishedBranch = (kept: KeptFile, branch: string): PublishedBranch | null =>
  kept.get<PublishedBranch>(BRANCHES, branch)?.doc ?? null;

/** A fork has branches of its own, whatever they are called. */
export const findPublishedBranch = (
  kept: KeptFile,
  { branch, isFromFork }: Pick<ChangeSnapshot, "branch" | "isFromFork">,
): PublishedBranch | null => (isFromFork === true ? null : getPublishedBranch(kept, branch));

export const keepBranch = (kept: KeptFile, branch: string, doc: PublishedBranch): void =>
  void kept.put(BRANCHES, branch, doc);
