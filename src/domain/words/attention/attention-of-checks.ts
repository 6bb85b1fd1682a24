/** Where checks stand, in words: in line, running, called off, or about to be tried again. */
import { createAttention, pointAtIncident, type Attention, type AttentionInput } from "./attention-view.ts";
import { judgeChecks, type Change, type CheckRun } from "../../change/change.ts";
import type { CheckProgress } from "../../checks/check-progress.ts";
import { findOpen } from "../../incident/incident.ts";
import { limits } from "../../model/limits.ts";
import { listRequiredChecks } from "../../model/rules.ts";
import { countTries, type BaseHealth } from "../../core/project.ts";
import { formatAge, cut, formatOrdinal, stripSentence, QUOTE_MAX, shortenCommit, listSome } from "../sentence.ts";
import { unreachable } from "../../model/unreachable.ts";

/** The head waits for its checks, or is only on its way to where they run. */
export function describeChecking({ rules, session, context }: AttentionInput, change: Change): Attention | null {
  const outcome = judgeChecks(change, listRequiredChecks(rules));
  const publishing = session?.publishing ?? null;
  if (publishing !== null)
    return createAttention(
      "checking",
      "publishing",
      `${shortenCommit(publishing)} is being pushed; its checks follow.`,
      ["diff"],
    );
  if (outcome.kind !== "pending") return null;
  const pending = describeNotRunning(change) ?? describePending(change, outcome.waitsFor, context);
  const askedAtMs = change.round.kind === "asked" ? change.round.askedAtMs : undefined;
  return { ...pending, since: pending.since ?? askedAtMs ?? null };
}

/** Nothing of it runs now: it was called off, or waits to be tried again. */
function describeNotRunning({ round, id, head }: Change): Attention | null {
  if (round.kind === "asked" && round.infrastructureRetries > 0) return describeRetry(round);
  if (round.kind !== "none" || round.calledOff === undefined) return null;
  const commit = shortenCommit(head.commit);
  const what =
    round.calledOff === "session_ended"
      ? `Checks on ${commit} ended with its session`
      : `Checks on ${commit} have not run with the settings of now`;
  const why = `${what}. Run them: ao check ${id}`;
  return createAttention("in_review", "checks-ended", why, ["diff"]);
}

function describePending(change: Change, waitsFor: readonly string[], context: AttentionInput["context"]): Attention {
  const { round } = change;
  const ci = findOpen(change.incidents, "ci");
  const doubted = round.kind === "asked" && round.n > 1 && ci?.rerun?.tree === round.tree;
  if (doubted)
    return pointAtIncident(
      ci,
      createAttention(
        "checking",
        "rerun",
        `${stripSentence(ci.summary)}, a new failure. Run again once; the agent was not told.`,
        ["diff"],
      ),
    );
  return createAttention("checking", "checking", describeChecks(change, waitsFor, context.checks), ["diff"]);
}

function describeRetry({ infrastructureRetries, brokenBy = "The infrastructure failed" }: CheckRun): Attention {
  const retry = `${infrastructureRetries} of ${limits.infrastructureRetriesMax}`;
  const why = `${stripSentence(brokenBy)}. Checks run again, ${retry}; the agent was not told.`;
  return createAttention("checking", "infrastructure", why, ["diff"]);
}

/** Those of the head of a change that have not spoken. */
function describeChecks(
  { id, head }: Change,
  waitsFor: readonly string[],
  checks: AttentionInput["context"]["checks"],
): string {
  const progress = checks?.get(id) ?? [];
  const left = listSome(waitsFor.map((name) => `\`${name}\``));
  return progress.length === 0
    ? `Checks run on ${shortenCommit(head.commit)}: ${left} not finished.`
    : `Checks on ${shortenCommit(head.commit)}: ${describeProgress(progress)}.`;
}

/** Of the first that runs, else of the first in line; the others are counted. */
function describeProgress(checks: readonly CheckProgress[]): string {
  const first = checks.find(({ state }) => state.kind === "runs") ?? checks[0];
  if (first === undefined) return "";
  const more = checks.length === 1 ? "" : `; ${checks.length - 1} more not finished`;
  return `\`${cut(first.name, QUOTE_MAX / 2)}\` ${describeState(first.state)}${more}`;
}

function describeState(state: CheckProgress["state"]): string {
  switch (state.kind) {
    case "waits":
      return `waits for other checks, ${formatOrdinal(state.place)} of ${state.of} in line`;
    case "begins":
      return "begins";
    case "runs":
      return describeRunning(state);
    default:
      return unreachable(state);
  }
}

const SECOND = 1_000;

function describeRunning({ forMs, expectedMs }: Extract<CheckProgress["state"], { kind: "runs" }>): string {
  if (expectedMs !== null && expectedMs >= SECOND) return `runs, ${formatAge(forMs)} of about ${formatAge(expectedMs)}`;
  return forMs < SECOND ? "runs" : `runs for ${formatAge(forMs)}`;
}

/** Those of the base, for which a change that failed waits. */
export function describeBaseChecks(branch: string, health: Extract<BaseHealth, { kind: "checking" }>): string {
  if (health.brokenBy === undefined) return `${branch} is checked first: it may fail there, too.`;
  const retry = `${countTries(health) - 1} of ${limits.infrastructureRetriesMax}`;
  return `On ${branch} ${stripSentence(health.brokenBy)}. Its checks run again first, ${retry}.`;
}
