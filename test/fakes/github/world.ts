/** The repository on the fake GitHub, and what people, pushes and CI do with it. Whatever happens is told to the webhook. */
import {
  bareGit,
  commitTree,
  editedCommit,
  fileIn,
  mergedTree,
  rebased,
  writeRef,
  type BareGit,
} from "../git/bare-git.ts";
import type { Ci as CiOf } from "../git/elsewhere.ts";
import type { Happening } from "../git/webhooks.ts";
import { zipOf } from "./zip.ts";
import type { CheckRun, Comment, Conclusion, Issue, Permission, Pull, Review, State, Thread, User } from "./state.ts";
import { fullNameOf } from "./state.ts";

/** One job of the repository's CI at one commit. */
export type JobResult = {
  readonly name: string;
  readonly conclusion: Conclusion;
  readonly log?: string;
  readonly failingStep?: string;
  readonly workflow?: string;
  /** What it uploads: texts by their names, in archives by theirs. */
  readonly artifacts?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

export type Ci = CiOf<JobResult>;

export type WorldOptions = {
  readonly root: string;
  readonly owner?: string;
  readonly name?: string;
  readonly users?: Readonly<Record<string, Permission>>;
  readonly bots?: readonly string[];
  readonly ci?: Ci;
  readonly now?: () => number;
};

export class World {
  readonly state: State;
  /** What search still knows of issues, by their numbers; of others it knows what is. */
  readonly indexed = new Map<number, Issue>();
  readonly bare: BareGit;
  readonly now: () => number;
  onHappening: (happening: Happening) => void = () => undefined;
  /** Where logs lie: on another host than the rest. */
  logsUrl = "";
  /** Somebody may be quicker than a merge. */
  beforeMerge: () => Promise<void> = async () => undefined;
  /** The base is about to become this tree. */
  onMerge: (pull: Pull, tree: string) => Promise<void> = async () => undefined;
  /** When CI begins after a push or a request to run again; at once, unless a test has a clock of its own. */
  whenCi: (run: () => Promise<void>) => Promise<void> = (run) => run();
  private readonly ci: Ci | null;
  private told = 0;
  private known: ReadonlyMap<string, string> = new Map();
  private nextNumber = 1;
  /** Greater than 32 bits hold, as they are on GitHub. */
  private nextId = 20_000_000_000;

  static async make(options: WorldOptions): Promise<World> {
    const { owner = "acme", name = "shop" } = options;
    return new World(options, await bareGit(options.root, owner, name));
  }

  private constructor(options: WorldOptions, bare: BareGit) {
    const { owner = "acme", name = "shop", users = {}, bots = [], ci = null, now = Date.now } = options;
    this.bare = bare;
    this.ci = ci;
    this.now = now;
    const people: readonly User[] = [
      ...Object.entries({ ann: "write", ...users }).map(([login, permission]) => ({ login, permission }) as User),
      ...bots.map((login): User => ({ login, permission: "none", isBot: true })),
    ];
    this.state = {
      ...{ owner, name, defaultBranch: "main", checks: [], artifacts: [], statuses: [], required: [], queue: null },
      ...{ classicRequired: [], deleted: new Set() },
      ...{ issues: new Map(), renamedTo: null, transferred: new Map() },
      pulls: new Map(),
      workflows: ci === null ? 0 : 1,
      ...{ hidesCheckRuns: false, isClassicQueue: false, forksAreOurs: false, server: null },
      users: new Map(people.map((user) => [user.login, user])),
    };
  }

  at(): string {
    return new Date(Math.floor(this.now() / 1_000) * 1_000).toISOString().replace(".000Z", "Z");
  }

  id(): number {
    return (this.nextId += 1);
  }

  find(number: number): Issue | Pull | undefined {
    return this.state.issues.get(number) ?? this.state.pulls.get(number);
  }

  touch(one: Issue, event: string, action: string): void {
    one.updatedAt = this.at();
    const kind = "headOid" in one ? "pull_request" : "issue";
    this.tell(event, { action, [kind]: { number: one.number } });
  }

  tell(event: string, payload: Readonly<Record<string, unknown>>): void {
    const repository = { full_name: fullNameOf(this.state), updated_at: this.at() };
    // No two payloads of GitHub's are the same: they are full of ids and times.
    this.told += 1;
    this.onHappening({ event, payload: { ...payload, repository, hook: { told: this.told } } });
  }

  openIssue(issue: Partial<Issue> & { readonly title: string }): Issue {
    const made = this.blank(issue);
    this.state.issues.set(made.number, made);
    this.touch(made, "issues", "opened");
    return made;
  }

  private blank(given: Partial<Issue> & { readonly title: string }): Issue {
    const lists = { labels: [], assignees: [], comments: [], blockedBy: [], subIssues: [] };
    const state = { state: "open", stateReason: null } as const;
    const number = this.nextNumber++;
    return {
      ...lists,
      ...state,
      body: "",
      author: "ann",
      createdAt: this.at(),
      updatedAt: this.at(),
      ...given,
      number,
    };
  }

  /** Into a repository where it gets another number. */
  transferIssue(number: number, repository: string, to: number): void {
    const issue = this.state.issues.get(number);
    if (issue === undefined) throw new Error(`there is no issue ${number}`);
    this.state.issues.delete(number);
    this.state.transferred.set(number, { ...issue, number: to, repository });
    this.tell("issues", { action: "transferred", issue: { number } });
  }

  deleteIssue(number: number): void {
    this.state.issues.delete(number);
    this.state.deleted.add(number);
    this.tell("issues", { action: "deleted", issue: { number } });
  }

  editIssue(number: number, edit: Partial<Issue>): void {
    const one = this.find(number);
    if (one === undefined) throw new Error(`there is no issue ${number}`);
    Object.assign(one, edit);
    this.touch(one, "issues", "edited");
  }

  comment(number: number, author: string, body: string): Comment {
    const one = this.find(number);
    if (one === undefined) throw new Error(`there is no issue ${number}`);
    const made = this.remark(author, body);
    one.comments.push(made);
    this.touch(one, "issue_comment", "created");
    return made;
  }

  private remark(author: string, body: string): Comment {
    const id = this.id();
    return { id, nodeId: `C_${id}`, author, body, createdAt: this.at() };
  }

  async openPull(pull: {
    readonly title: string;
    readonly body?: string;
    readonly head: string;
    readonly base: string;
    readonly author: string;
    readonly isDraft?: boolean;
    /** Where the branch of the fork is; left out: it is none. */
    readonly forkHead?: string;
  }): Promise<Pull> {
    const isFromFork = pull.forkHead !== undefined;
    const headOid = pull.forkHead ?? (await this.bare.tipOf(pull.head));
    if (headOid === null) throw new Error(`there is no branch ${pull.head}`);
    const { head, base, isDraft = false } = pull;
    const made: Pull = {
      ...this.blank({ title: pull.title, body: pull.body ?? "", author: pull.author }),
      ...{ head, isFromFork, base, headOid, isDraft, merged: null, reviews: [], threads: [], merge: null },
    };
    this.state.pulls.set(made.number, made);
    writeRef(this.bare.path, `refs/pull/${made.number}/head`, headOid);
    this.touch(made, "pull_request", "opened");
    return made;
  }

  review(number: number, review: { author: string; state: Review["state"]; body?: string; commit?: string }): Review {
    const pull = this.pull(number);
    const id = this.id();
    const made: Review = {
      ...{ id, nodeId: `PRR_${id}`, author: review.author, state: review.state, body: review.body ?? "" },
      ...{ commit: review.commit ?? pull.headOid, submittedAt: this.at() },
    };
    pull.reviews.push(made);
    this.touch(pull, "pull_request_review", "submitted");
    return made;
  }

  openThread(number: number, thread: { author: string; path: string; line: number | null; body: string }): Thread {
    const pull = this.pull(number);
    const { path, line, author, body } = thread;
    const said = { ...this.remark(author, body), commit: pull.headOid };
    const made = { id: `PRRT_${this.id()}`, path, line, isResolved: false, comments: [said] };
    pull.threads.push(made);
    this.touch(pull, "pull_request_review_comment", "created");
    return made;
  }

  /** A person begins a review and does not submit it yet. */
  draftReview(number: number, thread: { author: string; path: string; line: number; body: string }): Thread {
    const made = this.openThread(number, thread);
    for (const comment of made.comments) comment.isDraft = true;
    this.review(number, { author: thread.author, state: "PENDING" });
    return made;
  }

  threadNamed(id: string): { readonly pull: Pull; readonly thread: Thread } | null {
    for (const pull of this.state.pulls.values()) {
      const thread = pull.threads.find((one) => one.id === id);
      if (thread !== undefined) return { pull, thread };
    }
    return null;
  }

  reply(id: string, author: string, body: string): Comment {
    const found = this.threadNamed(id);
    if (found === null) throw new Error(`there is no thread ${id}`);
    // Where its author has begun a review, it becomes part of that.
    const isDraft = found.pull.reviews.some((one) => one.author === author && one.state === "PENDING");
    const made = { ...this.remark(author, body), ...(isDraft ? { isDraft } : {}) };
    found.thread.comments.push(made);
    this.touch(found.pull, "pull_request_review_comment", "created");
    return made;
  }

  resolve(id: string, isResolved: boolean): void {
    const found = this.threadNamed(id);
    if (found === null) throw new Error(`there is no thread ${id}`);
    found.thread.isResolved = isResolved;
    // As on GitHub: this alone does not move the time of the last update.
    this.tell("pull_request_review_thread", { action: "resolved", pull_request: { number: found.pull.number } });
  }

  pull(number: number): Pull {
    const pull = this.state.pulls.get(number);
    if (pull === undefined) throw new Error(`there is no pull request ${number}`);
    return pull;
  }

  /** Many at once, each with a file of its own; one process makes all their branches. */
  async openPulls(count: number): Promise<void> {
    const before = this.bare.refs();
    const input = Array.from({ length: count }, (_, n) => {
      const text = `work ${n}\n`;
      return [
        `commit refs/heads/agent/w${n}\ncommitter Ann <ann@example.com> ${1_700_000_000 + n} +0000\ndata 4\nWork\n`,
        `from refs/heads/${this.state.defaultBranch}^0\nM 100644 inline w${n}.txt\ndata ${text.length}\n${text}\n`,
      ].join("");
    }).join("");
    const { code, stderr } = await this.bare.tryGit(["fast-import", "--quiet"], input);
    if (code !== 0) throw new Error(stderr);
    await this.afterPush(before);
    for (let n = 0; n < count; n += 1)
      await this.openPull({ title: `Work ${n}`, head: `agent/w${n}`, base: "main", author: "ann" });
  }

  /** A person changes one file of a branch, right there on the page. */
  async editFile(branch: string, path: string, content: string): Promise<string> {
    const made = await editedCommit(this.bare, branch, path, content);
    await this.push(branch, made);
    return made;
  }

  /** A person puts a commit on a branch, by force if need be. */
  async push(branch: string, commit: string): Promise<void> {
    const before = this.bare.refs();
    writeRef(this.bare.path, `refs/heads/${branch}`, commit);
    await this.afterPush(before);
  }

  /** Branches may have moved: pull requests follow, CI runs. */
  async afterPush(before: ReadonlyMap<string, string>): Promise<void> {
    const known = this.known;
    this.known = this.bare.refs();
    for (const [ref, oid] of this.known) {
      if (!ref.startsWith("refs/heads/") || before.get(ref) === oid || known.get(ref) === oid) continue;
      const branch = ref.slice("refs/heads/".length);
      for (const pull of this.state.pulls.values()) {
        if (pull.head !== branch || pull.isFromFork || pull.state !== "open") continue;
        pull.headOid = oid;
        writeRef(this.bare.path, `refs/pull/${pull.number}/head`, oid);
        this.touch(pull, "pull_request", "synchronize");
      }
      this.tell("push", { ref, after: oid });
      if (this.ci !== null && !this.state.checks.some(({ commit }) => commit === oid)) await this.runCi(oid, 1);
    }
  }

  /** `only`: the jobs that are run again. */
  async runCi(commit: string, attempt: number, only?: readonly string[]): Promise<void> {
    await this.whenCi(() => this.runCiNow(commit, attempt, only));
  }

  private async runCiNow(commit: string, attempt: number, only?: readonly string[]): Promise<void> {
    if (this.ci === null) return;
    const results = await this.ci({ commit, attempt, read: (path) => fileIn(this.bare, commit, path) });
    const run = this.id();
    for (const result of results.filter(({ name }) => only === undefined || only.includes(name)))
      this.report(commit, { ...result, run, attempt });
  }

  report(commit: string, result: JobResult & { readonly run?: number; readonly attempt?: number }): CheckRun {
    const { name, conclusion, log = `${name} ran\n`, failingStep = "Run tests", workflow = "CI" } = result;
    const run = result.run ?? this.id();
    const made: CheckRun = {
      ...{ id: this.id(), name, commit, status: "completed", conclusion, log, failingStep, annotations: [] },
      ...{ run: { id: run, workflow }, attempt: result.attempt ?? 1, startedAt: this.at() },
    };
    this.state.checks.push(made);
    for (const [title, files] of Object.entries(result.artifacts ?? {}))
      this.state.artifacts.push({ id: this.id(), run, name: title, zip: zipOf(files), createdAt: this.at() });
    this.tell("check_run", { action: "completed", check_run: { id: made.id, head_sha: commit } });
    return made;
  }

  /** Of each job the newest attempt, as GitHub shows it. */
  checksOf(commit: string): readonly CheckRun[] {
    const newest = new Map<string, CheckRun>();
    for (const check of this.state.checks.filter((one) => one.commit === commit))
      newest.set(`${check.run?.workflow ?? "app"}/${check.name}`, check);
    return [...newest.values()];
  }

  /** Unknown at the first look after head or base moved; then what git says. */
  async mergeable(pull: Pull): Promise<boolean | null> {
    if (pull.state !== "open") return null;
    const base = (await this.bare.tipOf(pull.base)) ?? "";
    const isFresh = pull.merge?.head === pull.headOid && pull.merge.base === base;
    if (isFresh && pull.merge?.isClean === true) return true;
    const isClean = isFresh ? (await mergedTree(this.bare, base, pull.headOid)) !== null : null;
    pull.merge = { head: pull.headOid, base, isClean };
    return isClean;
  }

  /** The merge queue tests the first one together with the base, and merges it or throws it out. */
  async runQueue(isGreen: boolean): Promise<void> {
    const number = this.state.queue?.shift();
    if (number === undefined) return;
    const { title } = this.pull(number);
    if (isGreen) await this.merge(number, { method: "squash", title: `${title} (#${number})`, message: "" });
    else this.touch(this.pull(number), "pull_request", "dequeued");
  }

  /** Null: it collides with what landed since. */
  async revert(number: number, author: string): Promise<Pull | null> {
    const { merged, head, base, title } = this.pull(number);
    if (merged === null) throw new Error("it has not landed");
    const tip = (await this.bare.tipOf(base)) ?? "";
    const parent = await this.bare.git("rev-parse", `${merged.commit}^`);
    const inverse = commitTree(this.bare, await this.bare.treeOf(parent), [merged.commit], "Inverse");
    const tree = await mergedTree(this.bare, tip, inverse);
    if (tree === null) return null;
    const branch = `revert-${number}-${head}`;
    await this.push(branch, commitTree(this.bare, tree, [tip], `Revert "${title}"`));
    return this.openPull({ title: `Revert "${title}"`, head: branch, base, author });
  }

  async merge(number: number, how: { method: string; title: string; message: string }): Promise<string | null> {
    const pull = this.pull(number);
    await this.beforeMerge();
    const base = (await this.bare.tipOf(pull.base)) ?? "";
    const tree = await mergedTree(this.bare, base, pull.headOid);
    if (tree === null) return null;
    const text = `${how.title}\n\n${how.message}`;
    const made =
      how.method === "rebase"
        ? await rebased(this.bare, base, pull.headOid)
        : commitTree(this.bare, tree, how.method === "merge" ? [base, pull.headOid] : [base], text);
    if (made === null) return null;
    const before = this.bare.refs();
    await this.onMerge(pull, tree);
    if ((await this.bare.tipOf(pull.base)) !== base) return null;
    writeRef(this.bare.path, `refs/heads/${pull.base}`, made);
    Object.assign(pull, { state: "closed", merged: { commit: made } });
    this.touch(pull, "pull_request", "closed");
    await this.afterPush(before);
    return made;
  }
}
