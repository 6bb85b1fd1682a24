/** The project on the fake GitLab, and what people, pushes and CI do with it. Whatever happens is told to the webhook. */
import { createHash } from "node:crypto";
import { bareGit, commitTree, editedCommit, fileIn, mergedTree, writeRef, type BareGit } from "../git/bare-git.ts";
import type { Ci as CiOf } from "../git/elsewhere.ts";
import type { Happening } from "../git/webhooks.ts";
import { editAs } from "./issue-edits.ts";
import { rebasedFrom } from "./rebased.ts";
import type {
  Discussion,
  Issue,
  Job,
  JobStatus,
  Link,
  Merge,
  MergeWish,
  Note,
  Pipeline,
  Position,
  ReviewerState,
  State,
  TestCase,
  User,
} from "./state.ts";
import { traceOf } from "./trace.ts";

/** One job of the project's pipeline at one commit. */
export type JobResult = {
  readonly name: string;
  readonly status: JobStatus;
  readonly stage?: string;
  /** What its script printed. */
  readonly script?: readonly string[];
  readonly mayFail?: boolean;
  readonly reason?: string;
  readonly isExternal?: boolean;
  readonly description?: string;
  /** Of its JUnit report, as GitLab shows them. */
  readonly tests?: readonly TestCase[];
};

export type Ci = CiOf<JobResult>;

export type WorldOptions = {
  readonly root: string;
  readonly path?: string;
  /** Names, and their access: 30 may push. */
  readonly users?: Readonly<Record<string, number>>;
  readonly bots?: readonly string[];
  readonly ci?: Ci;
  readonly now?: () => number;
};

export class World {
  readonly path: string;
  readonly bare: BareGit;
  readonly users: readonly User[];
  readonly state: State = { issues: [], links: [], merges: [], pipelines: [], jobs: [] };
  readonly now: () => number;
  /** As the project's settings say. */
  mergeMethod: "merge" | "rebase_merge" | "ff" = "merge";
  /** A merge waits for the head's pipeline. */
  mustPass = false;
  /** CI is switched off: GitLab then refuses to speak of pipelines. */
  isCiOff = false;
  /** Its path here is its former one. */
  isMoved = false;
  onHappening: (happening: Happening) => void = () => undefined;
  /** Somebody may be quicker than a merge. */
  beforeMerge: () => Promise<void> = async () => undefined;
  /** The base is about to become this tree. */
  onMerge: (merge: Merge, tree: string) => Promise<void> = async () => undefined;
  /** When CI begins after a push or a request to run again; at once, unless a test has a clock of its own. */
  whenCi: (run: () => Promise<void>) => Promise<void> = (run) => run();
  private readonly ci: Ci | null;
  private readonly mergeBases = new Map<string, string>();
  private told = 0;
  private known: ReadonlyMap<string, string> = new Map();
  private nowMs = 0;
  private nextId = 1_000;

  static async make(options: WorldOptions): Promise<World> {
    const [owner = "", name = ""] = (options.path ?? "acme/app").split("/");
    return new World(options, await bareGit(options.root, owner, name));
  }

  private constructor({ path = "acme/app", users = {}, bots = [], ci, now = Date.now }: WorldOptions, bare: BareGit) {
    this.path = path;
    this.bare = bare;
    this.ci = ci ?? null;
    this.now = now;
    const people = Object.entries({ "ao-bot": 30, ann: 30, mallory: 0, ...users });
    const all = [
      ...people.map(([name, level]) => [name, level, false] as const),
      ...bots.map((b) => [b, 0, true] as const),
    ];
    this.users = all.map(([username, level, bot], at) => {
      return { id: at + 1, username, name: username, state: "active", bot, level };
    });
  }

  get issues(): Issue[] {
    return this.state.issues;
  }

  get links(): Link[] {
    return this.state.links;
  }

  get merges(): Merge[] {
    return this.state.merges;
  }

  get pipelines(): Pipeline[] {
    return this.state.pipelines;
  }

  get jobs(): Job[] {
    return this.state.jobs;
  }

  user(username: string): User {
    const found = this.users.find((user) => user.username === username);
    if (found === undefined) throw new Error(`there is no ${username}`);
    return found;
  }

