/** One request of the API, from its address to its answer. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { hasBody, idempotencyHeader, type RouteName } from "../../protocol/paths.ts";
import { routes } from "../../protocol/routes.ts";
import { checkAgentInput, checkAgentRoute } from "./agent-access.ts";
import type { Call, Deed, Endpoint, Endpoints } from "./endpoint.ts";
import type { Done, Once } from "./once.ts";
import { parseInput, type Asked } from "./parse-input.ts";
import { readBody } from "./read-body.ts";
import { readQuery } from "./read-query.ts";
import { refusal } from "./refusal.ts";
import { sendJson } from "./respond.ts";
import type { Match } from "./router.ts";
import { unreachable } from "../../domain/unreachable.ts";

export type Api = {
  readonly endpoints: Endpoints;
  readonly once: Once;
  /** Tests look whether every answer is what the protocol promises. */
  readonly checkAnswers: boolean;
};

export type Exchanged = {
  readonly match: Match;
  readonly url: URL;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly call: Call;
};

export function answerApi(api: Api, exchanged: Exchanged): Promise<void> {
  return answerRoute(api, exchanged.match.name, exchanged);
}

async function answerRoute<Name extends RouteName>(api: Api, name: Name, exchanged: Exchanged): Promise<void> {
  const { match, url, request, response, call } = exchanged;
  checkAgentRoute(call.caller, name);
  const input = parseInput(name, await readInput(url, request), match.params);
  checkAgentInput(call.caller, name, input);
  const endpoint: Endpoint<Name> = api.endpoints[name];
  if (endpoint.kind === "stream") return endpoint.open(input, call, { request, response });
  const { answer, replayed } = await done(api, { name, endpoint, input, call, key: keyOf(request) });
  if (api.checkAnswers) routes[name].answer.parse(JSON.parse(answer));
  sendJson(response, routes[name].status, answer, replayed ? { "idempotency-replayed": "true" } : {});
}

async function readInput(url: URL, request: IncomingMessage): Promise<unknown> {
  const query = readQuery(url);
  if (!hasBody(request.method ?? "")) return query;
  if (url.search.length > 1) throw refusal("bad_request", "nothing was done: what is asked goes into the body");
  return readBody(request);
}

type Prepared<Name extends RouteName> = {
  readonly name: Name;
  readonly endpoint: Exclude<Endpoint<Name>, { kind: "stream" }>;
  readonly input: Asked<Name>;
  readonly call: Call;
  readonly key: string | null;
};

async function done<Name extends RouteName>({ once }: Api, prepared: Prepared<Name>): Promise<Done> {
  const { name, endpoint, input, call, key } = prepared;
  const keyed = { key, route: name, input };
  switch (endpoint.kind) {
    case "read":
      return { answer: JSON.stringify(await endpoint.read(input, call)), replayed: false };
    case "command":
      return once.run(keyed, {
        act: async (deed) => endpoint.act(input, call, deed),
        view: async (ref) => JSON.stringify(await endpoint.view(ref, call)),
        isSecret: false,
      });
    case "deed": {
      const act = async (deed: Deed): Promise<string> => JSON.stringify(await endpoint.act(input, call, deed));
      const view = (): Promise<string> => act({ key, keep: () => undefined });
      return once.run(keyed, { act, view, isSecret: endpoint.isSecret });
    }
    default:
      return unreachable(endpoint);
  }
}

function keyOf({ headers }: IncomingMessage): string | null {
  const key = headers[idempotencyHeader];
  return key === undefined ? null : String(key);
}
