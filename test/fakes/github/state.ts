/** What the fake GitHub knows of one repository beside its git: plain records that people's deeds and requests change. */

export type Permission = "admin" | "maintain" | "write" | "triage" | "read" | "none";
export type User = { readonly login: string; readonly permission: Permission; readonly isBot?: boolean };

export type Comment = {
  id: number;
  nodeId: string;
  author: string;
  body: string;
  createdAt: string;
  /** Of a remark in a thread: the head it was made on. */
  commit?: string;
  /** Part of a review that its author has not submitted: nobody else sees it. */
  isDraft?: boolean;
};

export type IssueElsewhere = { readonly repository: string; readonly number: number; state: "open" | "closed" };

export type Issue = {
  number: number;
  title: string;
  body: string;
  author: string;
  labels: string[];
  assignees: string[];
  state: "open" | "closed";
  stateReason: "completed" | "not_planned" | "reopened" | null;
  comments: Comment[];
  blockedBy: number[];
  blockedElsewhere?: IssueElsewhere[];
  subIssues: number[];
  /** Nobody may say more there. */
  isLocked?: boolean;
  createdAt: string;
  updatedAt: string;
};

export type Review = {
  id: number;
  nodeId: string;
  author: string;
  state: "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED" | "DISMISSED" | "PENDING";
  body: string;
  commit: string;
  submittedAt: string;
};

export type Thread = {
  id: string;
  path: string;
  line: number | null;
  isResolved: boolean;
  comments: Comment[];
};

export type Pull = Issue & {
  head: string;
  /** The branch is one of a fork, where nobody here pushes. */
  readonly isFromFork: boolean;
  base: string;
  headOid: string;
  isDraft: boolean;
  merged: { readonly commit: string } | null;
  reviews: Review[];
  threads: Thread[];
  /** Computed when somebody looks, as on GitHub: the first look after a move finds nothing known. */
  merge: { readonly head: string; readonly base: string; readonly isClean: boolean | null } | null;
};

export type Conclusion =
  | "success"
  | "failure"
  | "neutral"
  | "cancelled"
  | "skipped"
  | "timed_out"
  | "action_required"
  | "stale"
  | "startup_failure";

export type CheckRun = {
  id: number;
  name: string;
  commit: string;
  status: "queued" | "in_progress" | "completed";
  conclusion: Conclusion | null;
  /** Of the workflow run; null: made by another app. */
  run: { readonly id: number; readonly workflow: string } | null;
  attempt: number;
  log: string | null;
  failingStep: string;
  /** When that began and ended, in seconds as GitHub tells it. */
  stepTimes?: { readonly started_at: string; readonly completed_at: string };
  annotations: { readonly path: string; readonly line: number; readonly message: string }[];
  startedAt: string;
  /** What the check itself says. */
  output?: { readonly title: string | null; readonly summary: string | null };
};

/** What a job of a workflow run left there. */
export type Artifact = { readonly id: number; readonly run: number; name: string; zip: Uint8Array; createdAt: string };

export type Status = {
  context: string;
  commit: string;
  state: "error" | "failure" | "pending" | "success";
  description: string;
};

export type State = {
  readonly owner: string;
  readonly name: string;
  readonly defaultBranch: string;
  readonly users: Map<string, User>;
  /** What it is called since it was renamed, `owner/name`; null: as ever. */
  renamedTo: string | null;
  /** Issues that lie in another repository now, by the numbers they had here. */
  readonly transferred: Map<number, Issue & { readonly repository: string }>;
  readonly issues: Map<number, Issue>;
  /** Numbers of issues that somebody deleted. */
  readonly deleted: Set<number>;
  readonly pulls: Map<number, Pull>;
  readonly checks: CheckRun[];
  readonly artifacts: Artifact[];
  readonly statuses: Status[];
  required: string[];
  /** Checks that classic protection of the branch requires, of which the rules do not tell. */
  classicRequired: string[];
  /** Numbers of pull requests in the repository's merge queue; null: it has none. */
  queue: number[] | null;
  /** It comes of classic protection, of which the rules do not tell. */
  isClassicQueue: boolean;
  /** Which Enterprise server it is: it lacks what GitHub says it does. Null: it is github.com. */
  server: string | null;
  /** Forks belong to the owner of the repository itself. */
  forksAreOurs: boolean;
  workflows: number;
  /** The token may not read check runs. */
  hidesCheckRuns: boolean;
};

export const isPull = (one: Issue | Pull): one is Pull => "headOid" in one;

/** As it is called now. */
export const fullNameOf = ({ renamedTo, owner, name }: State): string => renamedTo ?? `${owner}/${name}`;
