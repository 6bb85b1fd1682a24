/** The one place where late news is told from news: what an observation speaks of must still be there. */
import type { Facts, WorkFacts } from "./facts.ts";
import type { ChangeId, TurnId } from "../model/ids.ts";
import { isWantedIssue, type IssueSnapshot } from "../issue/issue.ts";
import type { CheckRunIdentity, Observation } from "./observation.ts";
import { getOpenTurn } from "../session/session.ts";

const LATE_RUN = "checks of an older head or run";

/** Why the observation is late, or null when it is news. */
export function explainLate(facts: Facts, observation: Observation): string | null {
  if (facts.kind === "issue" && observation.kind === "issue_observed") {
    return isOlder(facts.issue, observation.issue) && !isWantedAnew(facts.issue, observation.issue)
      ? "an older snapshot of the issue"
      : null;
  }
  if (observation.kind === "effect_failed" && observation.run !== undefined) {
    return isAwaitedRun(facts, observation, observation.run) ? null : LATE_RUN;
  }
  if (facts.kind !== "work") return null;
  return "turn" in observation ? explainLateTurn(facts, observation.turn) : explainLateWork(facts, observation);
}

/** Whatever names a turn speaks of the open one, or of nothing. */
function explainLateTurn({ session }: WorkFacts, turn: TurnId): string | null {
  return session === null || getOpenTurn(session)?.id !== turn ? "a turn that is over" : null;
}

function explainLateWork(facts: WorkFacts, observation: Observation): string | null {
  if (observation.kind === "change_observed") {
    const known = facts.changes.find((change) => change.id === observation.change.id);
    return isOlder(known, observation.change) ? "an older snapshot of the change" : null;
  }
  if (observation.kind === "checks_finished" && observation.of.kind === "change") {
    const { of, n } = observation;
    return isAwaitedOn(facts, of.change, { tree: of.tree, n }) ? null : LATE_RUN;
  }
  if (observation.kind === "publish_refused") {
    return facts.session?.publishing === observation.head ? null : "a head that is no longer on its way";
  }
  return null;
}

function isOlder(known: { readonly version: number } | null | undefined, seen: { readonly version: number }): boolean {
  return known !== null && known !== undefined && seen.version <= known.version;
}

/** The tracker's settings are others now, and the issue is what it was. */
function isWantedAnew(known: IssueSnapshot | null, seen: IssueSnapshot): boolean {
  return known?.version === seen.version && isWantedIssue(known) !== isWantedIssue(seen);
}

/** Also a run that could not be called off may be given up; that says nothing of the run that followed it. */
function isAwaitedRun(
  facts: Facts,
  { subject }: Extract<Observation, { kind: "effect_failed" }>,
  run: CheckRunIdentity,
): boolean {
  if (facts.kind === "work") return subject.kind !== "change" || isAwaitedOn(facts, subject.change, run);
  if (facts.kind === "candidate") {
    const state = facts.candidate?.state;
    return state?.kind === "checking" && state.made.tree === run.tree && state.round === run.n;
  }
  if (facts.kind !== "project") return true;
  const { tree, health } = facts.project.base;
  return "round" in health && tree === run.tree && health.round === run.n;
}

function isAwaitedOn({ changes }: WorkFacts, id: ChangeId, { tree, n }: CheckRunIdentity): boolean {
  const round = changes.find((change) => change.id === id)?.round;
  return round?.kind === "asked" && round.tree === tree && round.n === n;
}
