/** GitLab's issues on loopback: version 4 of its API, one project, from issues in memory. */
import { startFake, type FakeAnswer, type FakeAsked, type HttpFake } from "./http-fake.ts";

type Json = Readonly<Record<string, unknown>>;

type User = { readonly id: number; readonly username: string; readonly state: string; readonly bot: boolean };

/** The token's account, and a developer; a stranger. */
const ann: User = { id: 1, username: "ann", state: "active", bot: false };
export const mallory: User = { id: 2, username: "mallory", state: "active", bot: false };
const USERS = [ann, mallory];

type Issue = {
  readonly iid: number;
  title: string;
  description: string;
  state: string;
  labels: readonly string[];
  readonly author: User;
  assignees: readonly User[];
  readonly created_at: string;
  updated_at: string;
};

type Link = { readonly id: number; readonly from: number; readonly to: number; readonly at: string };

export class GitlabFake {
  readonly issues: Issue[] = [];
  readonly notes: { readonly iid: number; readonly body: string; readonly created_at: string }[] = [];
  readonly links: Link[] = [];
  http: HttpFake | null = null;
  private nowMs = Date.UTC(2026, 0, 5);
  private made = 0;

  static async start(): Promise<GitlabFake> {
    const fake = new GitlabFake();
    fake.http = await startFake((asked) => fake.answer(asked));
    return fake;
  }

  get url(): string {
    return this.http?.url ?? "";
  }

  stop = async (): Promise<void> => this.http?.stop();

  create(issue: { title: string; description: string; author?: User; labels?: readonly string[] }): Issue {
    const at = this.tick();
    const made: Issue = {
      iid: this.issues.length + 1,
      title: issue.title,
      description: issue.description,
      state: "opened",
      labels: issue.labels ?? [],
      author: issue.author ?? ann,
      assignees: [],
      created_at: at,
      updated_at: at,
    };
    this.issues.push(made);
    return made;
  }

  edit(iid: number, patch: Partial<Issue>): void {
    const issue = this.find(iid);
    if (issue !== undefined) Object.assign(issue, patch, { updated_at: this.tick() });
  }

  find(iid: number): Issue | undefined {
    return this.issues.find((issue) => issue.iid === iid);
  }

  private tick(): string {
    this.nowMs += 1_000;
    return new Date(this.nowMs).toISOString();
  }

  private answer({ method, url, headers, body }: FakeAsked): FakeAnswer {
    if (headers.authorization !== "Bearer glpat-test") return { status: 401, body: { message: "401 Unauthorized" } };
    const path = url.pathname.replace("/api/v4/", "");
    if (path === "user") return { body: ann };
    const user = /^users\/(\d+)$/.exec(path)?.[1];
    if (user !== undefined) return { body: USERS.find(({ id }) => id === Number(user)) };
    const prefix = "projects/acme%2Fapp/";
    return path.startsWith(prefix)
      ? this.below(method, path.slice(prefix.length), url, (body ?? {}) as Json)
      : missing();
  }

  private below(method: string, path: string, url: URL, given: Json): FakeAnswer {
    const [what = "", number = "", part = "", id = ""] = path.split("/");
    if (what === "members") return part === "1" ? { body: { id: 1, access_level: 30 } } : missing();
    if (what !== "issues") return missing();
    if (number === "") return method === "POST" ? this.write(given) : this.list(url);
    const issue = this.find(Number(number));
    return issue === undefined ? missing() : this.ofIssue(method, issue, { part, id }, given);
  }

  private ofIssue(
    method: string,
    issue: Issue,
    { part, id }: Readonly<Record<string, string>>,
    given: Json,
  ): FakeAnswer {
    if (part === "notes") return this.noted(method, issue, given);
    if (part === "links") return this.linked(method, issue, id ?? "", given);
    return method === "PUT" ? this.put(issue, given) : { body: shown(issue) };
  }

  private list({ searchParams: query }: URL): FakeAnswer {
    const labels = query.get("labels")?.split(",") ?? [];
    const after = query.get("updated_after");
    const found = this.issues.filter((issue) => {
      if (query.get("state") === "opened" && issue.state !== "opened") return false;
      if (after !== null && Date.parse(issue.updated_at) < Date.parse(after)) return false;
      return labels.every((label) => issue.labels.includes(label));
    });
    return { body: found.map(shown) };
  }

  private write({ title, description, labels }: Json): FakeAnswer {
    const made = this.create({ title: String(title), description: String(description), labels: listed(labels) });
    return { status: 201, body: shown(made) };
  }

  private put(issue: Issue, given: Json): FakeAnswer {
    const { title, description, labels, add_labels: add, remove_labels: remove, state_event: event } = given;
    const now = labels === undefined ? issue.labels : listed(labels);
    this.edit(issue.iid, {
      ...(title === undefined ? {} : { title: String(title) }),
      ...(description === undefined ? {} : { description: String(description) }),
      ...(event === undefined ? {} : { state: event === "close" ? "closed" : "opened" }),
      ...(given["assignee_ids"] === undefined ? {} : { assignees: [ann] }),
      labels: [...new Set([...now, ...listed(add)])].filter((label) => !listed(remove).includes(label)),
    });
    return { body: shown(issue) };
  }

  private noted(method: string, issue: Issue, { body }: Json): FakeAnswer {
    if (method === "POST") {
      this.notes.push({ iid: issue.iid, body: String(body), created_at: this.tick() });
      this.edit(issue.iid, {});
      return { status: 201, body: {} };
    }
    return { body: this.notes.filter(({ iid }) => iid === issue.iid).map((note) => ({ ...note, author: ann })) };
  }

  private linked(method: string, issue: Issue, id: string, { target_issue_iid: target }: Json): FakeAnswer {
    if (method === "DELETE") {
      const at = this.links.findIndex((link) => link.id === Number(id));
      if (at < 0) return missing();
      this.links.splice(at, 1);
      return { body: {} };
    }
    if (method === "POST") {
      if (this.links.some(({ from, to }) => from === issue.iid && to === target))
        return { status: 409, body: { message: "Issue(s) already assigned" } };
      this.made += 1;
      this.links.push({ id: this.made, from: issue.iid, to: Number(target), at: this.tick() });
      return { status: 201, body: {} };
    }
    const own = this.links.filter(({ from }) => from === issue.iid);
    return {
      body: own.map((link) => ({
        ...{ iid: link.to, project_id: 7, issue_link_id: link.id, link_type: "is_blocked_by" },
        link_updated_at: link.at,
      })),
    };
  }
}

const listed = (labels: unknown): readonly string[] =>
  String(labels ?? "")
    .split(",")
    .filter((label) => label !== "");

const shown = (issue: Issue): Json => ({ ...issue, project_id: 7 });

const missing = (): FakeAnswer => ({ status: 404, body: { message: "404 Not found" } });
