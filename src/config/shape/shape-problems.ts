/** What the shape refuses, as sentences a person can act on. Values are not quoted: they may come from the environment. */
import type * as z from "zod";
import { findNearest } from "../../lib/text/nearest.ts";
import { findNearestSetting, createProblem, type Path, type SettingPlaces, type Problem } from "../problem.ts";

type Issue = z.core.$ZodIssue;
type Refused = { readonly file: string; readonly value: unknown; readonly places: SettingPlaces };

export function listShapeProblems(issues: readonly Issue[], { file, value, places }: Refused): readonly Problem[] {
  return issues.flatMap(flattenIssue).map((issue) => {
    const path = toPath(issue.path);
    const place = findNearestSetting(places, path);
    const missing = path.at(place.path.length);
    const key =
      missing === undefined ? place.written : `${place.written}${typeof missing === "number" ? "" : `.${missing}`}`;
    const sentence = explainIssue(issue, getValueAt(value, path));
    return createProblem(
      file,
      place,
      key === "" ? sentence : `\`${key}\`${sentence === MISSING ? " " : ": "}${sentence}`,
    );
  });
}

const MISSING = "is missing";

const toPath = (path: readonly PropertyKey[]): Path =>
  path.map((step) => (typeof step === "symbol" ? String(step) : step));

/** Of a choice between forms only the one that was attempted is worth a complaint. */
function flattenIssue(issue: Issue): readonly Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const attempted = issue.errors.find((errors) => !errors.some(isOtherForm));
  if (attempted === undefined) return [issue];
  return attempted.flatMap((error) => flattenIssue({ ...error, path: [...issue.path, ...error.path] }));
}

/** What is written there is of no form that is meant. */
function isOtherForm(issue: Issue): boolean {
  if (issue.path.length > 0) return false;
  if (issue.code === "invalid_union") return issue.errors.every((errors) => errors.some(isOtherForm));
  return issue.code === "invalid_type";
}

function explainIssue(issue: Issue, value: unknown): string {
  switch (issue.code) {
    case "invalid_type":
      return value === undefined
        ? MISSING
        : `expected ${nameExpected(issue.expected)}, found ${describeValueKind(value)}`;
    case "invalid_union":
      return value === undefined
        ? MISSING
        : `expected ${listExpected(issue).join(" or ")}, found ${describeValueKind(value)}`;
    case "invalid_value":
      return explainChoice(issue.values.map(String), value);
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
      return explainUnknownIssue(issue);
  }
}

const explainUnknownIssue = (issue: never): string => `is not valid: ${JSON.stringify(issue)}`;

function listExpected(issue: Extract<Issue, { readonly code: "invalid_union" }>): readonly string[] {
  const words = issue.errors.flatMap((errors) =>
    errors.flatMap((error) => {
      if (error.code === "invalid_union") return listExpected(error);
      return error.code === "invalid_type" ? [nameExpected(error.expected)] : [];
    }),
  );
  return [...new Set(words)];
}

function explainChoice(allowed: readonly string[], value: unknown): string {
  const meant = typeof value === "string" && value.length < 64 ? findNearest(value, allowed) : null;
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

const nameExpected = (expected: string): string => WORDS.get(expected) ?? expected;

const KINDS: ReadonlyMap<string, string> = new Map([
  ["string", "text"],
  ["number", "a number"],
  ["boolean", "true or false"],
]);

function describeValueKind(value: unknown): string {
  if (value === null) return "nothing";
  return Array.isArray(value) ? "a list" : (KINDS.get(typeof value) ?? "a block of keys");
}

function getValueAt(value: unknown, path: Path): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== "object" || here === null) return undefined;
    here = new Map<string, unknown>(Object.entries(here)).get(String(step));
  }
  return here;
}
