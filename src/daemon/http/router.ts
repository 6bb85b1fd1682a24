/** Finds the route of a request in the table of the protocol. */
import { paths, type Method, type RouteName } from "../../protocol/paths.ts";
import { refuse, Refusal } from "./refusal.ts";

export type Match = { readonly name: RouteName; readonly params: Readonly<Record<string, string>> };

type Row = { readonly name: RouteName; readonly method: Method; readonly parts: readonly string[] };

export const routeNames: readonly RouteName[] = listRouteNames();

const rows: readonly Row[] = routeNames.map((name) => {
  const [method, path] = paths[name];
  return { name, method, parts: path.split("/") };
});

function listRouteNames(): readonly RouteName[] {
  const known: ReadonlySet<string> = new Set(Object.keys(paths));
  const isName = (text: string): text is RouteName => known.has(text);
  return [...known].filter(isName);
}

/** Throws 404 for a path that is not there, 405 with what is allowed for another method. */
export function findRoute(method: string, path: string): Match {
  const asked = path.split("/");
  const there = rows.flatMap((row) => {
    const params = matchParams(row.parts, asked);
    return params === null ? [] : [{ ...row, params }];
  });
  const wanted = method === "HEAD" ? "GET" : method;
  const match = there.find((row) => row.method === wanted);
  if (match !== undefined) return { name: match.name, params: match.params };
  if (there.length === 0) throw refuse("not_found", `there is nothing at ${path}; /api/openapi.json lists what is`);
  const allowed = there.map((row) => row.method).join(", ");
  const message = `${path} takes ${allowed}, not ${method}`;
  throw new Refusal({ code: "method_not_allowed", message }, { allow: allowed });
}

function matchParams(parts: readonly string[], asked: readonly string[]): Readonly<Record<string, string>> | null {
  if (parts.length !== asked.length) return null;
  const params: Record<string, string> = {};
  for (const [at, part] of parts.entries()) {
    const given = asked[at] ?? "";
    if (part.startsWith(":") && given !== "") params[part.slice(1)] = decodeText(given);
    else if (part !== given) return null;
  }
  return params;
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    throw refuse("bad_request", `${text} is not a valid part of an address: ${String(error)}`);
  }
}
