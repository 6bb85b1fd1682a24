/** Linear on loopback: the few documents we send, answered by their names from issues in memory. */
import { startFake, type FakeAnswer, type FakeAsked, type HttpFake } from "./http-fake.ts";

type Json = Readonly<Record<string, unknown>>;

type Issue = {
  readonly id: string;
  readonly number: number;
  title: string;
  description: string;
  priority: number;
  readonly createdAt: string;
  updatedAt: string;
  stateId: string;
  labelIds: readonly string[];
  creator: Json | null;
  externalUserCreator: Json | null;
  botActor: Json | null;
  parent: string | null;
};

type Relation = { readonly id: string; readonly type: string; readonly from: string; readonly to: string; at: string };
type Comment = { readonly id: string; readonly issueId: string; readonly body: string; readonly createdAt: string };

export const STATES = [
  { id: "s-triage", name: "Triage", type: "triage", position: 0 },
  { id: "s-backlog", name: "Backlog", type: "backlog", position: 1 },
  { id: "s-todo", name: "Todo", type: "unstarted", position: 2 },
  { id: "s-progress", name: "In Progress", type: "started", position: 3 },
  { id: "s-review", name: "In Review", type: "started", position: 4 },
  { id: "s-done", name: "Done", type: "completed", position: 5 },
  { id: "s-canceled", name: "Canceled", type: "canceled", position: 6 },
];
const LABELS = [
  { id: "l-bug", name: "bug" },
  { id: "l-ui", name: "ui" },
];

const TEAM = { id: "team-1", key: "ENG", states: { nodes: STATES }, labels: { nodes: LABELS } };

export class LinearFake {
  readonly issues: Issue[] = [];
  readonly relations: Relation[] = [];
  readonly comments: Comment[] = [];
  readonly attachments: { readonly issueId: string; readonly title: string; readonly url: string }[] = [];
  /** Every state an issue was moved to. */
  readonly history: string[] = [];
  http: HttpFake | null = null;
  private nowMs = Date.UTC(2026, 0, 5);

  static async start(): Promise<LinearFake> {
    const fake = new LinearFake();
    fake.http = await startFake((asked) => fake.answer(asked));
    return fake;
  }

  get url(): string {
    return this.http?.url ?? "";
  }

  stop = async (): Promise<void> => this.http?.stop();

  /** A person with an account writes it, unless `by` says otherwise. */
  create(issue: { title: string; description?: string; id?: string; state?: string; by?: Partial<Issue> }): Issue {
    const made: Issue = {
      id: issue.id ?? `id-${this.issues.length + 1}`,
      number: this.issues.length + 1,
      title: issue.title,
      description: issue.description ?? "",
      priority: 0,
      createdAt: this.tick(),
      updatedAt: "",
      stateId: issue.state ?? "s-todo",
      labelIds: [],
      creator: { displayName: "ann", guest: false, active: true },
      externalUserCreator: null,
      botActor: null,
      parent: null,
      ...issue.by,
    };
    made.updatedAt = made.createdAt;
    this.issues.push(made);
    return made;
  }

  edit(name: string, patch: Partial<Issue>): void {
    const issue = this.find(name);
    if (issue !== undefined) Object.assign(issue, patch, { updatedAt: this.tick() });
  }

  find(name: string): Issue | undefined {
    return this.issues.find((issue) => issue.id === name || `ENG-${issue.number}` === name.toUpperCase());
  }

  stateOf(name: string): string | undefined {
    const issue = this.find(name);
    return STATES.find(({ id }) => id === issue?.stateId)?.name;
  }

  private tick(): string {
    this.nowMs += 1_000;
    return new Date(this.nowMs).toISOString();
  }

  private answer({ url, headers, body }: FakeAsked): FakeAnswer {
    if (url.pathname !== "/graphql") return { status: 404, body: { message: "no such path" } };
    if (headers.authorization !== "lin_api_test") return { status: 401, body: { message: "authentication failed" } };
    const { query = "", variables = {} } = body as { readonly query?: string; readonly variables?: Json };
    const name = /(?:query|mutation) (\w+)/.exec(query)?.[1] ?? "";
    const handlers: Readonly<Record<string, (given: never) => unknown>> = {
      AoIssues: (given: { filter: Json }) => this.list(given.filter),
      AoReadIssue: ({ id }: { id: string }) => ({ issue: this.shownOr(id) }),
      AoIssueComments: ({ id }: { id: string }) => ({ issue: { comments: { nodes: this.commentsOf(id) } } }),
      AoAnyIssue: (given: { filter: Json }) => this.list(given.filter),
      AoTeam: ({ filter }: { filter: { key?: { eq: string } } }) => ({
        teams: { nodes: filter.key?.eq === "ENG" ? [TEAM] : [] },
      }),
      AoComment: ({ id }: { id: string }) => ({ comment: this.comments.find((one) => one.id === id) ?? missing() }),
      AoCreateComment: ({ input }: { input: Comment }) => this.say(input),
      AoUpdateIssue: ({ id, input }: { id: string; input: Partial<Issue> }) => this.update(id, input),
      AoCreateIssue: ({ input }: { input: Json }) => this.write(input),
      AoCreateRelation: ({ input }: { input: Json }) => this.relate(input),
      AoDeleteRelation: ({ id }: { id: string }) => this.unrelate(id),
      AoAttach: ({ input }: { input: LinearFake["attachments"][number] }) => this.attach(input),
    };
    try {
      const handler = handlers[name];
      if (handler === undefined) throw new Error(`unknown operation ${name}`);
      return { body: { data: handler(variables as never) } };
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return {
        body: { errors: [{ message, extensions: { type: "invalid input", code: "INPUT_ERROR" } }], data: null },
      };
    }
  }

