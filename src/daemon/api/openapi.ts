/** The protocol as an OpenAPI document, from the table of routes. */
import * as z from "zod";
import { version } from "../../lib/version.ts";
import { errorBody } from "../../protocol/error.ts";
import { idempotencyHeader, paths, type RouteName } from "../../protocol/paths.ts";
import { routes, type Route } from "../../protocol/routes.ts";

type Json = Readonly<Record<string, unknown>>;

export function openApi(): Record<string, unknown> {
  const byPath: Record<string, Record<string, Json>> = {};
  for (const [name, [method, path]] of Object.entries(paths)) {
    const at = path.replaceAll(/:(\w+)/g, "{$1}");
    byPath[at] = { ...byPath[at], [method.toLowerCase()]: operation(name, method, path) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Agent Orchestrator", version },
    paths: byPath,
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer", description: "`ao token` prints it." } },
    },
    security: [{ token: [] }],
  };
}

function operation(name: string, method: string, path: string): Json {
  const route = routeOf(name);
  return {
    operationId: name,
    summary: route.summary,
    parameters: [
      ...[...path.matchAll(/:(\w+)/g)].map((param) => ({
        ...{ name: param[1], in: "path", required: true },
        schema: { type: "string" },
      })),
      ...(method === "POST" ? [] : queryOf(route)),
      ...(method === "GET" ? [] : [{ name: idempotencyHeader, in: "header", schema: { type: "string" } }]),
    ],
    ...(method === "POST" ? { requestBody: { content: jsonOf(route.input, "input") } } : {}),
    responses: {
      [route.status]: { description: "done", content: contentOf(name, route) },
      default: { description: "refused", content: jsonOf(errorBody, "output") },
    },
  };
}

function routeOf(name: string): Route {
  const isRoute = (text: string): text is RouteName => Object.hasOwn(routes, text);
  if (!isRoute(name)) throw new Error(`${name} is no route`);
  return routes[name];
}

function queryOf({ input }: Route): readonly Json[] {
  return Object.entries(input.shape).map(([name, schema]) => ({
    name,
    in: "query",
    schema: schemaOf(schema, "output"),
  }));
}

function contentOf(name: string, { answer }: Route): Json {
  if (name === "logs") return { "text/plain": {}, "application/x-ndjson": {} };
  const json = jsonOf(answer, "output");
  return name === "events" ? { ...json, "text/event-stream": {} } : json;
}

const jsonOf = (schema: z.core.$ZodType, io: "input" | "output"): Json => ({
  "application/json": { schema: schemaOf(schema, io) },
});

function schemaOf(schema: z.core.$ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}