  /** Grows with every call. */
  at(): string {
    this.nowMs = Math.max(this.nowMs + 1, this.now());
    return new Date(this.nowMs).toISOString();
  }

  id(): number {
    return (this.nextId += 1);
  }

  tell(event: string, payload: Readonly<Record<string, unknown>> = {}): void {
    const project = { path_with_namespace: this.path };
    // No two payloads are the same: they are full of ids and times.
    this.told += 1;
    this.onHappening({ event, payload: { object_kind: event, project, ...payload, event_id: this.told } });
  }

  openIssue(issue: { title: string; description: string; author?: string; labels?: readonly string[] }): Issue {
    const at = this.at();
    const { title, description, author = "ann", labels = [] } = issue;
    const made: Issue = {
      ...{ iid: this.issues.length + 1, title, description, state: "opened", labels, author: this.user(author) },
      ...{ assignees: [], created_at: at, updated_at: at, notes: [] },
    };
    this.issues.push(made);
    this.tell("Issue Hook");
    return made;
  }

  editIssue(iid: number, patch: Partial<Issue>, by = "ann"): void {
    const issue = this.issues.find((one) => one.iid === iid);
    if (issue !== undefined) editAs(this, issue, patch, by);
    this.tell("Issue Hook");
  }

  merge(iid: number): Merge {
    const found = this.merges.find((merge) => merge.iid === iid);
    if (found === undefined) throw new Error(`there is no merge request ${iid}`);
    return found;
  }

  async openMerge(wish: MergeWish) {
    const isFromFork = wish.forkHead !== undefined;
    const sha = wish.forkHead ?? (await this.bare.tipOf(wish.source));
    if (sha === null) throw new Error(`there is no branch ${wish.source}`);
    const at = this.at();
    const made: Merge = {
      ...{ iid: this.merges.length + 1, title: wish.title, description: wish.description ?? "", sha, state: "opened" },
      ...{ author: this.user(wish.author), source: wish.source, isFromFork, target: wish.target ?? "main", labels: [] },
      ...{ reviewers: new Map(), approvedBy: [], reviews: [], discussions: [], drafts: [], versions: [{ sha, at }] },
      ...{ landed: null, standsFor: null, askedHead: null, check: null },
      ...{ createdAt: at, updatedAt: at },
    };
    this.merges.push(made);
    writeRef(this.bare.path, `refs/merge-requests/${made.iid}/head`, sha);
    this.tell("Merge Request Hook");
    return made;
  }

  touch(merge: Merge, event: string): void {
    merge.updatedAt = this.at();
    this.tell(event);
  }

  note(author: User, body: string, more: Partial<Note> = {}): Note {
    const usual = { isSystem: false, isResolvable: false, isResolved: false, position: null };
    return { id: this.id(), author, body, at: this.at(), ...usual, ...more };
  }

  discuss(merge: Merge, note: Note, isIndividual: boolean): Discussion {
    const id = createHash("sha1").update(String(note.id)).digest("hex");
    const made = { id, isIndividual, notes: [note] };
    merge.discussions.push(made);
    this.touch(merge, "Note Hook");
    return made;
  }

  /** On a line, or about the whole. */
  openThread(iid: number, thread: { author: string; path?: string; line?: number | null; body: string }): Discussion {
    const merge = this.merge(iid);
    const { path, line = null, author, body } = thread;
    const position: Position | null =
      path === undefined ? null : { new_path: path, old_path: path, new_line: line, head_sha: merge.sha };
    return this.discuss(merge, this.note(this.user(author), body, { isResolvable: true, position }), false);
  }

  /** A remark that can be answered once becomes a thread. */
  reply(merge: Merge, discussion: Discussion, author: string, body: string): Note {
    const made = this.note(this.user(author), body, { isResolvable: true, isResolved: false });
    discussion.isIndividual = false;
    for (const note of discussion.notes) note.isResolvable = true;
    discussion.notes.push(made);
    this.touch(merge, "Note Hook");
    return made;
  }

