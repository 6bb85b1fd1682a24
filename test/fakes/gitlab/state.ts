/** What the fake GitLab knows of one project beside its git: plain records that people's deeds and requests change. */

/** `level`: 30 may push, 40 maintains, 0 is no member. */
export type User = {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly state: string;
  readonly bot: boolean;
  readonly level: number;
};

export type Issue = {
  readonly iid: number;
  title: string;
  description: string;
  state: string;
  labels: readonly string[];
  readonly author: User;
  assignees: readonly User[];
  readonly created_at: string;
  updated_at: string;
  readonly notes: IssueNote[];
};

export type IssueNote = {
  readonly body: string;
  readonly author: User;
  readonly created_at: string;
  /** GitLab itself wrote down what somebody did. */
  readonly isSystem: boolean;
};

export type Link = { readonly id: number; readonly from: number; readonly to: number; readonly at: string };

export type Position = {
  readonly new_path: string;
  readonly old_path: string;
  readonly new_line: number | null;
  readonly head_sha: string;
};

export type Note = {
  readonly id: number;
  readonly author: User;
  readonly body: string;
  readonly at: string;
  readonly isSystem: boolean;
  isResolvable: boolean;
  isResolved: boolean;
  readonly position: Position | null;
};

export type Discussion = { readonly id: string; isIndividual: boolean; readonly notes: Note[] };

export type ReviewerState = "unreviewed" | "reviewed" | "requested_changes" | "approved";

/** `forkHead`: where the branch of the fork is; left out: it is none. */
export type MergeWish = {
  readonly title: string;
  readonly description?: string;
  readonly source: string;
  readonly target?: string;
  readonly author: string;
  readonly forkHead?: string;
};

export type Merge = {
  readonly iid: number;
  title: string;
  description: string;
  readonly author: User;
  readonly source: string;
  /** The branch is one of a fork, where nobody here pushes. */
  readonly isFromFork: boolean;
  readonly target: string;
  sha: string;
  /** The head before it, where the newest is nothing but that one on top of the base. */
  standsFor: string | null;
  state: "opened" | "closed" | "merged";
  labels: string[];
  readonly reviewers: Map<User, ReviewerState>;
  approvedBy: User[];
  /** Each verdict that was ever given, with the head of that moment: GitLab itself does not say. */
  readonly reviews: {
    readonly author: string;
    readonly kind: "approved" | "changes_requested";
    readonly head: string;
  }[];
  readonly discussions: Discussion[];
  /** What somebody has written in a review that they have not submitted: only they see it. */
  drafts: { readonly author: User; readonly note: string }[];
  readonly versions: { readonly sha: string; readonly at: string }[];
  landed: { readonly merge: string | null; readonly squash: string | null } | null;
  /** The head that was asked for when it was merged. */
  askedHead: unknown;
  /** Computed when somebody looks, as on GitLab: the first look after a move finds nothing known. */
  check: { readonly sha: string; readonly base: string; readonly isClean: boolean | null } | null;
  readonly createdAt: string;
  updatedAt: string;
};

export type JobStatus = "success" | "failed" | "canceled" | "skipped" | "manual" | "running" | "pending";

export type TestCase = {
  readonly status: "success" | "failed" | "error" | "skipped";
  readonly name: string;
  readonly classname: string;
  readonly system_output: string | null;
  readonly stack_trace: string | null;
};

export type Job = {
  readonly id: number;
  readonly pipeline: number;
  readonly name: string;
  readonly stage: string;
  readonly status: JobStatus;
  readonly mayFail: boolean;
  readonly reason: string | null;
  /** Null: another program's status, or there is none. */
  readonly trace: string | null;
  readonly isExternal: boolean;
  readonly description: string | null;
  readonly tests: readonly TestCase[];
};

export type Pipeline = {
  readonly id: number;
  readonly sha: string;
  readonly ref: string;
  readonly attempt: number;
  updatedAt: string;
  yamlErrors: string | null;
};

export type State = {
  readonly issues: Issue[];
  readonly links: Link[];
  readonly merges: Merge[];
  readonly pipelines: Pipeline[];
  readonly jobs: Job[];
};
