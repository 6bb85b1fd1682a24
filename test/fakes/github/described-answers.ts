/**
 * What GitHub's REST interface answers, as GitHub describes it: `described-answers.json` is cut out of that by
 * `scripts/cut-openapi.mjs`. The fake tells what a test is about; the rest of what GitHub always tells is filled in here.
 */
import { readFileSync } from "node:fs";
import * as z from "zod";
import { findOperation } from "./described.ts";
import { fillIn, namedSchema, schema, type Schema } from "./fill-in.ts";
import type { Answer } from "./rest-answer.ts";

const one = z.object({ schema: schema.optional(), headers: z.array(z.string()).default([]) });

const shape = z.object({
  source: z.string(),
  answers: z.record(z.string(), z.record(z.string(), one)),
  schemas: z.record(z.string(), namedSchema),
  /** In what the requests and answers of Enterprise servers differ. */
  differences: z.record(z.string(), z.array(z.string())),
});

type Described = z.output<typeof one>;

export const describedAnswers = shape.parse(
  JSON.parse(readFileSync(new URL("described-answers.json", import.meta.url), "utf8")),
);

/** GitHub says of no operation that it may answer these, and answers them to any. */
const ALWAYS: ReadonlySet<number> = new Set([401, 403, 404, 429, 451, 500, 502, 503, 504]);

export type Filled = {
  readonly answer: Answer;
  /** In what it does not fit its description; null: it does, or GitHub describes no such operation. */
  readonly misfit: string | null;
};

export function fillAnswer(method: string, path: string, given: Answer): Filled {
  const name = findOperation(method, path);
  if (name === null) return { answer: given, misfit: null };
  const { answer, why } = fill(
    describedAnswers.answers[name]?.[given.status] ?? undescribed(method, given.status),
    given,
  );
  return {
    answer,
    misfit: why === null ? null : `${method} ${path} is never answered ${given.status} like this: ${why}`,
  };
}

type Judged = { readonly answer: Answer; readonly why: string | null };

function fill(described: Described | undefined, given: Answer): Judged {
  const { status, headers = {} } = given;
  if (described === undefined) return { answer: given, why: "there is no such status" };
  const header = Object.keys(headers).find((one) => !isDescribed(one, status, described));
  if (header !== undefined) return { answer: given, why: `it has no header ${header}` };
  const wanted = described.schema ?? (status >= 400 ? usual : undefined);
  if (wanted === undefined) return { answer: given, why: given.body === undefined ? null : "it has no body" };
  const { value, unknown } = fillIn(wanted, tell(given), describedAnswers.schemas);
  const answer = { ...given, body: value, headers: { ...located(described, value), ...headers } };
  return { answer, why: unknown === null ? whyWrong(wanted, value) : `${unknown} is unknown` };
}

function whyWrong(wanted: Schema, value: unknown): string | null {
  const [wrong] = checkOf(wanted).safeParse(value).error?.issues ?? [];
  return wrong === undefined ? null : `${wrong.path.join(".")}: ${wrong.message}`;
}

function undescribed(method: string, status: number): Described | undefined {
  if (status === 301 || status === 307) return { schema: usual, headers: [] };
  return ALWAYS.has(status) || (status === 304 && method === "GET") ? { headers: [] } : undefined;
}

/** What says no tells where to read on, and mostly its own status. */
function tell({ status, body = {} }: Answer): unknown {
  if (status < 400) return body;
  const told = z.record(z.string(), z.unknown()).parse(body);
  const isPlain = [405, 409, 422].includes(status);
  return { ...told, ...(isPlain ? {} : { status: String(status) }), documentation_url: "https://docs.github.com/rest" };
}

/** Of what says no and is described without a schema. */
const usual: Schema = { $ref: "#/$defs/basic-error" };

const isDescribed = (header: string, status: number, { headers }: Described): boolean =>
  header === "etag" ||
  (header === "location" && status < 400 && status >= 300) ||
  headers.some((one) => one.toLowerCase() === header);

/** Where GitHub says that what was made has an address, it is that which the body tells. */
function located({ headers }: Described, body: unknown): Readonly<Record<string, string>> {
  const url = z.object({ url: z.string() }).safeParse(body).data?.url;
  return headers.includes("Location") && url !== undefined ? { location: url } : {};
}

const checks = new Map<Schema, z.ZodType>();

/** Made once each: there are many, and some are long. */
function checkOf(described: Schema): z.ZodType {
  const known = checks.get(described);
  if (known !== undefined || typeof described === "boolean") return known ?? z.unknown();
  const made = z.fromJSONSchema({ ...described, $defs: describedAnswers.schemas });
  checks.set(described, made);
  return made;
}
