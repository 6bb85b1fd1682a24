/** One GraphQL document over the same request. Its errors come with status 200: here they become failures like any other. */
import { parseGraphql } from "./parse-graphql.ts";
import type { Remote, RemoteAsk } from "./remote.ts";
import { remoteFailure, type RemoteCode, type RemoteResult } from "./remote-result.ts";

export type GraphqlAsk = Pick<RemoteAsk, "by" | "cost" | "timeoutMs" | "headers"> & {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Where it is sent; left out: `graphql` below the base. */
  readonly path?: string;
};

export async function askGraphql(remote: Remote, ask: GraphqlAsk): Promise<RemoteResult<unknown>> {
  const { document, variables, path = "graphql", ...how } = ask;
  const isWrite = /^\s*mutation\b/m.test(document);
  const body = { query: document, variables };
  const deed = isWrite ? "write" : "read";
  const answer = await remote.ask({ ...how, method: "POST", path, body, deed, resource: "graphql" });
  if (!answer.ok) return answer;
  const { data, errors } = parseGraphql(answer.value.body);
  const [first] = errors;
  // What one part of a query could not give does not take the others' answers away.
  if (first === undefined || (data !== null && !isWrite)) return { ok: true, value: data };
  return remoteFailure(codeOf(first.type), `${remote.name} refused: ${first.message}`, { said: first.message });
}

function codeOf(type: string): RemoteCode {
  if (/rate_?limit/i.test(type)) return "rate_limited";
  if (/not_?found/i.test(type)) return "gone";
  return /conflict|stale/i.test(type) ? "conflict" : "refused";
}
