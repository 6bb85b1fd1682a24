/** The script as people write it: YAML, by the reason of a turn the steps to take. */
import { parse, YAMLParseError } from "yaml";
import * as z from "zod";
import { findNearest } from "../lib/text/nearest.ts";

export class ScriptProblem extends Error {}

export type ScriptStep =
  | { readonly kind: "say" | "warn"; readonly text: string }
  | { readonly kind: "write" | "append"; readonly files: Readonly<Record<string, string>> }
  | { readonly kind: "replace"; readonly in: string; readonly this: string; readonly by: string }
  | { readonly kind: "remove"; readonly paths: readonly string[] }
  | { readonly kind: "commit"; readonly message: string }
  | { readonly kind: "merge"; readonly what: string; readonly keep: "ours" | "theirs" | "both" }
  | { readonly kind: "run"; readonly argv: readonly [string, ...string[]] }
  | { readonly kind: "print"; readonly what: PrintStyle; readonly amount: number; readonly everyMs: number }
  | { readonly kind: "wait"; readonly ms: number }
  | { readonly kind: "hang"; readonly ignores: readonly NodeJS.Signals[] }
  | { readonly kind: "ask"; readonly question: string; readonly choices: readonly string[] }
  | { readonly kind: "exit"; readonly code: number }
  | { readonly kind: "crash" };

export type PrintStyle = "lines" | "bytes" | "binary" | "escapes";
export type Script = Readonly<Record<string, readonly ScriptStep[]>>;

const text = z.coerce.string();
const files = z.record(z.string(), text);
const paths = z.union([text.transform((path) => [path]), z.array(text)]);
const count = z.int().nonnegative();
const durationMs = z.union([
  z.int().nonnegative(),
  z
    .string()
    .regex(/^\d+(ms|s|m)$/, "is a duration such as 200ms, 2s or 1m")
    .transform(
      (written) => Number.parseInt(written) * (written.endsWith("ms") ? 1 : written.endsWith("s") ? 1e3 : 6e4),
    ),
]);
const amount = z.strictObject({ lines: count, bytes: count, binary: count, escapes: count }).partial();

const steps = {
  say: text.transform((said): ScriptStep => ({ kind: "say", text: said })),
  warn: text.transform((said): ScriptStep => ({ kind: "warn", text: said })),
  write: files.transform((written): ScriptStep => ({ kind: "write", files: written })),
  append: files.transform((written): ScriptStep => ({ kind: "append", files: written })),
  replace: z
    .strictObject({ in: text, this: text, by: text })
    .transform((replaced): ScriptStep => ({ kind: "replace", ...replaced })),
  remove: paths.transform((removed): ScriptStep => ({ kind: "remove", paths: removed })),
  commit: text.transform((message): ScriptStep => ({ kind: "commit", message })),
  merge: z
    .strictObject({ what: text.default("{{baseSha}}"), keep: z.enum(["ours", "theirs", "both"]).default("both") })
    .transform((merged): ScriptStep => ({ kind: "merge", ...merged })),
  run: z.tuple([text], text).transform((argv): ScriptStep => ({ kind: "run", argv })),
  print: amount.extend({ every: durationMs.default(0) }).transform(printStep),
  wait: durationMs.transform((ms): ScriptStep => ({ kind: "wait", ms })),
  hang: z
    .union([z.literal(true).transform(() => []), z.strictObject({ ignores: z.array(z.enum(["SIGINT", "SIGTERM"])) })])
    .transform((how): ScriptStep => ({ kind: "hang", ignores: Array.isArray(how) ? [] : how.ignores })),
  ask: z
    .strictObject({ question: text, choices: z.array(text).default([]) })
    .or(text.transform((question) => ({ question, choices: [] })))
    .transform((asked): ScriptStep => ({ kind: "ask", ...asked })),
  exit: z
    .int()
    .min(0)
    .max(255)
    .transform((code): ScriptStep => ({ kind: "exit", code })),
  crash: z.literal(true).transform((): ScriptStep => ({ kind: "crash" })),
};
type StepName = keyof typeof steps;
const names = Object.keys(steps) as readonly StepName[];

function printStep({ every, ...amounts }: z.output<typeof amount> & { readonly every: number }): ScriptStep {
  const [first = ["lines", 1]] = Object.entries(amounts) as [PrintStyle, number][];
  return { kind: "print", what: first[0], amount: first[1], everyMs: every };
}

/** A fenced block ```` ```script ````, or all from a line `script:` on; null when the message has neither. */
export function findScript(message: string): Script | null {
  const block = /^[ \t]*```script[ \t]*\n([\s\S]*?)^[ \t]*```/m.exec(message)?.[1];
  if (block !== undefined) return parseScript(block, "the script in the message");
  const line = /^script:[ \t]*(\S.*)$/m.exec(message)?.[1];
  return line === undefined ? null : parseScript(line, "the script in the message");
}

/** A list of steps instead of a map is for any turn. */
export function parseScript(written: string, where: string): Script {
  const value = parseYaml(written, where);
  const parts = Array.isArray(value) ? { otherwise: value } : value;
  if (typeof parts !== "object" || parts === null)
    throw new ScriptProblem(`${where} must name reasons, each with a list of steps`);
  return Object.fromEntries(
    Object.entries(parts).map(([reason, list]) => {
      if (!Array.isArray(list)) throw new ScriptProblem(`${where}, ${reason}: must be a list of steps`);
      return [reason, list.map((step: unknown, index) => parseStep(step, `${where}, ${reason}, step ${index + 1}`))];
    }),
  );
}

function parseStep(step: unknown, where: string): ScriptStep {
  const entries = typeof step === "string" ? [[step, true] as const] : Object.entries(step ?? {});
  const [name = "", value] = entries[0] ?? [];
  const known = names.find((candidate) => candidate === name);
  if (known === undefined || entries.length !== 1) {
    const meant = findNearest(name, names);
    const hint = meant === null ? `the steps are ${names.join(", ")}` : `did you mean \`${meant}\`?`;
    throw new ScriptProblem(`${where}: one step has one name, and \`${name}\` is none; ${hint}`);
  }
  const parsed = steps[known].safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ScriptProblem(`${where}, \`${known}\`: ${parsed.error.issues[0]?.message ?? "is not understood"}`);
}

function parseYaml(written: string, where: string): unknown {
  try {
    return parse(written);
  } catch (error) {
    if (error instanceof YAMLParseError) throw new ScriptProblem(`${where}: ${error.message}`, { cause: error });
    throw error;
  }
}
