/**
 * Linear on loopback: documents are executed on its published types over issues in memory. A document that does not fit
 * them is refused like there, and so are variables.
 */
import { execute, parse, validate } from "graphql";
import { startFake, type FakeAnswer, type FakeAsked, type HttpFake } from "./http-fake.ts";
import { fits } from "./linear-filter.ts";
import { linearSchema } from "./linear-schema.ts";

type Json = Readonly<Record<string, unknown>>;
type Page = { readonly first?: number; readonly after?: string | null };

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
  assigneeId: string | null;
  creator: Json | null;
  externalUserCreator: Json | null;
  botActor: Json | null;
  parent: string | null;
};

type Relation = { readonly id: string; readonly type: string; readonly from: string; readonly to: string; at: string };
type Comment = { readonly id: string; readonly issueId: string; readonly body: string; readonly createdAt: string };
type Entry = Json & { readonly issueId: string };

export const STATES = [
  { id: "s-triage", name: "Triage", type: "triage", position: 0 },
  { id: "s-backlog", name: "Backlog", type: "backlog", position: 1 },
  { id: "s-todo", name: "Todo", type: "unstarted", position: 2 },
  { id: "s-progress", name: "In Progress", type: "started", position: 3 },
  { id: "s-review", name: "In Review", type: "started", position: 4 },
  { id: "s-done", name: "Done", type: "completed", position: 5 },
  { id: "s-canceled", name: "Canceled", type: "canceled", position: 6 },
];
const TEAM = { id: "team-1", key: "ENG" };
/** `security` is the whole workspace's. */
const LABELS = [
  { id: "l-bug", name: "bug", team: TEAM },
  { id: "l-ui", name: "ui", team: TEAM },
  { id: "l-security", name: "security", team: null },
];

const aUser = (name: string, special: Json = {}): Json => ({
  ...{ id: `u-${name}`, name, displayName: name, email: `${name}@example.test` },
  ...{ guest: false, active: true, app: false, ...special },
});
/** A member, whose the token is; a guest, who may do the same in the teams they were let into; an app. */
export const ann = aUser("ann");
export const gus = aUser("gus", { guest: true });
export const relay = aUser("relay", { app: true });
const USERS = [ann, gus, relay];

