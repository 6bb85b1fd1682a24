/** What a request asks for, checked against the schema of its route. */
import type * as z from "zod";
import { findNearest } from "../../lib/text/nearest.ts";
import type { Params } from "../../protocol/client/calls.ts";
import type { RouteName } from "../../protocol/paths.ts";
import { routes, type Routes } from "../../protocol/routes.ts";
import { refuse } from "./refusal.ts";

/** What a handler gets: the schema's output, and what stood in the path. */
export type ParsedInput<Name extends RouteName> = z.output<Routes[Name]["input"]> & Params<Name>;

/** `params` come from the route's own path, so the names in it are there. */
export function parseInput<Name extends RouteName>(
  name: Name,
  raw: unknown,
  params: Readonly<Record<string, string>>,
): ParsedInput<Name> {
  const schema: z.ZodObject = routes[name].input;
  const parsed = schema.safeParse(raw);
  if (parsed.success) return { ...parsed.data, ...params } as ParsedInput<Name>;
  const known = Object.keys(schema.shape);
  const given: ReadonlySet<string> = new Set(typeof raw === "object" && raw !== null ? Object.keys(raw) : []);
  const sentences = parsed.error.issues.map((issue) => explainIssue(issue, known, given));
  throw refuse("bad_request", `nothing was done: ${sentences.join("; ")}`);
}

function explainIssue(issue: z.core.$ZodIssue, known: readonly string[], given: ReadonlySet<string>): string {
  const key = issue.path.join(".");
  if (issue.code === "unrecognized_keys") return issue.keys.map((name) => explainUnknownKey(name, known)).join("; ");
  if (issue.code === "invalid_type" && known.includes(key) && !given.has(key)) return `\`${key}\` is missing`;
  const what = issue.message.charAt(0).toLowerCase() + issue.message.slice(1);
  return key === "" ? what : `\`${key}\`: ${what}`;
}

function explainUnknownKey(name: string, known: readonly string[]): string {
  const meant = findNearest(name, known);
  if (meant !== null) return `\`${name}\` is unknown; did you mean \`${meant}\`?`;
  return `\`${name}\` is unknown; ${known.length === 0 ? "nothing is taken" : `there are ${known.join(", ")}`}`;
}
