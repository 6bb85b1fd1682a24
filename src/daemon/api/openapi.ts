/** The protocol as an OpenAPI document, from the table of routes. */
import * as z from "zod";
import { version } from "../../lib/version.ts";
import { errorBody } from "../../protocol/daemon/error.ts";
import { hasBody, idempotencyHeader, paths, type RouteName } from "../../protocol/paths.ts";
import { isOpenRoute } from "../http/rights.ts";
import { parseJsonObject } from "./parse-json-object.ts";
import { routes, type Route } from "../../protocol/routes.ts";

type Json = Readonly<Record<string, unknown>>;

export function openApi(): Record<string, unknown> {
  const shared: Record<string, Json> = {};
  const byPath: Record<string, Record<string, Json>> = {};
  for (const [name, [method, path]] of Object.entries(paths)) {
    const at = path.replaceAll(/:(\w+)/g, "{$1}");
    byPath[at] = { ...byPath[at], [method.toLowerCase()]: describeOperation(shared, name, { method, path }) };
  }
  const token = { type: "http", scheme: "bearer", description: "`ao token` prints it." };
  return {
    openapi: "3.1.0",
    info: { title: "Agent Orchestrator", version },
    paths: byPath,
    components: { schemas: shared, securitySchemes: { token } },
    security: [{ token: [] }],
  };
}

/** Schemas that have a name, each once. */
type Shared = Record<string, Json>;

function describeOperation(
  shared: Shared,
  name: string,
  { method, path }: { readonly method: string; readonly path: string },
): Json {
  const route = getRoute(name);
  return {
    operationId: name,
    summary: route.summary,
    ...(isOpenRoute(method, path) ? { security: [] } : {}),
    parameters: [
      ...[...path.matchAll(/:(\w+)/g)].map((param) => ({
        ...{ name: param[1], in: "path", required: true },
        schema: { type: "string" },
      })),
      ...(hasBody(method) ? [] : describeQuery(shared, route)),
      ...(method === "GET" ? [] : [{ name: idempotencyHeader, in: "header", schema: { type: "string" } }]),
    ],
    ...(hasBody(method) ? { requestBody: { content: describeJson(shared, route.input, "input") } } : {}),
    responses: {
      [route.status]: { description: "done", content: describeContent(shared, name, route) },
      default: { description: "refused", content: describeJson(shared, errorBody, "output") },
    },
  };
}

function getRoute(name: string): Route {
  const isRoute = (text: string): text is RouteName => Object.hasOwn(routes, text);
  if (!isRoute(name)) throw new Error(`${name} is not a route`);
  return routes[name];
}

function describeQuery(shared: Shared, { input }: Route): readonly Json[] {
  return Object.entries(input.shape).map(([name, schema]) => ({
    name,
    in: "query",
    schema: describeSchema(shared, schema, "output"),
  }));
}

function describeContent(shared: Shared, name: string, { answer }: Route): Json {
  if (name === "checkLog") return { "text/plain": {} };
  if (name === "logs" || name === "diff") return { "text/plain": {}, "application/x-ndjson": {} };
  const json = describeJson(shared, answer, "output");
  return name === "events" ? { ...json, "text/event-stream": {} } : json;
}

const describeJson = (shared: Shared, schema: z.core.$ZodType, io: "input" | "output"): Json => ({
  "application/json": { schema: describeSchema(shared, schema, io) },
});

/** As a part of another one, a schema with a name becomes a reference to it. */
function describeSchema(shared: Shared, schema: z.core.$ZodType, io: "input" | "output"): unknown {
  const { properties, $defs = {} } = z.toJSONSchema(z.object({ it: schema }), { io, override: simplifySchema });
  for (const [name, { id: _, ...definition }] of Object.entries($defs)) shared[name] = relocateReferences(definition);
  return relocateReferences({ ...properties })["it"];
}

/** A later daemon may answer with more; and the limits of numbers go without saying. */
function simplifySchema({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}): void {
  if (zodSchema._zod.def.type === "object" && zodSchema._zod.def.catchall === undefined)
    delete jsonSchema.additionalProperties;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}

function relocateReferences(schema: object): Json {
  return parseJsonObject(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