export class LinearFake {
  readonly issues: Issue[] = [];
  readonly relations: Relation[] = [];
  readonly comments: Comment[] = [];
  readonly attachments: { readonly issueId: string; readonly title: string; readonly url: string }[] = [];
  readonly entries: Entry[] = [];
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
      assigneeId: null,
      creator: ann,
      externalUserCreator: null,
      botActor: null,
      parent: null,
      ...issue.by,
    };
    made.updatedAt = made.createdAt;
    this.issues.push(made);
    return made;
  }

  /** `entry`: who did it, as its history says. */
  edit(name: string, patch: Partial<Issue>, entry: Json = { actor: ann }): void {
    const issue = this.find(name);
    if (issue === undefined) return;
    const { title, description, stateId } = patch;
    const at = this.tick();
    const text = description === undefined ? {} : { updatedDescription: true, descriptionUpdatedBy: [entry["actor"]] };
    this.entries.push({
      ...{ id: `h-${this.entries.length}`, issueId: issue.id, createdAt: at, updatedAt: at },
      ...(title === undefined ? {} : { fromTitle: issue.title, toTitle: title }),
      ...(stateId === undefined ? {} : { fromState: stateNamed(issue.stateId), toState: stateNamed(stateId) }),
      ...(entry["actor"] === undefined ? {} : text),
      ...(description === undefined ? {} : { updatedDescription: true }),
      ...entry,
    });
    Object.assign(issue, patch, { updatedAt: at });
  }

  /** Taken back by hand: Linear does not count that as a change of the issue. */
  unrelate(to: string): void {
    const issue = this.find(to);
    const at = this.relations.findIndex((one) => one.to === issue?.id);
    if (at >= 0) this.relations.splice(at, 1);
  }

  find(name: string): Issue | undefined {
    return this.issues.find((issue) => issue.id === name || `ENG-${issue.number}` === name.toUpperCase());
  }

  stateOf(name: string): string | undefined {
    return stateNamed(this.find(name)?.stateId ?? "")?.name;
  }

  private tick(): string {
    this.nowMs += 1_000;
    return new Date(this.nowMs).toISOString();
  }

  private async answer({ url, headers, body }: FakeAsked): Promise<FakeAnswer> {
    if (url.pathname !== "/graphql") return { status: 404, body: { message: "no such path" } };
    if (headers.authorization !== "lin_api_test") return { status: 401, body: { message: "authentication failed" } };
    const { query = "", variables = {} } = body as { readonly query?: string; readonly variables?: Json };
    const schema = linearSchema();
    const document = parse(query);
    const faults = validate(schema, document);
    if (faults.length > 0) {
      const extensions = { code: "GRAPHQL_VALIDATION_FAILED" };
      return { status: 400, body: { errors: faults.map(({ message }) => ({ message, extensions })) } };
    }
    const { data, errors = [] } = await execute({
      ...{ schema, document, variableValues: variables },
      rootValue: { ...this.queries(), ...this.mutations() },
    });
    const extensions = { type: "invalid input", code: "INPUT_ERROR" };
    const told = errors.map(({ message }) => ({ message, extensions }));
    return { body: told.length === 0 ? { data } : { data: data ?? null, errors: told } };
  }

  private queries(): Readonly<Record<string, (given: never) => unknown>> {
    return {
      issues: ({ filter = {}, ...page }: Page & { filter?: Json }) => {
        const newest = [...this.issues].sort((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt));
        const found = newest.filter((issue) => fits(this.filterable(issue), filter));
        return pageOf(
          found.map((issue) => this.shown(issue)),
          page,
        );
      },
      issue: ({ id }: { id: string }) => this.shownOr(id),
      teams: ({ filter, ...page }: Page & { filter: Json }) => {
        const own = LABELS.filter((label) => label.team !== null);
        const team = {
          ...TEAM,
          states: (states: Page) => pageOf(STATES, states),
          labels: (labels: Page) => pageOf(own, labels),
        };
        return pageOf(fits(TEAM, filter) ? [team] : [], page);
      },
      issueLabels: ({ filter, ...page }: Page & { filter: Json }) =>
        pageOf(
          LABELS.filter((label) => fits(label, filter)),
          page,
        ),
      users: ({ filter, ...page }: Page & { filter: Json }) =>
        pageOf(
          USERS.filter((user) => fits(user, filter)),
          page,
        ),
      comment: ({ id }: { id: string }) => this.comments.find((one) => one.id === id) ?? missing(),
    };
  }

  private mutations(): Readonly<Record<string, (given: never) => unknown>> {
    return {
      commentCreate: ({ input }: { input: Comment }) => this.say(input),
      issueUpdate: ({ id, input }: { id: string; input: Json }) => this.update(id, input),
      issueCreate: ({ input }: { input: Json }) => this.write(input),
      issueRelationCreate: ({ input }: { input: Readonly<Record<string, string>> }) => this.relate(input),
      issueRelationDelete: ({ id }: { id: string }) => this.dropRelation(id),
      attachmentCreate: ({ input }: { input: LinearFake["attachments"][number] }) => this.attach(input),
    };
  }

  private filterable(issue: Issue): Json {
    const labels = LABELS.filter(({ id }) => issue.labelIds.includes(id));
    const assignee = USERS.find(({ id }) => id === issue.assigneeId) ?? null;
    return { ...issue, team: TEAM, state: stateNamed(issue.stateId), labels, assignee };
  }

  private shownOr(id: string): unknown {
    const issue = this.find(id);
    return issue === undefined ? missing() : this.shown(issue);
  }

  private shown(issue: Issue): unknown {
    const { labels, ...shown } = this.filterable(issue);
    const blocking = this.relations.filter(({ to }) => to === issue.id);
    const entries = this.entries.filter(({ issueId }) => issueId === issue.id).reverse();
    return {
      ...shown,
      identifier: `ENG-${issue.number}`,
      url: `https://linear.app/x/issue/ENG-${issue.number}`,
      labels: (page: Page) => pageOf(labels as readonly Json[], page),
      inverseRelations: (page: Page) =>
        pageOf(
          blocking.map(({ id, type, from, at }) => ({
            ...{ id, type, updatedAt: at, issue: { identifier: `ENG-${this.find(from)?.number ?? 0}` } },
          })),
          page,
        ),
      children: (page: Page) =>
        pageOf(
          this.issues.filter((one) => one.parent === issue.id).map((one) => ({ identifier: `ENG-${one.number}` })),
          page,
        ),
      history: (page: Page) => pageOf(entries, page),
      comments: (page: Page) =>
        pageOf(
          this.comments.filter(({ issueId }) => issueId === issue.id).map((one) => ({ ...one, user: ann })),
          page,
        ),
    };
  }

  private say(input: Comment): unknown {
    if (this.comments.some(({ id }) => id === input.id)) throw new Error("Comment with this id already exists");
    this.comments.push({ ...input, createdAt: this.tick() });
    const issue = this.find(input.issueId);
    if (issue !== undefined) issue.updatedAt = this.tick();
    return { success: true };
  }

  private update(id: string, input: Json): unknown {
    const issue = this.find(id);
    if (issue === undefined) return missing();
    const {
      addedLabelIds = [],
      removedLabelIds = [],
      ...rest
    } = input as {
      readonly addedLabelIds?: readonly string[];
      readonly removedLabelIds?: readonly string[];
      readonly labelIds?: readonly string[];
      readonly stateId?: string;
    };
    const labels = [...(rest.labelIds ?? issue.labelIds), ...addedLabelIds];
    this.edit(id, { ...rest, labelIds: labels.filter((label) => !removedLabelIds.includes(label)) });
    if (rest.stateId !== undefined) this.history.push(`ENG-${issue.number} ${this.stateOf(id)}`);
    return { success: true, issue: this.shownOr(id) };
  }

  private write(input: Json): unknown {
    const {
      id,
      title,
      description,
      teamId: _,
      ...by
    } = input as Json & {
      readonly id: string;
      readonly title: string;
      readonly description: string;
    };
    if (this.find(id) !== undefined) throw new Error("Issue with this id already exists");
    this.create({ id, title, description, by });
    return { success: true, issue: this.shownOr(id) };
  }

  private relate({ id = "", type = "", issueId = "", relatedIssueId = "" }: Readonly<Record<string, string>>): unknown {
    if (this.relations.some((one) => one.id === id)) throw new Error("Relation already exists");
    this.relations.push({ id, type, from: issueId, to: relatedIssueId, at: this.tick() });
    return { success: true };
  }

  private dropRelation(id: string): unknown {
    const at = this.relations.findIndex((one) => one.id === id);
    if (at < 0) return missing();
    this.relations.splice(at, 1);
    return { success: true };
  }

  private attach(input: LinearFake["attachments"][number]): unknown {
    const there = this.attachments.some(({ issueId, url }) => issueId === input.issueId && url === input.url);
    if (!there) this.attachments.push(input);
    return { success: true };
  }
}

const stateNamed = (id: string) => STATES.find((state) => state.id === id);

/** As Linear does it: fifty, unless another number is asked for. */
function pageOf<T>(all: readonly T[], { first = 50, after = null }: Page) {
  const from = after === null ? 0 : Number(after);
  const endCursor = String(from + first);
  return { nodes: all.slice(from, from + first), pageInfo: { hasNextPage: all.length > from + first, endCursor } };
}

function missing(): never {
  throw new Error("Entity not found: Issue - Could not find referenced Issue.");
}
