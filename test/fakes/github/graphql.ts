/**
 * The GraphQL interface: GitHub's published schema, executed by the reference implementation over plain objects. A document
 * that does not fit the schema is refused like on GitHub, and costs what GitHub says it costs.
 */
import { schema as published } from "@octokit/graphql-schema";
import {
  buildSchema,
  execute,
  GraphQLError,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type GraphQLSchema,
  type ValidationRule,
} from "graphql";
import { costOf } from "./graphql-cost.ts";
import { mutations } from "./graphql-mutations.ts";
import { repositoryOf, threadOf } from "./graphql-views.ts";
import { fullNameOf } from "./state.ts";
import { searched, type SearchArgs } from "./search.ts";
import type { World } from "./world.ts";

let built: GraphQLSchema | null = null;

/** Built once: it has two thousand types. */
export function githubSchema(): GraphQLSchema {
  // GitHub's own ids have long outgrown the 32 bits of an Int, and it tells them all the same.
  built ??= buildSchema(published.idl.replaceAll("databaseId: Int", "databaseId: BigInt"), { assumeValidSDL: true });
  return built;
}

export type GraphqlRequest = { readonly query: string; readonly variables?: Readonly<Record<string, unknown>> };

export type Prepared =
  | { readonly ok: true; readonly document: DocumentNode; readonly cost: number; readonly isWrite: boolean }
  | { readonly ok: false; readonly errors: readonly Misfit[] };

type Misfit = { readonly message: string; readonly extensions: { readonly code: string } };

const misfit = (message: string): Misfit => ({ message, extensions: { code: "undefinedField" } });

/** GitHub lists nothing without being told how many, and at most a hundred at once; it counts without that. */
const listsAreBounded: ValidationRule = (context) => ({
  Field: (node) => {
    const isList = context.getFieldDef()?.args.some(({ name }) => name === "first") === true;
    const sizes = (node.arguments ?? []).filter(({ name }) => name.value === "first" || name.value === "last");
    const isTold = sizes.some(({ value }) => value.kind !== "NullValue");
    const isRead = (node.selectionSet?.selections ?? []).some(
      (one) => one.kind === "Field" && ["nodes", "edges"].includes(one.name.value),
    );
    if (isList && isRead && !isTold) context.reportError(new GraphQLError(`${node.name.value} needs first or last`));
    for (const { value } of sizes)
      if (value.kind === "IntValue" && !(Number(value.value) >= 1 && Number(value.value) <= 100))
        context.reportError(new GraphQLError(`${node.name.value} lists 1 to 100, not ${value.value}`));
  },
});

/** GitHub itself lets fields of different types have one name, and `gh` relies on it; documents of ours do not. */
const asGithub = specifiedRules.filter(({ name }) => name !== "OverlappingFieldsCanBeMergedRule");

export function prepare(
  { query, variables = {} }: GraphqlRequest,
  rules: readonly ValidationRule[] = asGithub,
): Prepared {
  try {
    const document = parse(query);
    const errors = validate(githubSchema(), document, [...rules, listsAreBounded]);
    if (errors.length > 0) return { ok: false, errors: errors.map(({ message }) => misfit(message)) };
    const isWrite = document.definitions.some(
      (one) => one.kind === "OperationDefinition" && one.operation === "mutation",
    );
    return { ok: true, document, cost: isWrite ? 1 : costOf(document, variables), isWrite };
  } catch (error) {
    return { ok: false, errors: [misfit(String(error))] };
  }
}

export type Asked = { readonly world: World; readonly user: string; readonly remaining: number };

export async function answerGraphql(
  prepared: Extract<Prepared, { ok: true }>,
  variables: Readonly<Record<string, unknown>>,
  { world, user, remaining }: Asked,
): Promise<unknown> {
  const { owner, name } = world.state;
  const rootValue = {
    viewer: { login: user },
    rateLimit: { cost: prepared.cost, limit: 5_000, remaining, used: 5_000 - remaining, resetAt: world.at() },
    repository: (args: { readonly owner: string; readonly name: string }) =>
      [`${owner}/${name}`, fullNameOf(world.state)].includes(`${args.owner}/${args.name}`)
        ? repositoryOf(world, user)
        : null,
    search: (args: SearchArgs) => searched(world, args),
    node: ({ id }: { readonly id: string }) => nodeOf(world, user, id),
    ...mutations(world, user),
  };
  const { data, errors } = await execute({
    schema: githubSchema(),
    document: prepared.document,
    rootValue,
    variableValues: variables,
  });
  if (data?.["repository"] === null && errors === undefined) {
    const message = "Could not resolve to a Repository with that name.";
    return { data, errors: [{ type: "NOT_FOUND", message, path: ["repository"] }] };
  }
  return errors === undefined
    ? { data }
    : { data, errors: errors.map(({ message, path }) => ({ type: typeOf(message), message, path })) };
}

function nodeOf(world: World, user: string, id: string) {
  if (/^(I|PR)_\d+$/.test(id))
    return repositoryOf(world, user).issueOrPullRequest({ number: Number(/\d+/.exec(id)?.[0]) });
  const found = world.threadNamed(id);
  return found === null ? null : { __typename: "PullRequestReviewThread", ...threadOf(world, user, found.thread) };
}

function typeOf(message: string): string {
  if (message.includes("not accessible")) return "FORBIDDEN";
  return /there is no|Could not resolve/.test(message) ? "NOT_FOUND" : "UNPROCESSABLE";
}
