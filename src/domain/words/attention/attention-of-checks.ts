/** Where checks stand, in words: in line, running, or about to be tried again. */
import type { View } from "./attention-view.ts";
import type { Change } from "../../change/change.ts";
import type { CheckProgress } from "../../checks/check-progress.ts";
import { limits } from "../../model/limits.ts";
import { triesOf, type BaseHealth } from "../../core/project.ts";
import { age, cut, ordinal, plain, QUOTE_MAX, short, some } from "../sentence.ts";
import { unreachable } from "../../model/unreachable.ts";

/** Those of the head of a change that have not spoken. */
export function describeChecks(
  { id, head }: Change,
  waitsFor: readonly string[],
  checks: View["context"]["checks"],
): string {
  const progress = checks?.get(id) ?? [];
  const left = some(waitsFor.map((name) => `\`${name}\``));
  return progress.length === 0
    ? `Checks run on ${short(head.commit)}: ${left} not finished.`
    : `Checks on ${short(head.commit)}: ${describeProgress(progress)}.`;
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
      return `waits for other checks, ${ordinal(state.place)} of ${state.of} in line`;
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
  if (expectedMs !== null && expectedMs >= SECOND) return `runs, ${age(forMs)} of about ${age(expectedMs)}`;
  return forMs < SECOND ? "runs" : `runs for ${age(forMs)}`;
}

/** Those of the base, for which a change that failed waits. */
export function describeBaseChecks(branch: string, health: Extract<BaseHealth, { kind: "checking" }>): string {
  if (health.brokenBy === undefined) return `${branch} is checked first: it may fail there, too.`;
  const retry = `${triesOf(health) - 1} of ${limits.infrastructureRetriesMax}`;
  return `On ${branch} ${plain(health.brokenBy)}. Its checks run again first, ${retry}.`;
}
