/** The types of every call, read off the route table. Only types come from there: the schemas are never loaded. */
import type * as z from "zod";
import type { paths, RouteName } from "../paths.ts";
import type { Routes } from "../routes.ts";

type ParamIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamIn<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** What stands in the path. */
export type Params<Name extends RouteName> = { readonly [Param in ParamIn<(typeof paths)[Name][1]>]: string };

/** What is in the path, and beside it the query or (with POST and PATCH) the body. */
export type RouteInput<Name extends RouteName> = Params<Name> &
  Fields<
    (typeof paths)[Name][0] extends "POST" | "PATCH" ? z.input<Routes[Name]["input"]> : z.output<Routes[Name]["input"]>
  >;

/** An object without fields forbids every field, those of the path too; beside them it is to say nothing. */
type Fields<Shape> = string extends keyof Shape ? unknown : Readonly<Shape>;

export type RouteAnswer<Name extends RouteName> = z.output<Routes[Name]["answer"]>;

export type CallOptions = {
  readonly signal?: AbortSignal;
  /** One deed, however often it is asked for. Left out: a new one for each call, kept through its retries. */
  readonly idempotencyKey?: string;
  /** How long a daemon that restarts is waited for; overrides the client's. */
  readonly retryForMs?: number;
};

/** Routes that answer with one JSON document; the others are streams. */
export type CallName = Exclude<RouteName, "logs" | "events" | "diff" | "checkLog">;

export type RouteCall<Name extends CallName> = (
  input: RouteInput<Name>,
  options?: CallOptions,
) => Promise<RouteAnswer<Name>>;