  private list(filter: Json): unknown {
    const {
      state = {},
      updatedAt,
      labels,
    } = filter as {
      readonly state?: { readonly type?: { readonly nin?: readonly string[]; readonly neq?: string } };
      readonly updatedAt?: { readonly gt: string };
      readonly labels?: { readonly some: { readonly name: { readonly in: readonly string[] } } };
    };
    const shown = this.issues.filter((issue) => {
      const type = STATES.find(({ id }) => id === issue.stateId)?.type ?? "";
      if (state.type?.nin?.includes(type) === true || state.type?.neq === type) return false;
      const names = LABELS.filter(({ id }) => issue.labelIds.includes(id)).map(({ name }) => name);
      if (labels !== undefined && !names.some((name) => labels.some.name.in.includes(name))) return false;
      return updatedAt === undefined || Date.parse(issue.updatedAt) > Date.parse(updatedAt.gt);
    });
    const nodes = shown.map((issue) => this.shown(issue));
    return { issues: { nodes, pageInfo: { hasNextPage: false, endCursor: null } } };
  }

  private shownOr(id: string): unknown {
    const issue = this.find(id);
    return issue === undefined ? missing() : this.shown(issue);
  }

  private shown(issue: Issue): unknown {
    const { stateId, labelIds, number, parent: _, ...rest } = issue;
    const blocking = this.relations.filter(({ to }) => to === issue.id);
    return {
      ...rest,
      identifier: `ENG-${number}`,
      url: `https://linear.app/x/issue/ENG-${number}`,
      assignee: null,
      state: STATES.find(({ id }) => id === stateId),
      labels: { nodes: LABELS.filter(({ id }) => labelIds.includes(id)).map(({ name }) => ({ name })) },
      inverseRelations: {
        nodes: blocking.map(({ id, type, from, at }) => ({
          ...{ id, type, updatedAt: at, issue: { identifier: `ENG-${this.find(from)?.number ?? 0}` } },
        })),
      },
      children: {
        nodes: this.issues.filter((one) => one.parent === issue.id).map((one) => ({ identifier: `ENG-${one.number}` })),
      },
    };
  }

  private commentsOf(id: string): unknown {
    const issue = this.find(id);
    if (issue === undefined) return missing();
    return this.comments
      .filter(({ issueId }) => issueId === issue.id)
      .map((one) => ({ ...one, user: { displayName: "ann", guest: false, active: true }, botActor: null }));
  }

  private say(input: Comment): unknown {
    if (this.comments.some(({ id }) => id === input.id)) throw new Error("Comment with this id already exists");
    this.comments.push({ ...input, createdAt: this.tick() });
    this.edit(input.issueId, {});
    return { commentCreate: { success: true } };
  }

  private update(id: string, input: Partial<Issue>): unknown {
    if (this.find(id) === undefined) return missing();
    this.edit(id, input);
    if (input.stateId !== undefined) this.history.push(`ENG-${this.find(id)?.number} ${this.stateOf(id)}`);
    return { issueUpdate: { success: true, issue: this.shownOr(id) } };
  }

  private write(input: Json): unknown {
    const {
      id,
      title,
      description,
      labelIds = [],
      priority = 0,
    } = input as {
      readonly id: string;
      readonly title: string;
      readonly description: string;
      readonly labelIds?: readonly string[];
      readonly priority?: number;
    };
    if (this.find(id) !== undefined) throw new Error("Issue with this id already exists");
    this.create({ id, title, description, by: { labelIds, priority } });
    return { issueCreate: { success: true, issue: this.shownOr(id) } };
  }

  private relate(input: Json): unknown {
    const { id, type, issueId, relatedIssueId } = input as Readonly<Record<string, string>>;
    if (this.relations.some((one) => one.id === id)) throw new Error("Relation already exists");
    this.relations.push({
      id: id ?? "",
      type: type ?? "",
      from: issueId ?? "",
      to: relatedIssueId ?? "",
      at: this.tick(),
    });
    return { issueRelationCreate: { success: true } };
  }

  private unrelate(id: string): unknown {
    const at = this.relations.findIndex((one) => one.id === id);
    const [gone] = at < 0 ? [] : this.relations.splice(at, 1);
    if (gone === undefined) return missing();
    this.edit(gone.to, {});
    return { issueRelationDelete: { success: true } };
  }

  private attach(input: LinearFake["attachments"][number]): unknown {
    const there = this.attachments.some(({ issueId, url }) => issueId === input.issueId && url === input.url);
    if (!there) this.attachments.push(input);
    return { attachmentCreate: { success: true } };
  }
}

function missing(): never {
  throw new Error("Entity not found: Issue - Could not find referenced Issue.");
}
