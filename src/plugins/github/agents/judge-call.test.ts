import { schema as published } from "@octokit/graphql-schema";
import { buildSchema, getNamedType, isInterfaceType, isObjectType, isUnionType, type GraphQLNamedType } from "graphql";
import { expect, test } from "vitest";
import { parseGithubPlace, type GithubPlace } from "../place.ts";
import { judgeGithubCall } from "./judge-call.ts";
import { AT_REPOSITORY, BELOW, explainNotDocument } from "./judge-document.ts";

const place = parseGithubPlace("acme/shop", null) as GithubPlace;
const judge = judgeGithubCall(place);
const isShown = (node: string): boolean => node === "I_shown";
const get = (path: string) => judge({ method: "GET", path, body: null, isShown });
const whyNot = (query: string, variables?: Record<string, unknown>) =>
  explainNotDocument({ ...place, isShown }, { query, ...(variables === undefined ? {} : { variables }) });

test.for([
  ["repos/acme/shop", "repos/acme/shop"],
  ["repos/Acme/Shop/pulls/3/files", "repos/acme/shop/pulls/3/files"],
  ["repos/acme/shop/compare/main...agent%2Fa", "repos/acme/shop/compare/main...agent%2Fa"],
  ["repos/acme/shop/contents/src/a%20b.ts", "repos/acme/shop/contents/src/a%20b.ts"],
  ["repos/acme/shop/actions/jobs/7/logs", "repos/acme/shop/actions/jobs/7/logs"],
  ["rate_limit", "rate_limit"],
] as const)("an agent reads %s", ([path, asked]) => {
  expect(get(path)).toMatchObject({ ok: true, path: asked, method: "GET" });
});

test.for([
  ...[
    "repos/acme/other",
    "repos/acme/shop-secrets/pulls",
    "repos/other/shop/issues",
    "user",
    "user/repos",
    "orgs/acme",
  ],
  ...["search/code?q=x", "repositories/1/issues", "repos/acme/shop/../other", "repos/acme/shop/%2e%2e/other"],
  ...["repos/acme/shop/contents/..%2F..%2Fother", "repos/acme%2Fother/shop", "repos/acme/shop/keys", "installation"],
  ...["repos/acme/shop/hooks", "repos/acme/shop/actions/secrets", "repos/acme/shop/secret-scanning/alerts"],
  ...["repos/acme/shop/issues/1/timeline", "repos/acme/shop/collaborators", "repos/acme/shop/%", "", "graphql"],
])("an agent does not read /%s", (path) => {
  expect(get(path)).toMatchObject({ ok: false });
});

test.for(["POST", "PUT", "PATCH", "DELETE", "CONNECT", "get"])("%s is not passed on", (method) => {
  expect(judge({ method, path: "repos/acme/shop/issues/1/comments", body: {}, isShown })).toMatchObject({
    ok: false,
  });
});

const own = `repository(owner: "acme", name: "shop")`;

test.for<[query: string, variables?: Record<string, unknown>]>([
  [`{ ${own} { pullRequests(first: 5) { nodes { number title author { login } } } } }`],
  ["query($o: String!, $n: String!) { repository(owner: $o, name: $n) { id } }", { o: "acme", n: "Shop" }],
  [`query { ...root } fragment root on Query { ${own} { issue(number: 1) { ...i } } } fragment i on Issue { body }`],
  ['{ viewer { login } rateLimit { remaining } __type(name: "Issue") { fields { name } } }'],
  ["query($id: ID!) { node(id: $id) { ... on Issue { comments(first: 9) { nodes { body } } } } }", { id: "I_shown" }],
])("a document that only reads the own repository is passed on: %s", ([query, variables]) => {
  expect(whyNot(query, variables)).toBeNull();
});

test.for<[query: string, variables?: Record<string, unknown>]>([
  [`mutation { addStar(input: { starrableId: "x" }) { clientMutationId } }`],
  [`query A { ${own} { id } } mutation B { addStar(input: { starrableId: "x" }) { clientMutationId } }`],
  [`subscription { x }`],
  [`{ repository(owner: "acme", name: "other") { id } }`],
  [`{ mine: ${own} { id } theirs: repository(owner: "acme", name: "other") { id } }`],
  ['query($n: String!) { repository(owner: "acme", name: $n) { id } }', { n: "other" }],
  ['query($n: String = "shop") { repository(owner: "acme", name: $n) { id } }'],
  [`{ search(query: "x", type: ISSUE, first: 1) { nodes { __typename } } }`],
  [`{ node(id: "x") { id } }`],
  ["query($id: ID!) { node(id: $id) { id } }", { id: "I_hidden" }],
  [`{ node(id: "I_shown") { ... on Issue { repository { name } } } }`],
  [`{ ${own} { issues(first: 1) { nodes { id: title } } } }`],
  [`{ viewer { repositories(first: 5) { nodes { name } } } }`],
  [`{ ${own} { owner { ... on Organization { repository(name: "other") { id } } } } }`],
  [`{ ${own} { ...f } } fragment f on Repository { parent { name } }`],
  [`{ ${own} { issue(number: 1) { author { ... on User { issues(first: 5) { nodes { title } } } } } } }`],
  [`{ ${own} { pullRequest(number: 1) { headRepository { name } } } }`],
  [`{ ${own} { ...f } } fragment f on Repository { ...g } fragment g on Repository { ...f forks { totalCount } }`],
  ["not a document"],
])("a document that writes or looks elsewhere is not: %s", ([query, variables]) => {
  expect(whyNot(query, variables)).toEqual(expect.any(String));
});

test("what is no document at all is not passed on", () => {
  for (const body of [null, [], "x", { query: 1 }, [{ query: "{ viewer { login } }" }]])
    expect(explainNotDocument({ ...place, isShown }, body)).toBe("the request holds no GraphQL document");
});

test("by GitHub's published schema no allowed field leads out of the repository", () => {
  const schema = buildSchema(published.idl, { assumeValid: true });
  const reached = new Set<string>();
  const reach = (type: GraphQLNamedType): void => {
    const types = isUnionType(type) || isInterfaceType(type) ? [type, ...schema.getPossibleTypes(type)] : [type];
    for (const one of types) {
      if (reached.has(one.name) || !(isObjectType(one) || isInterfaceType(one) || isUnionType(one))) continue;
      reached.add(one.name);
      if (!isUnionType(one)) follow(one, (name) => BELOW.has(name));
    }
  };
  const follow = (type: GraphQLNamedType, isAllowed: (name: string) => boolean): void => {
    if (!isObjectType(type) && !isInterfaceType(type)) return;
    for (const [name, field] of Object.entries(type.getFields())) if (isAllowed(name)) reach(getNamedType(field.type));
  };
  const repository = schema.getType("Repository") as GraphQLNamedType;
  follow(repository, (name) => BELOW.has(name) || AT_REPOSITORY.has(name));
  reach(schema.getType("User") as GraphQLNamedType);
  expect(reached.size).toBeGreaterThan(50);
  const out =
    /Repositor(y|ies)$|Repository(?!Owner$|Topic)|Search|Gist|Enterprise(?!UserAccount)|Sponsor|Project|Package/;
  expect([...reached].filter((name) => out.test(name))).toEqual([]);
});
