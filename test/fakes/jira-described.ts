/**
 * The names of what may be asked of Jira, as Atlassian describes it for Cloud (version 3) and for Data Center (version 2). Jira
 * refuses a body with a name that it does not know, and passes over a parameter of the address: here both are refused.
 */
type Names = { readonly query?: readonly string[]; readonly body?: readonly string[] };
type Described = readonly [method: string, path: RegExp, cloud: Names | null, server: Names | null];

const issueBody = ["fields", "historyMetadata", "properties", "transition", "update"];
const page = ["startAt", "maxResults"];
const both = (names: Names): readonly [Names, Names] => [names, names];

const operations: readonly Described[] = [
  ["GET", /^myself$/, { query: ["expand"] }, {}],
  [
    ...(["GET", /^mypermissions$/] as const),
    { query: ["projectKey", "projectId", "issueKey", "issueId", "permissions", "commentId"] },
    { query: ["projectKey", "projectId", "issueKey", "issueId", "permissions"] },
  ],
  [
    ...(["GET", /^user\/permission\/search$/] as const),
    { query: ["query", "accountId", "permissions", "issueKey", "projectKey", ...page] },
    { query: ["username", "permissions", "issueKey", "projectKey", ...page] },
  ],
  [
    ...(["GET", /^user\/assignable\/search$/] as const),
    { query: ["query", "accountId", "project", "issueKey", "issueId", "actionDescriptorId", "recommend", ...page] },
    { query: ["username", "project", "issueKey", "actionDescriptorId", ...page] },
  ],
  [
    ...(["POST", /^search\/jql$/] as const),
    {
      body: ["expand", "fields", "fieldsByKeys", "jql", "maxResults", "nextPageToken", "properties", "reconcileIssues"],
    },
    null,
  ],
  ["POST", /^search$/, null, { body: ["expand", "fields", "jql", "validateQuery", ...page] }],
  ["GET", /^project\/[^/]+$/, { query: ["expand", "properties"] }, { query: ["expand"] }],
  [
    ...(["GET", /^issue\/[^/]+$/] as const),
    { query: ["fields", "fieldsByKeys", "expand", "properties", "updateHistory", "failFast"] },
    { query: ["fields", "expand", "properties", "updateHistory"] },
  ],
  ["PUT", /^issue\/[^/]+$/, ...both({ query: ["notifyUsers"], body: issueBody })],
  ["POST", /^issue$/, ...both({ query: ["updateHistory"], body: issueBody })],
  ["GET", /^issue\/[^/]+\/comment$/, ...both({ query: ["orderBy", "expand", ...page] })],
  ["POST", /^issue\/[^/]+\/comment$/, ...both({ query: ["expand"], body: ["body", "visibility", "properties"] })],
  ["GET", /^issue\/[^/]+\/transitions$/, ...both({ query: ["expand", "transitionId"] })],
  ["POST", /^issue\/[^/]+\/transitions$/, ...both({ body: issueBody })],
  ["POST", /^issue\/[^/]+\/remotelink$/, ...both({ body: ["application", "globalId", "object", "relationship"] })],
  ["POST", /^issueLink$/, ...both({ body: ["comment", "inwardIssue", "outwardIssue", "type"] })],
  ["DELETE", /^issueLink\/[^/]+$/, ...both({})],
];

export type JiraRequest = {
  readonly method: string;
  /** Below `rest/api/3/` or `rest/api/2/`. */
  readonly path: string;
  readonly query: Iterable<string>;
  readonly body: object;
};

/** In what a request does not fit the description, in Jira's own words where it has some; null: it does. */
export function findJiraMisfit({ method, path, query, body }: JiraRequest, isCloud: boolean): string | null {
  const found = operations.find(([of, form]) => of === method && form.test(path));
  const names = found?.[isCloud ? 2 : 3] ?? null;
  if (names === null) return `${method} ${path} is not described`;
  const parameter = [...query].find((name) => !(names.query ?? []).includes(name));
  if (parameter !== undefined) return `${method} ${path} has no parameter ${parameter}`;
  const field = Object.keys(body).find((name) => !(names.body ?? []).includes(name));
  return field === undefined ? null : `Unrecognized field "${field}" (${method} ${path}), not marked as ignorable`;
}