  resolve(merge: Merge, discussion: Discussion, isResolved: boolean): void {
    for (const note of discussion.notes) note.isResolved = isResolved;
    this.touch(merge, "Note Hook");
  }

  /** "Finish review": what is said with it is a remark of its own. */
  review(iid: number, review: { author: string; state: Exclude<ReviewerState, "approved">; body?: string }): void {
    const merge = this.merge(iid);
    const by = this.user(review.author);
    merge.reviewers.set(by, review.state);
    merge.approvedBy = merge.approvedBy.filter((user) => user !== by);
    if (review.state === "requested_changes")
      merge.reviews.push({ author: review.author, kind: "changes_requested", head: merge.sha });
    if (review.body !== undefined) this.discuss(merge, this.note(by, review.body), true);
    const said = review.state === "requested_changes" ? "requested changes" : "left review comments";
    this.discuss(merge, this.note(by, said, { isSystem: true }), true);
  }

  approve(iid: number, author: string): void {
    const merge = this.merge(iid);
    const by = this.user(author);
    if (!merge.approvedBy.includes(by)) merge.approvedBy.push(by);
    if (merge.reviewers.has(by)) merge.reviewers.set(by, "approved");
    merge.reviews.push({ author, kind: "approved", head: merge.sha });
    this.discuss(merge, this.note(by, "approved this merge request", { isSystem: true }), true);
    this.tell("Merge Request Hook");
  }

  /** A person changes one file of a branch, right there on the page. */
  async editFile(branch: string, path: string, content: string): Promise<string> {
    const made = await editedCommit(this.bare, branch, path, content);
    await this.push(branch, made);
    return made;
  }

  async push(branch: string, commit: string): Promise<void> {
    const before = this.bare.refs();
    writeRef(this.bare.path, `refs/heads/${branch}`, commit);
    await this.afterPush(before);
  }

  /** Branches may have moved: merge requests follow, pipelines run. Approvals stay, as on GitLab unless told otherwise. */
  async afterPush(before: ReadonlyMap<string, string>): Promise<void> {
    const known = this.known;
    this.known = this.bare.refs();
    for (const [ref, sha] of this.known) {
      if (!ref.startsWith("refs/heads/") || before.get(ref) === sha || known.get(ref) === sha) continue;
      const branch = ref.slice("refs/heads/".length);
      for (const merge of this.merges.filter(
        (one) => one.source === branch && !one.isFromFork && one.state === "opened",
      )) {
        merge.standsFor = this.mergeMethod === "merge" ? null : await rebasedFrom(this.bare, merge, sha);
        merge.sha = sha;
        merge.versions.push({ sha, at: this.at() });
        writeRef(this.bare.path, `refs/merge-requests/${merge.iid}/head`, sha);
        this.touch(merge, "Merge Request Hook");
      }
      this.tell("Push Hook", { ref, after: sha });
      if (!this.pipelines.some((one) => one.sha === sha)) await this.runCi(sha, branch);
    }
  }

  async runCi(commit: string, ref: string): Promise<void> {
    const { ci } = this;
    if (ci === null) return;
    await this.whenCi(async () => {
      const results = await ci({ commit, attempt: 1, read: (path) => fileIn(this.bare, commit, path) });
      if (results.length === 0) return;
      const pipeline = this.beginPipeline(commit, ref);
      for (const result of results) this.report(pipeline, result);
    });
  }

  beginPipeline(sha: string, ref: string): Pipeline {
    const made: Pipeline = { id: this.id(), sha, ref, attempt: 1, updatedAt: this.at(), yamlErrors: null };
    this.pipelines.push(made);
    return made;
  }

  report(pipeline: Pipeline, result: JobResult): Job {
    const made = this.jobOf(pipeline, result, this.id());
    this.jobs.push(made);
    pipeline.updatedAt = this.at();
    this.tell("Pipeline Hook", { object_attributes: { id: pipeline.id } });
    return made;
  }

  private jobOf(pipeline: Pipeline, result: JobResult, id: number): Job {
    const { name, status, stage = "test", mayFail = false, isExternal = false, description = null } = result;
    const reason = result.reason ?? (status === "failed" ? "script_failure" : null);
    const trace = isExternal ? null : traceOf(result.script ?? [`${name} ran`], status);
    return {
      ...{ id, pipeline: pipeline.id, name, status, stage, mayFail, reason, trace, isExternal, description },
      tests: result.tests ?? [],
    };
  }

