/**
 * What may be asked of GitHub's REST interface, as GitHub describes it: `described.json` is cut out of that by
 * `scripts/cut-openapi.mjs`.
 */
import { readFileSync } from "node:fs";
import * as z from "zod";
import { schema, type Schema } from "./fill-in.ts";

const operation = z.object({
  query: z.record(z.string(), schema),
  required: z.array(z.string()),
  /** Null: it takes none. */
  body: schema.nullable(),
});

const shape = z.object({
  source: z.string(),
  operations: z.record(z.string(), operation),
  /** Which of them an Enterprise server does not have. */
  missing: z.record(z.string(), z.array(z.string())),
});

export const described = shape.parse(JSON.parse(readFileSync(new URL("described.json", import.meta.url), "utf8")));

type Operation = z.output<typeof operation>;

type Request = {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** As it was sent; null: there was none. */
  readonly body: unknown;
};

/** The most that GitHub lists on a page. */
const PER_PAGE_MAX = 100;

/** In what a request does not fit its description; null: it does. */
export function findMisfit({ method, path, query, body }: Request): string | null {
  const found = find(method, path);
  const why =
    found === undefined
      ? "there is no such operation among those that were cut out"
      : (misfitOfQuery(found.operation, query) ?? misfitOfBody(found.operation, body, found.check));
  return why === null ? null : `${method} ${path}: ${why}`;
}

/** As GitHub names it: its method, and its path with names in the place of what differs. */
export const findOperation = (method: string, path: string): string | null => find(method, path)?.name ?? null;

const find = (method: string, path: string) => known.find((one) => one.method === method && one.form.test(path));

const known = Object.entries(described.operations).map(([name, one]) => {
  const [method = "", path = ""] = name.split(" ");
  const form = new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
  return { name, method, form, operation: one, check: one.body === null ? null : checkOf(one.body) };
});

function checkOf(body: Schema): z.ZodType {
  return z.fromJSONSchema(body, { defaultTarget: "openapi-3.0" });
}

function misfitOfQuery({ query: params, required }: Operation, query: URLSearchParams): string | null {
  const absent = required.find((name) => !query.has(name));
  if (absent !== undefined) return `the parameter ${absent} is missing`;
  for (const [name, value] of query) {
    const one = params[name];
    if (one === undefined) return `there is no parameter ${name}`;
    if (typeof one === "object" && !fits(one, value)) return `${name}=${value} is not allowed`;
    if (name === "per_page" && !(Number(value) >= 1 && Number(value) <= PER_PAGE_MAX))
      return `a page has at most ${PER_PAGE_MAX} items, not ${value}`;
  }
  return null;
}

const fits = ({ type, enum: words }: Exclude<Schema, boolean>, value: string): boolean =>
  type === "integer" ? /^\d+$/.test(value) : (words?.includes(value) ?? true);

function misfitOfBody({ body: wanted }: Operation, body: unknown, check: z.ZodType | null): string | null {
  if (wanted === null || check === null) return body === null ? null : "it takes no body";
  const [issue] = check.safeParse(body ?? {}).error?.issues ?? [];
  if (issue !== undefined) return `the body's ${issue.path.join(".")} ${issue.message}`;
  const unknown = unknownIn(wanted, body);
  return unknown === undefined ? null : `the body's ${unknown} is not known to GitHub`;
}

function unknownIn(wanted: Schema, body: unknown): string | undefined {
  const names = namesIn(wanted);
  const given = Object.keys(z.record(z.string(), z.unknown()).safeParse(body).data ?? {});
  return names.size === 0 ? undefined : given.find((name) => !names.has(name));
}

function namesIn(given: Schema): ReadonlySet<string> {
  if (typeof given === "boolean") return new Set();
  const { properties = {}, oneOf = [], anyOf = [], allOf = [] } = given;
  return new Set([...Object.keys(properties), ...[...oneOf, ...anyOf, ...allOf].flatMap((one) => [...namesIn(one)])]);
}
