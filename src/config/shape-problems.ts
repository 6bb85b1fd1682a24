/** What the shape refuses, as sentences a person can act on. Values are not quoted: they may come from the environment. */
import type * as z from "zod";
import { nearest } from "../lib/nearest.ts";
import { nearestPlace, problemAt, type Path, type Places, type Problem } from "./problem.ts";

type Issue = z.core.$ZodIssue;
type Refused = { readonly file: string; readonly value: unknown; readonly places: Places };

export function shapeProblems(issues: readonly Issue[], { file, value, places }: Refused): readonly Problem[] {
  return issues.flatMap(flattened).map((issue) => {
    const path = pathOf(issue.path);
    const place = nearestPlace(places, path);
    const missing = path.at(place.path.length);
    const key =
      missing === undefined ? place.written : `${place.written}${typeof missing === "number" ? "" : `.${missing}`}`;
    const sentence = sentenceOf(issue, valueAt(value, path));
    return problemAt(file, place, key === "" ? sentence : `\`${key}\`${sentence === MISSING ? " " : ": "}${sentence}`);
  });
}

const MISSING = "is missing";

const pathOf = (path: readonly PropertyKey[]): Path =>
  path.map((step) => (typeof step === "symbol" ? String(step) : step));

/** Of a choice between forms only the one that was attempted is worth a complaint. */
function flattened(issue: Issue): readonly Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const attempted = issue.errors.find((errors) => !errors.some(isOtherForm));
  if (attempted === undefined) return [issue];
  return attempted.flatMap((error) => flattened({ ...error, path: [...issue.path, ...error.path] }));
}

/** What is written there is of no form that is meant. */
function isOtherForm(issue: Issue): boolean {
  if (issue.path.length > 0) return false;
  if (issue.code === "invalid_union") return issue.errors.every((errors) => errors.some(isOtherForm));
  return issue.code === "invalid_type";
}

function sentenceOf(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case "invalid_type":
      return value === undefined ? MISSING : `expected ${wordFor(issue.expected)}, found ${kindOf(value)}`;
    case "invalid_union":
      return value === undefined ? MISSING : `expected ${expectedOf(issue).join(" or ")}, found ${kindOf(value)}`;
    case "invalid_value":
      return choice(issue.values.map(String), value);
    case "too_small":
      return issue.origin === "number" || issue.origin === "int" ? `must be at least ${issue.minimum}` : issue.message;
    case "too_big":
      return `must be at most ${issue.maximum}`;
    case "invalid_key":
      return issue.issues[0]?.message ?? issue.message;
    case "unrecognized_keys":
    case "invalid_element":
    case "invalid_format":
    case "not_multiple_of":
    case "custom":
      return issue.message;
    default:
      return unknownIssue(issue);
  }
}

const unknownIssue = (issue: never): string => `is not valid: ${JSON.stringify(issue)}`;

function expectedOf(issue: Extract<Issue, { readonly code: "invalid_union" }>): readonly string[] {
  const words = issue.errors.flatMap((errors) =>
    errors.flatMap((error) => {
      if (error.code === "invalid_union") return expectedOf(error);
      return error.code === "invalid_type" ? [wordFor(error.expected)] : [];
    }),
  );
  return [...new Set(words)];
}

function choice(allowed: readonly string[], value: unknown): string {
  const meant = typeof value === "string" && value.length < 64 ? nearest(value, allowed) : null;
  const expected = `expected one of ${allowed.join(", ")}`;
  return meant === null ? expected : `${expected}; did you mean \`${meant}\`?`;
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ["string", "text"],
  ["number", "a number"],
  ["int", "a whole number"],
  ["boolean", "true or false"],
  ["array", "a list"],
  ["object", "a block of keys"],
  ["record", "a block of names"],
]);

const wordFor = (expected: string): string => WORDS.get(expected) ?? expected;

const KINDS: ReadonlyMap<string, string> = new Map([
  ["string", "text"],
  ["number", "a number"],
  ["boolean", "true or false"],
]);

function kindOf(value: unknown): string {
  if (value === null) return "nothing";
  return Array.isArray(value) ? "a list" : (KINDS.get(typeof value) ?? "a block of keys");
}

function valueAt(value: unknown, path: Path): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== "object" || here === null) return undefined;
    here = new Map<string, unknown>(Object.entries(here)).get(String(step));
  }
  return here;
}