  /** Runs one job again: GitLab makes a new one of the same name, which waits for its runner. */
  async retry(job: Job): Promise<Job | null> {
    const { ci } = this;
    const pipeline = this.pipelines.find(({ id }) => id === job.pipeline);
    const isNewest = pipeline !== undefined && this.newestJobs([pipeline]).some(({ id }) => id === job.id);
    if (ci === null || pipeline === undefined || !isNewest) return null;
    const { sha } = pipeline;
    const attempt = this.jobs.filter(({ name, pipeline: of }) => name === job.name && of === pipeline.id).length + 1;
    const made: Job = { ...job, id: this.id(), status: "pending", reason: null, trace: null };
    this.jobs.push(made);
    pipeline.updatedAt = this.at();
    this.tell("Job Hook");
    await this.whenCi(async () => {
      const results = await ci({ commit: sha, attempt, read: (path) => fileIn(this.bare, sha, path) });
      const result = results.find(({ name }) => name === job.name);
      this.jobs.splice(
        this.jobs.indexOf(made),
        1,
        this.jobOf(pipeline, result ?? { name: job.name, status: "skipped" }, made.id),
      );
      pipeline.updatedAt = this.at();
      this.tell("Pipeline Hook", { object_attributes: { id: pipeline.id } });
    });
    return made;
  }

  /** Of each job the newest run. */
  newestJobs(pipelines: readonly Pipeline[]): readonly Job[] {
    const ids = pipelines.map(({ id }) => id);
    const newest = new Map<string, Job>();
    for (const job of this.jobs) if (ids.includes(job.pipeline)) newest.set(`${job.pipeline}/${job.name}`, job);
    return [...newest.values()];
  }

  /** Null: nobody has looked since it moved. */
  async isClean(merge: Merge): Promise<boolean | null> {
    const base = (await this.bare.tipOf(merge.target)) ?? "";
    const isFresh = merge.check?.sha === merge.sha && merge.check.base === base;
    if (isFresh && merge.check?.isClean === true) return true;
    const isClean = isFresh ? (await mergedTree(this.bare, base, merge.sha)) !== null : null;
    merge.check = { sha: merge.sha, base, isClean };
    return isClean;
  }

  /** Asked of git once for each pair. */
  async mergeBase({ target, sha }: Merge): Promise<string> {
    const key = `${await this.bare.tipOf(target)} ${sha}`;
    const found = this.mergeBases.get(key) ?? (await this.bare.tryGit(["merge-base", ...key.split(" ")])).stdout.trim();
    this.mergeBases.set(key, found);
    return found;
  }

  /** The project takes no branch that is behind, and this one is. */
  async needsRebase(merge: Merge): Promise<boolean> {
    return this.mergeMethod !== "merge" && (await this.mergeBase(merge)) !== (await this.bare.tipOf(merge.target));
  }

  /** False: it collides, or is behind where it must not be. */
  async accept(merge: Merge, how: { isSquash: boolean; squash: string; message: string }): Promise<boolean> {
    await this.beforeMerge();
    const base = (await this.bare.tipOf(merge.target)) ?? "";
    const tree = await mergedTree(this.bare, base, merge.sha);
    if (tree === null || (await this.needsRebase(merge))) return false;
    const squash = how.isSquash ? commitTree(this.bare, tree, [base], how.squash) : null;
    const parents = [base, squash ?? merge.sha];
    const isForward = this.mergeMethod === "ff";
    const made = isForward ? null : commitTree(this.bare, tree, parents, how.message);
    const before = this.bare.refs();
    await this.onMerge(merge, tree);
    if ((await this.bare.tipOf(merge.target)) !== base) return false;
    writeRef(this.bare.path, `refs/heads/${merge.target}`, made ?? squash ?? merge.sha);
    merge.state = "merged";
    merge.landed = { merge: made, squash };
    this.touch(merge, "Merge Request Hook");
    await this.afterPush(before);
    return true;
  }
}
