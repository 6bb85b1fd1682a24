/** Jira on loopback, as Cloud (version 3, documents) or as Server (version 2, wiki text), from issues in memory. */
import { startFake, type FakeAnswer, type FakeAsked, type HttpFake } from "./http-fake.ts";
import { findJiraMisfit } from "./jira-described.ts";

type Json = Readonly<Record<string, unknown>>;

const STATUSES = [
  { id: "1", name: "To Do", statusCategory: { key: "new" } },
  { id: "2", name: "In Progress", statusCategory: { key: "indeterminate" } },
  { id: "3", name: "In Review", statusCategory: { key: "indeterminate" } },
  { id: "4", name: "Done", statusCategory: { key: "done" } },
  { id: "5", name: "Won't Do", statusCategory: { key: "done" } },
];

type User = {
  readonly displayName: string;
  readonly accountId?: string;
  readonly name?: string;
  readonly accountType?: string;
  readonly emailAddress?: string;
};

type Issue = {
  readonly key: string;
  summary: string;
  description: unknown;
  labels: readonly string[];
  priority: string;
  status: string;
  readonly reporter: User;
  readonly properties: Json;
  readonly created: number;
  updated: number;
  assignee: User | null;
  resolution: string | null;
  readonly parent: string | null;
  readonly component: string;
};

/** What a transition asks for before it lets an issue through. */
type Asked = Readonly<
  Record<string, { readonly name: string; readonly required: boolean; readonly allowedValues?: readonly Json[] }>
>;

type Link = { readonly id: string; readonly inward: string; readonly outward: string };
type Comment = {
  readonly id: string;
  readonly issue: string;
  readonly body: unknown;
  readonly properties: unknown;
  readonly created: number;
};

/** May write, and is whose the token is; `bea` may write; `mallory` may not. */
export const ann: User = {
  ...{ displayName: "ann", accountId: "a-ann", name: "ann", accountType: "atlassian" },
  emailAddress: "ann@example.test",
};
export const bea: User = { displayName: "Bea B.", accountId: "a-bea", name: "bea", accountType: "atlassian" };
export const mallory: User = {
  displayName: "mallory",
  accountId: "a-mallory",
  name: "mallory",
  accountType: "atlassian",
};

const USERS = [ann, bea, mallory];

export class JiraFake {
  readonly issues: Issue[] = [];
  readonly links: Link[] = [];
  readonly comments: Comment[] = [];
  readonly remoteLinks: { readonly issue: string; readonly globalId: string; readonly url: string }[] = [];
  /** Every state an issue was moved to. */
  readonly history: string[] = [];
  readonly isCloud: boolean;
  /** What the way to a status asks for, by the status. */
  readonly asks = new Map<string, Asked>();
  /** May the token ask who may do what? */
  isAdmin = true;
  /** What the project is called since its key was changed; Jira goes on to know it by the one before. */
  renamedTo: string | null = null;
  http: HttpFake | null = null;
  private nowMs = Date.now() - 60_000;
  private made = 0;

  constructor(isCloud: boolean) {
    this.isCloud = isCloud;
  }

  static async start(isCloud: boolean): Promise<JiraFake> {
    const fake = new JiraFake(isCloud);
    fake.http = await startFake((asked) => fake.answer(asked));
    return fake;
  }

  get url(): string {
    return this.http?.url ?? "";
  }

  stop = async (): Promise<void> => this.http?.stop();

  /** A plain text becomes what this Jira holds. */
  text(words: string): unknown {
    if (!this.isCloud) return words;
    const content = words === "" ? [] : [{ type: "text", text: words }];
    return { type: "doc", version: 1, content: [{ type: "paragraph", content }] };
  }

