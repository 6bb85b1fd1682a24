/** One request of the API over HTTP, from its address to its answer. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { hasBody, idempotencyHeader } from "../../protocol/paths.ts";
import { dispatch, type Api } from "./dispatch.ts";
import type { EndpointCall } from "./endpoint.ts";
import { readBody } from "./read-body.ts";
import { readQuery } from "./read-query.ts";
import { refuse } from "./refusal.ts";
import { sendJson } from "./respond.ts";
import type { Match } from "./router.ts";

export type Exchanged = {
  readonly match: Match;
  readonly url: URL;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly call: EndpointCall;
};

export async function answerApi(api: Api, { match, url, request, response, call }: Exchanged): Promise<void> {
  const readInput = (): Promise<unknown> => readAsked(url, request);
  const dispatched = await dispatch(api, { ...match, call, readInput, key: readIdempotencyKey(request) });
  if (dispatched.kind === "stream") return dispatched.open({ request, response });
  const { status, json, isReplayed } = dispatched;
  sendJson(response, status, json, isReplayed ? { "idempotency-replayed": "true" } : {});
}

async function readAsked(url: URL, request: IncomingMessage): Promise<unknown> {
  const query = readQuery(url);
  if (!hasBody(request.method ?? "")) return query;
  if (url.search.length > 1) throw refuse("bad_request", "nothing was done: what is asked goes into the body");
  return readBody(request);
}

function readIdempotencyKey({ headers }: IncomingMessage): string | null {
  const key = headers[idempotencyHeader];
  return key === undefined ? null : String(key);
}
