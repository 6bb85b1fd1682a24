import type { ChangeSnapshot, HttpHead } from "../domain/change/change.ts";
import type { ChangeId, CommitSha, SessionId, ThreadId, TreeSha } from "../domain/model/ids.ts";
import type { CheckResult } from "../domain/checks/check.ts";
import type { Author } from "../domain/model/trust.ts";
import type { SlotResult } from "./result.ts";

/**
 * What people do with changes, through us: look at them, review them, propose their inverse. Every write has a key and is
 * done once. A forge that has accounts of its own writes in the name of its token.
 */
export type ChangeReviewer = {
  /** The open ones; `all` in the order they came. */
  list(request: { readonly all: boolean }): Promise<SlotResult<readonly ChangeDetail[]>>;
  /** `change` as people write it: an id, `#12` or `12`. */
  show(change: string): Promise<SlotResult<ChangeDetail, "gone">>;
  /** Which files it changes, in all or since the head numbered `since`. */
  files(change: string, request: { readonly since?: number }): Promise<SlotResult<ChangedFiles, "gone">>;
  /** Some files of it, each as `git diff` prints it, in the order they are asked for. One that is the same has no text. */
  patches(request: PatchesRequest): Promise<SlotResult<readonly Patch[]>>;
  review(review: NewReview & ChangeAction): Promise<ChangeWritten<null>>;
  reply(reply: ThreadReply & ChangeAction): Promise<ChangeWritten<null>>;
  close(change: string, deed: ChangeAction): Promise<ChangeWritten<null>>;
  reopen(change: string, deed: ChangeAction): Promise<ChangeWritten<null>>;
  /** A draft becomes one that may land; one that is no draft stays as it is. */
  ready(change: string, deed: ChangeAction): Promise<ChangeWritten<null>>;
  /** Proposes the inverse of a landed change as a change of its own, or finds it proposed. */
  revert(change: string, by: Author): Promise<SlotResult<ChangeId, "gone" | "conflict">>;
};

export type ChangeWritten<T> = SlotResult<T, "gone" | "key_reused">;

export type ChangeAction = { readonly by: Author; readonly key: string };

export type ChangeDetail = ChangeSnapshot & {
  readonly session: SessionId | null;
  readonly body: string;
  readonly author: Author;
  readonly createdMs: number;
  readonly changedMs: number;
  /** Every head that was published, the oldest first. */
  readonly heads: readonly (HttpHead & { readonly n: number; readonly atMs: number })[];
  readonly said: { readonly reviews: readonly ReviewRecord[]; readonly threads: readonly ThreadRecord[] };
};

export type ReviewRecord = {
  readonly kind: "approved" | "changes_requested" | "commented" | "dismissed";
  /** The commit the reviewer saw. */
  readonly head: CommitSha;
  readonly atMs: number;
  readonly author: Author;
  readonly text: string;
};

export type ThreadRecord = {
  readonly id: ThreadId;
  readonly isOpen: boolean;
  readonly head: CommitSha;
  readonly path: string | null;
  readonly line: number | null;
  /** The line in `head`, where a forge moves `line` along with newer commits; left out: `line` is that. */
  readonly lineAtHead?: number | null;
  readonly remarks: readonly { readonly author: Author; readonly text: string; readonly atMs: number }[];
};

export type NewReview = {
  readonly change: string;
  readonly verdict: "approved" | "changes_requested" | "commented";
  /** The commit the reviewer saw; left out: the newest. An approval counts on no other. */
  readonly head?: CommitSha;
  readonly text?: string;
  readonly comments?: readonly LineComment[];
};

export type LineComment = { readonly path: string; readonly line: number | null; readonly text: string };

export type ThreadReply = {
  readonly thread: ThreadId;
  readonly text: string;
  /** True: settled. False: open again. Left out: a person's word opens it again, an agent's leaves it as it is. */
  readonly resolve?: boolean;
};

export type ChangedFiles = {
  /** `from` null: from nothing. */
  readonly between: { readonly from: CommitSha | null; readonly to: CommitSha };
  /** A binary file has no numbers. */
  readonly files: readonly {
    readonly path: string;
    /** Its name before; left out: it was not renamed. */
    readonly from?: string;
    readonly added: number | null;
    readonly deleted: number | null;
  }[];
};

export type PatchesRequest = {
  readonly between: ChangedFiles["between"];
  /** `lines`: how many change, as `files` counted; left out: counted again. */
  readonly files: readonly { readonly path: string; readonly from?: string; readonly lines?: number }[];
};

/** `isTooLong`: then the text is empty. */
export type Patch = { readonly text: string; readonly isTooLong: boolean };

/** Results of checks, as people see them. */
export type CheckLogs = {
  /** Of each check the newest result at that tree. */
  ofTree(tree: TreeSha): Promise<readonly CheckDetail[]>;
  /** The whole output of that result, secrets taken out; null when there is none any more. */
  log(tree: TreeSha, name: string): AsyncIterable<string> | null;
};

/** Numbers of tests are null where no report tells. */
export type CheckDetail = CheckResult & {
  readonly startedMs: number;
  readonly endedMs: number;
  readonly testsPassed: number | null;
  readonly testsFailed: number | null;
  readonly hasLog: boolean;
};
