/** What each of GitHub's conclusions means here. Nothing that GitHub may add one day is taken for green. */
import type { Verdict } from "../../../domain/checks/check.ts";
import type { NamedCheck } from "../../remote/forge/checks/results.ts";
import type { ReadContext } from "../changes/parse-change.ts";

const conclusions: Readonly<Record<string, Verdict>> = {
  SUCCESS: "passed",
  NEUTRAL: "passed",
  FAILURE: "failed",
  TIMED_OUT: "failed",
  CANCELLED: "cancelled",
  SKIPPED: "skipped",
  // A person has to let the workflow run: until then nothing is known, and asking again is no help.
  ACTION_REQUIRED: "running",
  STARTUP_FAILURE: "infrastructure",
  STALE: "infrastructure",
};

const states: Readonly<Record<string, Verdict>> = {
  SUCCESS: "passed",
  FAILURE: "failed",
  ERROR: "infrastructure",
  PENDING: "running",
  EXPECTED: "running",
};

export function judgeContext(context: ReadContext): Verdict {
  if (context.__typename === "StatusContext") return states[context.state] ?? "infrastructure";
  if (context.status !== "COMPLETED") return "running";
  return conclusions[context.conclusion ?? ""] ?? "infrastructure";
}

export type NamedContext = NamedCheck & { readonly context: ReadContext };

/** One for each name: of several workflows with the same job each is named with its workflow. */
export function nameContexts(contexts: readonly ReadContext[]): readonly NamedContext[] {
  const newest = new Map<string, ReadContext>();
  for (const context of contexts) {
    const key = `${context.__typename}/${findWorkflow(context) ?? ""}/${formatPlainName(context)}`;
    const before = newest.get(key);
    if (before === undefined || findId(context) >= findId(before)) newest.set(key, context);
  }
  const kept = [...newest.values()];
  return kept.map((context) => {
    const isAlone = kept.filter((other) => formatPlainName(other) === formatPlainName(context)).length === 1;
    const name = isAlone
      ? formatPlainName(context)
      : [findWorkflow(context), formatPlainName(context)].filter(Boolean).join(" / ");
    return { name, verdict: judgeContext(context), context, id: findRun(context) };
  });
}

export const formatPlainName = (context: ReadContext): string =>
  context.__typename === "CheckRun" ? context.name : context.context;

const findWorkflow = (context: ReadContext): string | null =>
  context.__typename === "CheckRun"
    ? (context.checkSuite.workflowRun?.workflow.name ?? context.checkSuite.app?.slug ?? null)
    : null;

/** A status cannot be asked for again. */
const findRun = (context: ReadContext): number | null =>
  context.__typename === "CheckRun" ? context.databaseId : null;
const findId = (context: ReadContext): number => findRun(context) ?? 0;