  create(issue: {
    summary: string;
    description: unknown;
    reporter?: User;
    labels?: readonly string[];
    priority?: string;
    properties?: Json;
    parent?: string;
    component?: string;
  }): Issue {
    const now = this.tick();
    const made: Issue = {
      key: `ENG-${this.issues.length + 1}`,
      summary: issue.summary,
      description: issue.description,
      labels: issue.labels ?? [],
      priority: issue.priority ?? "Medium",
      status: "1",
      reporter: issue.reporter ?? ann,
      properties: issue.properties ?? {},
      created: now,
      updated: now,
      assignee: null,
      resolution: null,
      parent: issue.parent ?? null,
      component: issue.component ?? "web",
    };
    this.issues.push(made);
    return made;
  }

  edit(key: string, patch: Partial<Issue>): void {
    const issue = this.find(key);
    if (issue !== undefined) Object.assign(issue, patch, { updated: this.tick() });
  }

  find(key: string): Issue | undefined {
    return this.issues.find((issue) => issue.key === key);
  }

  statusOf(key: string): string {
    return STATUSES.find(({ id }) => id === this.find(key)?.status)?.name ?? "";
  }

  private tick(): number {
    this.nowMs += 10;
    return this.nowMs;
  }

  private answer({ method, url, headers, body }: FakeAsked): FakeAnswer {
    const basic = `Basic ${Buffer.from("ann@example.test:token-1").toString("base64")}`;
    if (headers.authorization !== (this.isCloud ? basic : "Bearer token-1"))
      return { status: 401, body: { message: "no" } };
    const prefix = `/rest/api/${this.isCloud ? 3 : 2}/`;
    if (!url.pathname.startsWith(prefix)) return missing();
    const [path, given] = [url.pathname.slice(prefix.length), (body ?? {}) as Json];
    const misfit = findJiraMisfit({ method, path, query: url.searchParams.keys(), body: given }, this.isCloud);
    return misfit === null ? this.below(path, method, url, given) : { status: 400, body: { errorMessages: [misfit] } };
  }

  private below(path: string, method: string, url: URL, given: Json): FakeAnswer {
    if (path === "search" || path === "search/jql") return this.search(given);
    if (path === "project/ENG") return { body: { id: "10000", key: this.renamedTo ?? "ENG" } };
    if (/^(user\/|my)/.test(path)) return this.people(path, url);
    const [what = "", key = "", part = ""] = path.split("/").map(decodeURIComponent);
    if (what === "issueLink") return method === "DELETE" ? this.unlink(key) : this.link(given);
    return key === ""
      ? this.write(given)
      : this.ofIssue(method, key, part, { ...Object.fromEntries(url.searchParams), ...given });
  }

  private ofIssue(method: string, key: string, part: string, given: Json): FakeAnswer {
    const issue = this.find(key);
    if (issue === undefined) return missing();
    if (part === "")
      return method === "PUT" ? this.put(issue, given) : { body: this.shown(issue, given["properties"]) };
    return this.part(method, issue, part, given);
  }

  private part(method: string, issue: Issue, part: string, given: Json): FakeAnswer {
    if (part === "transitions" && method === "GET") {
      const isExpanded = given["expand"] === "transitions.fields";
      const transitions = STATUSES.map((to) => ({
        ...{ id: `t${to.id}`, name: `to ${to.name}`, to },
        ...(isExpanded ? { fields: this.asks.get(to.name) ?? {} } : {}),
      }));
      return { body: { transitions } };
    }
    if (part === "transitions") return this.transit(issue, given);
    if (part === "comment" && method === "GET") return this.commentsOf(issue, given);
    if (part === "comment") {
      const { body, properties } = given;
      this.say(issue.key, body, properties);
      return { status: 201, body: { id: String(this.made) } };
    }
    if (part !== "remotelink") return missing();
    const { globalId, object } = given as { globalId: string; object: { url: string; title: string } };
    if (globalId.length > 255 || object.title.length > 255)
      return tooLong(globalId.length > 255 ? "globalId" : "title");
    if (!this.remoteLinks.some((one) => one.issue === issue.key && one.globalId === globalId))
      this.remoteLinks.push({ issue: issue.key, globalId, url: object.url });
    return { status: 201, body: { id: 1 } };
  }

