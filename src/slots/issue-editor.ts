import type { IssueId } from "../domain/model/ids.ts";
import type { IssueSnapshot } from "../domain/issue/issue.ts";
import type { Author } from "../domain/model/trust.ts";
import type { SlotResult } from "./result.ts";

/**
 * What people do with issues, through us. Every write has a key and is done once: asked again with the same key it gives
 * the first answer. `by` is who asks; a tracker that has accounts of its own writes in the name of its token.
 */
export type IssueEditor = {
  /** The open ones, most urgent first; `all` in the order they came. */
  list(request: { readonly all: boolean }): Promise<SlotResult<readonly IssueDetail[]>>;
  /** `issue` as people write it: an id, `#12` or `12`. */
  show(issue: string): Promise<SlotResult<IssueDetail, "gone">>;
  /** All of them, or none where the tracker can do that. */
  create(issues: readonly ListedIssue[], deed: IssueAction): Promise<IssueWritten<readonly IssueId[]>>;
  edit(issue: string, edit: IssueEdit & IssueAction): Promise<IssueWritten<IssueId>>;
  comment(issue: string, comment: IssueAction & { readonly text: string }): Promise<IssueWritten<IssueId>>;
  /** Closes or reopens it; words become a comment. */
  setState(
    issue: string,
    wish: IssueAction & { readonly as: IssueGoal; readonly text: string },
  ): Promise<IssueWritten<IssueId>>;
};

export type IssueWritten<T> = SlotResult<T, "gone" | "key_reused">;

export type IssueAction = { readonly by: Author; readonly key: string };

export type IssueGoal = "open" | "done" | "not_planned";

export type IssueDetail = IssueSnapshot & {
  readonly assignee: string | null;
  readonly changedMs: number;
  readonly comments: readonly IssueComment[];
  /** Where people read it; left out: nowhere but here. */
  readonly webUrl?: string;
};

export type IssueComment = { readonly author: Author; readonly text: string; readonly atMs: number };

export type NewIssue = {
  readonly title: string;
  readonly body?: string;
  readonly labels?: readonly string[];
  /** 1 is most urgent, 3 the default, 5 the least. */
  readonly priority?: number;
  /** Issues that must be done first: ids, `#12` or `12`. */
  readonly blockedBy?: readonly string[];
  readonly assignee?: string | null;
};

/** An issue of a list; `after` are places in the same list, 0 being the first. */
export type ListedIssue = NewIssue & { readonly after?: readonly number[] };

/** What is left out stays as it is. */
export type IssueEdit = Partial<NewIssue> & {
  readonly addLabels?: readonly string[];
  readonly removeLabels?: readonly string[];
};
