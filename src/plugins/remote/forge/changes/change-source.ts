/** How a forge shows its changes, in words of ours. */
import type { ChangeSnapshot, HttpHead } from "../../../../domain/change/change.ts";
import type { CommitSha, TreeSha } from "../../../../domain/model/ids.ts";
import type { Author } from "../../../../domain/model/trust.ts";
import type { ChangeDetail } from "../../../../slots/change-reviewer.ts";
import type { GitContext } from "../../../shared/git/git-context.ts";

/** Whether it merges, as the forge says; it computes that when it likes. */
export type ReportedMergeability = "yes" | "no" | "unknown";

/** Where the base is; null: it is not there. */
export type BaseTip = { readonly commit: CommitSha; readonly tree: TreeSha | null } | null;

/** A change in the overview. `fingerprint` is another text whenever its details have to be read again. */
export type ChangeSummary = {
  readonly number: number;
  readonly fingerprint: string;
  readonly merges: ReportedMergeability;
  /** What details must say, too, that are no older than this; left out: nobody can tell. */
  readonly detailsFingerprint?: string;
};

export type SeenChange = {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly branch: string;
  readonly isFromFork: boolean;
  readonly base: string;
  readonly head: CommitSha;
  /** Of the head; null: git has to say. */
  readonly tree: TreeSha | null;
  readonly state: "draft" | "open" | "closed" | "landed";
  /** The commit it landed as; its tree is null where git has to say. */
  readonly landed: { readonly commit: CommitSha; readonly tree: TreeSha | null } | null;
  readonly merges: ReportedMergeability;
  readonly labels: readonly string[];
  /** As in the overview. */
  readonly detailsFingerprint?: string;
  /**
   * Where details come in several answers, each of which may be older than the others: another text whenever any of them may have
   * changed. A second reading confirms them.
   */
  readonly revision?: string;
  /** Not all that was said of it could be read: why nobody may take it for settled. Left out: it could. */
  readonly unsettled?: string;
  /** Something was missing in the answer: it is read again though nothing moves. */
  readonly isPartial?: boolean;
  /** What was said of it, and what its checks say of that head. Both commits are here by then. */
  readonly about: (head: HttpHead, base: BaseTip) => Promise<ChangeDetails>;
};

export type ChangeDetails = Pick<ChangeSnapshot, "reviews" | "threads" | "checks"> & {
  readonly author: Author;
  readonly said: ChangeDetail["said"];
  /** As above, where it shows only then. */
  readonly unsettled?: string;
};

export type ChangeSource = {
  /** Every open change, in as few requests as the forge allows. */
  readonly overview: (git: GitContext) => Promise<{ readonly base: BaseTip; readonly open: readonly ChangeSummary[] }>;
  /** Those that are not there are left out. `isListed`: those that are open were in an overview just now. */
  readonly details: (
    git: GitContext,
    numbers: readonly number[],
    isListed: boolean,
  ) => Promise<{ readonly base: BaseTip; readonly seen: readonly SeenChange[] }>;
  /** At most this many at once. */
  readonly detailsMax: number;
};