  say(issue: string, body: unknown, properties: unknown = []): void {
    this.made += 1;
    this.comments.push({ id: String(this.made), issue, body, properties, created: this.tick() });
    this.edit(issue, {});
  }

  private transit(issue: Issue, given: Json): FakeAnswer {
    const { transition, fields = {} } = given as {
      transition: { id: string };
      fields?: Readonly<Record<string, Json>>;
    };
    const to = STATUSES.find(({ id }) => `t${id}` === transition.id);
    const asked = Object.entries(this.asks.get(to?.name ?? "") ?? {});
    const missing = asked.filter(([field, { required }]) => required && fields[field] === undefined);
    if (missing.length > 0) {
      const errors = Object.fromEntries(missing.map(([field, { name }]) => [field, `${name} is required.`]));
      return { status: 400, body: { errorMessages: [], errors } };
    }
    const values = asked.flatMap(([, { allowedValues = [] }]) => allowedValues);
    const resolution = values.find(({ id }) => id === fields["resolution"]?.["id"])?.["name"] ?? null;
    this.edit(issue.key, { status: to?.id ?? "", resolution: resolution as string | null });
    this.history.push(`${issue.key} ${this.statusOf(issue.key)}`);
    return { status: 204 };
  }

  /** A hundred at most, whatever is asked for. */
  private commentsOf(issue: Issue, { startAt = 0, maxResults = 50, orderBy = "created" }: Json): FakeAnswer {
    const all = this.comments.filter((one) => one.issue === issue.key);
    const ordered = orderBy === "-created" ? all.reverse() : all;
    const shown = ordered.slice(Number(startAt), Number(startAt) + Math.min(100, Number(maxResults)));
    const comments = shown.map((one) => ({ ...one, author: ann, created: stamp(one.created) }));
    return { body: { comments, startAt: Number(startAt), maxResults: 100, total: all.length } };
  }

