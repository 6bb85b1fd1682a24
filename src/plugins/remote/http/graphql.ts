/** One GraphQL document over the same request. Errors that come with status 200 become failures here like any other. */
import { readCode } from "./graphql-meaning.ts";
import { parseGraphql, type GraphqlErrors } from "./parse-graphql.ts";
import type { Remote, RemoteRequest } from "./remote.ts";
import { failRemote, type RemoteResult } from "./remote-result.ts";

export type GraphqlQuery = Pick<RemoteRequest, "by" | "cost" | "timeoutMs" | "headers"> & {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Where it is sent; left out: `graphql` below the base. */
  readonly path?: string;
};

/** The data, and why parts of it are missing: what one part of a query could not give does not take the others' answers away. */
export type Partly = { readonly data: unknown; readonly gaps: readonly Gap[] };

export type Gap = {
  readonly path: readonly string[];
  readonly why: string;
  /** Asked again it would be refused again. */
  readonly isRefused: boolean;
  /** There was more to be read than the other side had time for. */
  readonly isTooMuch: boolean;
};

export async function askGraphql(remote: Remote, ask: GraphqlQuery): Promise<RemoteResult<unknown>> {
  const asked = await askPartly(remote, ask);
  return asked.ok ? { ok: true, value: asked.value.data } : asked;
}

export async function askPartly(remote: Remote, ask: GraphqlQuery): Promise<RemoteResult<Partly>> {
  const { document, variables, path = "graphql", ...how } = ask;
  const isWrite = /^\s*mutation\b/m.test(document);
  const body = { query: document, variables };
  const deed = isWrite ? "write" : "read";
  const answer = await remote.ask({ ...how, method: "POST", path, body, deed, resource: "graphql" });
  if (!answer.ok) return answer;
  const { data, errors } = parseGraphql(answer.value.body);
  const [first] = errors;
  if (data !== null && (first === undefined || !isWrite)) return { ok: true, value: { data, gaps: errors.map(toGap) } };
  if (first === undefined) return failRemote("unavailable", `${remote.name} answered without a result`);
  return failWithErrors(remote.name, [first, ...errors.slice(1)], isWrite);
}

type Errors = readonly [GraphqlErrors[number], ...GraphqlErrors];

/** Of several that a write met each has to be a refusal. */
function failWithErrors(name: string, errors: Errors, isWrite: boolean): RemoteResult<never> {
  const [{ type, message: said }] = errors;
  const isUnsure = isWrite && errors.some((one) => readCode({ kind: one.type, isWrite }) === "unavailable");
  const code = isUnsure ? "unavailable" : readCode({ kind: type, isWrite });
  if (code !== "unavailable") return failRemote(code, `${name} refused: ${said}`, { said });
  if (errors.some(isTooMuch)) return failRemote(code, `${name} broke off: ${said}`, { status: 504, said });
  return failRemote(code, `${name} failed: ${said}`, { said });
}

const isTooMuch = ({ type }: Pick<GraphqlErrors[number], "type">): boolean => /resource_?limits?_?exceeded/i.test(type);

const toGap = ({ type, message, path }: GraphqlErrors[number]): Gap => ({
  ...{ path, why: message },
  isRefused: /forbidden|insufficient_?scopes/i.test(type),
  isTooMuch: isTooMuch({ type }),
});
