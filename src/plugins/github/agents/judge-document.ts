/**
 * A GraphQL document that only reads, and only of one repository. Fields are allowed by their names: below the repository itself
 * those that begin something (`AT_REPOSITORY`), below that only such as lead to no other repository, owner or search, on whatever
 * type they stand. That this holds is tested against GitHub's published schema. A thing may also be asked for by its name, if it
 * was shown before.
 */
import { Kind, parse, type FieldNode, type FragmentDefinitionNode, type SelectionSetNode } from "graphql";
import type { AgentCall } from "../../remote/agents/agent-call.ts";
import { parseGraphqlRequest, type GraphqlRequest } from "./parse-request.ts";

export const AT_REPOSITORY: ReadonlySet<string> = new Set([
  ...["issue", "issues", "issueOrPullRequest", "pullRequest", "pullRequests", "ref", "refs", "defaultBranchRef"],
  ...["label", "milestones", "release", "releases", "latestRelease", "assignableUsers", "owner", "languages"],
  ...["licenseInfo", "nameWithOwner", "isPrivate", "isFork", "isArchived", "isEmpty", "visibility", "homepageUrl"],
  ...["hasIssuesEnabled", "hasProjectsEnabled", "hasWikiEnabled", "hasDiscussionsEnabled", "viewerPermission"],
  ...["viewerCanPush", "mergeCommitAllowed", "rebaseMergeAllowed", "squashMergeAllowed", "deleteBranchOnMerge"],
  ...["pushedAt", "stargazerCount", "forkCount", "diskUsage", "viewerDefaultMergeMethod", "issueTemplates"],
]);

export const BELOW: ReadonlySet<string> = new Set([
  ...[
    "__typename",
    "id",
    "databaseId",
    "fullDatabaseId",
    "number",
    "title",
    "body",
    "bodyText",
    "state",
    "stateReason",
  ],
  ...["url", "resourcePath", "createdAt", "updatedAt", "closedAt", "closed", "mergedAt", "merged", "submittedAt"],
  ...["publishedAt", "lastEditedAt", "author", "authorAssociation", "login", "name", "avatarUrl", "nodes", "edges"],
  ...["node", "cursor", "pageInfo", "hasNextPage", "hasPreviousPage", "endCursor", "startCursor", "totalCount"],
  ...["assignees", "labels", "color", "description", "milestone", "dueOn", "comments", "reviews", "latestReviews"],
  ...["reviewThreads", "reviewRequests", "requestedReviewer", "reviewDecision", "commits", "commit", "oid"],
  ...["abbreviatedOid", "message", "messageHeadline", "messageBody", "committedDate", "authoredDate", "authors"],
  ...[
    "committer",
    "date",
    "additions",
    "deletions",
    "changedFiles",
    "changeType",
    "files",
    "path",
    "line",
    "startLine",
  ],
  ...["originalLine", "diffHunk", "isResolved", "isOutdated", "isCollapsed", "subjectType", "isDraft"],
  ...["isCrossRepository", "baseRefName", "baseRefOid", "headRefName", "headRefOid", "headRepositoryOwner"],
  ...["mergeable", "mergeStateStatus", "mergeCommit", "potentialMergeCommit", "mergedBy", "maintainerCanModify"],
  ...["statusCheckRollup", "contexts", "checkRunCount", "checkRunCountsByState", "statusContextCount", "count"],
  ...["statusContextCountsByState", "status", "conclusion", "context", "targetUrl", "detailsUrl", "startedAt"],
  ...["completedAt", "isRequired", "checkSuite", "workflowRun", "workflow", "event", "app", "slug"],
  ...["autoMergeRequest", "enabledAt", "enabledBy", "mergeMethod", "commitBody", "commitHeadline", "reactionGroups"],
  ...["content", "users", "isMinimized", "minimizedReason", "includesCreatedEdit", "viewerDidAuthor", "tagName"],
  ...["isLatest", "isPrerelease", "target", "tree", "entries", "type", "isPinned", "locked", "prefix", "size"],
  ...["spdxId", "key"],
]);