  private search({ jql, startAt = 0, maxResults = 50, properties }: Json): FakeAnswer {
    const text = String(jql);
    const minutes = Number(/updated >= "-(\d+)m"/.exec(text)?.[1] ?? Number.NaN);
    const labels = [...text.matchAll(/labels = "([^"]*)"/g)].map(([, label]) => label ?? "");
    const component = /\(component = (\w+)\)/.exec(text)?.[1];
    const key = /key = "([^"]+)"/.exec(text)?.[1];
    const found = this.issues.filter((issue) => {
      if (key !== undefined && issue.key !== key) return false;
      if (text.includes("statusCategory != Done") && Number(issue.status) >= 4) return false;
      if (!labels.every((label) => issue.labels.includes(label))) return false;
      if (component !== undefined && issue.component !== component) return false;
      return Number.isNaN(minutes) || issue.updated >= Date.now() - minutes * 60_000;
    });
    const from = this.isCloud ? 0 : Number(startAt);
    const issues = found.slice(from, from + Number(maxResults)).map((issue) => this.shown(issue, properties));
    return { body: this.isCloud ? { issues } : { issues, startAt: from, total: found.length } };
  }

  /** `properties`: what was asked for of them; others are not shown. */
  private shown(issue: Issue, properties: unknown): unknown {
    const blocking = this.links.filter(({ outward }) => outward === issue.key);
    return {
      id: issue.key.slice(4),
      key: this.renamedTo === null ? issue.key : issue.key.replace("ENG", this.renamedTo),
      ...(properties === undefined ? {} : { properties: issue.properties }),
      fields: {
        summary: issue.summary,
        description: issue.description,
        reporter: issue.reporter,
        assignee: issue.assignee,
        labels: issue.labels,
        priority: { name: issue.priority },
        status: STATUSES.find(({ id }) => id === issue.status),
        resolution: issue.resolution === null ? null : { name: issue.resolution },
        issuelinks: blocking.map(({ id, inward }) => ({
          ...{ id, type: { name: "Blocks", inward: "is blocked by", outward: "blocks" }, inwardIssue: { key: inward } },
        })),
        subtasks: this.issues.filter(({ parent }) => parent === issue.key).map(({ key }) => ({ key })),
        created: stamp(issue.created),
        updated: stamp(issue.updated),
      },
    };
  }

  private write({ fields, properties }: Json): FakeAnswer {
    const { summary, description, labels, priority, assignee } = fields as {
      summary: string;
      assignee?: Json;
      description?: unknown;
      labels?: readonly string[];
      priority?: { name: string };
    };
    const given = (properties ?? []) as readonly { key: string; value: unknown }[];
    const issue = this.create({
      ...{ summary: summary.trim(), description: description ?? null, labels: labels ?? [] },
      ...(priority === undefined ? {} : { priority: priority.name }),
      properties: Object.fromEntries(given.map(({ key, value }) => [key, value])),
    });
    issue.assignee = this.userOf(assignee);
    return { status: 201, body: { id: "1", key: issue.key } };
  }

  private put(issue: Issue, { fields }: Json): FakeAnswer {
    const { priority, assignee, ...rest } = fields as { priority?: { name: string }; assignee?: Json | null };
    this.edit(issue.key, {
      ...rest,
      ...(priority === undefined ? {} : { priority: priority.name }),
      ...(assignee === undefined ? {} : { assignee: this.userOf(assignee) }),
    });
    return { status: 204 };
  }

  private userOf(named: Json | null | undefined): User | null {
    const id = this.isCloud ? named?.["accountId"] : named?.["name"];
    return USERS.find((user) => this.idOf(user) === id) ?? null;
  }

  private idOf = (user: User): string | undefined => (this.isCloud ? user.accountId : user.name);

  private link({ inwardIssue, outwardIssue }: Json): FakeAnswer {
    this.made += 1;
    const [inward, outward] = [inwardIssue, outwardIssue].map((one) => (one as { key: string }).key);
    if (this.find(inward ?? "") === undefined) return missing();
    this.links.push({ id: String(this.made), inward: inward ?? "", outward: outward ?? "" });
    this.edit(outward ?? "", {});
    return { status: 201 };
  }

  private unlink(id: string): FakeAnswer {
    const at = this.links.findIndex((one) => one.id === id);
    const [gone] = at < 0 ? [] : this.links.splice(at, 1);
    if (gone === undefined) return missing();
    this.edit(gone.outward, {});
    return { status: 204 };
  }

  private people(path: string, { searchParams }: URL): FakeAnswer {
    const asked = searchParams.get(this.isCloud ? "accountId" : "username");
    const permission = searchParams.get("permissions");
    if (path === "myself") return { body: ann };
    if (path === "mypermissions") return { body: { permissions: { EDIT_ISSUES: { havePermission: true } } } };
    if (path === "user/assignable/search") {
      const words = (searchParams.get(this.isCloud ? "query" : "username") ?? "").toLowerCase();
      const texts = ({ displayName, emailAddress = "", name = "" }: User) => [displayName, emailAddress, name];
      return { body: USERS.filter((user) => texts(user).some((text) => text.toLowerCase().startsWith(words))) };
    }
    if (path !== "user/permission/search") return missing();
    if (!this.isAdmin) return { status: 403, body: { errorMessages: ["You need to administer the project"] } };
    // Old Servers know it by its older name only.
    if (permission !== (this.isCloud ? "EDIT_ISSUES" : "EDIT_ISSUE"))
      return { status: 400, body: { errorMessages: [`${permission} is no permission`] } };
    return { body: [ann, bea].filter((user) => this.idOf(user) === asked) };
  }
}

const tooLong = (field: string): FakeAnswer => {
  return { status: 400, body: { errorMessages: [], errors: { [field]: "The entered text is too long." } } };
};

const stamp = (ms: number): string => new Date(ms).toISOString().replace("Z", "+0000");

const missing = (): FakeAnswer => ({ status: 404, body: { errorMessages: ["Issue does not exist"], errors: {} } });
