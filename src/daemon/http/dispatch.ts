/**
 * A call of a route, whoever brought it: may they, is it well formed, and was it done before? It knows nothing of HTTP,
 * so that other ways in (MCP, say) obey the same rights, are done once by the same keys and answer alike.
 */
import type { RouteName } from "../../protocol/paths.ts";
import { routes } from "../../protocol/routes.ts";
import { unreachable } from "../../domain/model/unreachable.ts";
import type { EndpointCall, Mutation, Endpoint, Endpoints, Exchange } from "./endpoint.ts";
import type { Done, IdempotentRequests } from "./once.ts";
import { parseInput, type ParsedInput } from "./parse-input.ts";
import { checkRoute, checkSession } from "./rights.ts";

export type Api = {
  readonly endpoints: Endpoints;
  readonly once: IdempotentRequests;
  /** Tests look whether every answer is what the protocol promises. */
  readonly checkAnswers: boolean;
};

export type RouteCall<Name extends RouteName> = {
  readonly name: Name;
  readonly call: EndpointCall;
  /** What stood in the path. */
  readonly params: Readonly<Record<string, string>>;
  /** Asked for only when the caller may call this route at all. */
  readonly readInput: () => Promise<unknown>;
  /** The idempotency key; null: there is none. */
  readonly key: string | null;
};

export type Dispatched =
  | { readonly kind: "answer"; readonly status: number; readonly json: string; readonly isReplayed: boolean }
  /** The endpoint writes for as long as its reader stays. */
  | { readonly kind: "stream"; readonly open: (exchange: Exchange) => Promise<void> };

export async function dispatch<Name extends RouteName>(api: Api, asked: RouteCall<Name>): Promise<Dispatched> {
  const { name, call, params, readInput, key } = asked;
  checkRoute(call.caller, name);
  const input = parseInput(name, await readInput(), params);
  checkSession(call.caller, name, input);
  const endpoint: Endpoint<Name> = api.endpoints[name];
  if (endpoint.kind === "stream") return { kind: "stream", open: (exchange) => endpoint.open(input, call, exchange) };
  const { answer: json, replayed: isReplayed } = await done(api, { name, endpoint, input, call, key });
  if (api.checkAnswers) routes[name].answer.parse(JSON.parse(json));
  return { kind: "answer", status: routes[name].status, json, isReplayed };
}

type Prepared<Name extends RouteName> = {
  readonly name: Name;
  readonly endpoint: Exclude<Endpoint<Name>, { kind: "stream" }>;
  readonly input: ParsedInput<Name>;
  readonly call: EndpointCall;
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
        act: async (mutation) => endpoint.act(input, call, mutation),
        view: async (ref) => JSON.stringify(await endpoint.view(ref, call)),
        isSecret: false,
      });
    case "deed": {
      const act = async (mutation: Mutation): Promise<string> =>
        JSON.stringify(await endpoint.act(input, call, mutation));
      const view = (): Promise<string> => act({ key, keep: () => undefined });
      return once.run(keyed, { act, view, isSecret: endpoint.isSecret });
    }
    default:
      return unreachable(endpoint);
  }
}
