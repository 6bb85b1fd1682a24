/** What stands behind a route. The server has checked who asks and what is asked; a handler answers or throws a refusal. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { RouteAnswer } from "../../protocol/client/calls.ts";
import type { RouteName } from "../../protocol/paths.ts";
import type { Caller } from "./access-control.ts";
import type { ParsedInput } from "./parse-input.ts";

export type EndpointCall = {
  readonly caller: Caller;
  /** Aborted when the client has left or the daemon goes down. */
  readonly signal: AbortSignal;
  /** The address of the daemon as the client knows it. */
  readonly url: string;
};

/** What a request did, enough to make its answer again. */
export type Ref = Readonly<Record<string, string>>;

/** One deed, however often it is asked for. */
export type Mutation = {
  /** The client's Idempotency-Key; null: it gave none, and nothing is kept. */
  readonly key: string | null;
  /** Writes the request down; to be called in the transaction of what it does. */
  readonly keep: (ref: Ref) => void;
};

export type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

type Awaitable<T> = T | Promise<T>;

export type Endpoint<Name extends RouteName> =
  | {
      readonly kind: "read";
      readonly read: (input: ParsedInput<Name>, call: EndpointCall) => Awaitable<RouteAnswer<Name>>;
    }
  /** Given to the engine. A death after it was taken loses nothing: `view` makes the answer from what was kept. */
  | {
      readonly kind: "command";
      readonly act: (input: ParsedInput<Name>, call: EndpointCall, mutation: Mutation) => Awaitable<Ref>;
      readonly view: (ref: Ref, call: EndpointCall) => Awaitable<RouteAnswer<Name>>;
    }
  /** Harmless when done twice, since what it writes to remembers the key. `isSecret`: its answer is kept nowhere. */
  | {
      readonly kind: "deed";
      readonly isSecret: boolean;
      readonly act: (input: ParsedInput<Name>, call: EndpointCall, mutation: Mutation) => Awaitable<RouteAnswer<Name>>;
    }
  | {
      readonly kind: "stream";
      readonly open: (input: ParsedInput<Name>, call: EndpointCall, exchange: Exchange) => Promise<void>;
    };

export type Endpoints = { readonly [Name in RouteName]: Endpoint<Name> };