type Place = Pick<AgentCall, "isShown"> & { readonly owner: string; readonly name: string };
type Where = "root" | "repository" | "below" | "anything";

/** Longer ones nobody writes by hand. */
const TOKENS_MAX = 10_000;

/** Null: it may be asked. */
export function explainNotDocument(place: Place, body: unknown): string | null {
  const request = parseGraphqlRequest(body);
  if (request === null) return "the request holds no GraphQL document";
  const read = readDocument(request.query);
  if (typeof read === "string") return read;
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of read.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  for (const definition of read.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) continue;
    if (definition.kind !== Kind.OPERATION_DEFINITION || definition.operation !== "query")
      return "agents only read: of GraphQL only queries are passed on";
    const why = new Walk(place, request, fragments).whyNot(definition.selectionSet, "root");
    if (why !== null) return why;
  }
  return null;
}

function readDocument(query: string) {
  try {
    return parse(query, { noLocation: true, maxTokens: TOKENS_MAX });
  } catch (error) {
    return `the GraphQL document cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

class Walk {
  private readonly place: Place;
  private readonly request: GraphqlRequest;
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Each is looked at once for each place where it stands; so circles end. */
  private readonly seen = new Set<string>();

  constructor(place: Place, request: GraphqlRequest, fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
    this.place = place;
    this.request = request;
    this.fragments = fragments;
  }

  whyNot({ selections }: SelectionSetNode, where: Where): string | null {
    for (const one of selections) {
      const why =
        one.kind === Kind.FIELD
          ? this.whyNotField(one, where)
          : one.kind === Kind.INLINE_FRAGMENT
            ? this.whyNot(one.selectionSet, where)
            : this.whyNotSpread(one.name.value, where);
      if (why !== null) return why;
    }
    return null;
  }

  private whyNotSpread(name: string, where: Where): string | null {
    const key = `${where} ${name}`;
    const fragment = this.fragments.get(name);
    if (fragment === undefined || this.seen.has(key)) return null;
    this.seen.add(key);
    return this.whyNot(fragment.selectionSet, where);
  }

  private whyNotField(field: FieldNode, where: Where): string | null {
    // What answers call `id` is what GitHub calls so: it is how things are known that were shown.
    if (field.alias?.value === "id" && field.name.value !== "id") return "no field but `id` may be called so";
    const next = this.nextOf(field, where);
    if (typeof next !== "string") return next.why;
    return field.selectionSet === undefined ? null : this.whyNot(field.selectionSet, next);
  }

  private nextOf(field: FieldNode, where: Where): Where | { readonly why: string } {
    const name = field.name.value;
    if (where === "anything" || name === "__typename") return "anything";
    if (where === "root") return this.atRoot(field);
    if (BELOW.has(name) || (where === "repository" && AT_REPOSITORY.has(name))) return "below";
    return { why: `agents do not read the field \`${name}\`: it could lead to other repositories` };
  }

  private atRoot(field: FieldNode): Where | { readonly why: string } {
    const name = field.name.value;
    const { owner, name: own } = this.place;
    if (name === "rateLimit" || name === "__type" || name === "__schema") return "anything";
    if (name === "viewer" || (name === "node" && this.place.isShown(this.argument(field, "id")))) return "below";
    const asked = `${this.argument(field, "owner")}/${this.argument(field, "name")}`;
    if (name === "repository" && asked.toLowerCase() === `${owner}/${own}`.toLowerCase()) return "repository";
    const what = name === "repository" ? asked : `\`${name}\``;
    return { why: `agents read only ${owner}/${own}; the document asks for ${what}` };
  }

  /** Empty: it is not there, or no text. */
  private argument({ arguments: given = [] }: FieldNode, name: string): string {
    const value = given.find((one) => one.name.value === name)?.value;
    if (value?.kind === Kind.STRING) return value.value;
    // A default could stand in for a variable that is left out: then nobody knows here which.
    const variable = value?.kind === Kind.VARIABLE ? this.request.variables[value.name.value] : null;
    return typeof variable === "string" ? variable : "";
  }
}
