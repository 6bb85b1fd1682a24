import type { Candidate, MadeCommit } from "../../../domain/landing/candidate.ts";
import type { ChangeId } from "../../../domain/model/ids.ts";
import type { News } from "../../../domain/core/observation.ts";
import { isFrozen } from "../../../domain/landing/policy.ts";
import { unreachable } from "../../../domain/model/unreachable.ts";
import type { LandAnswer } from "../../../slots/scm.ts";
import { isCooling, noteLimit } from "../../outbox/cool-down.ts";
import type { EngineDeps } from "../../deps.ts";
import { succeedWith, failForGood, toOutcome, type EffectOutcome } from "../../outbox/outcome.ts";
import { loadChange, getSlots, type Performer } from "../context.ts";
import { listEvidence } from "./evidence.ts";

/**
 * Moves the base to the tested commit. It lands only what the gate has judged: news that came after that send the candidate
 * back, and the forge compares base, heads and versions once more in the same step.
 */
export const landCandidate: Performer<"land_candidate"> = async (effect, { deps, maybeDone }) => {
  const candidate = deps.store.candidates.get(effect.candidate);
  if (candidate === null) return failForGood("the candidate is not stored");
  const { state, id, base, onto, project } = candidate;
  if (state.kind !== "landing" && state.kind !== "unpublished") return succeedWith();
  const moved = state.judged.some((judged) => loadChange(deps, judged.id).version !== judged.version);
  if (moved) return succeedWith({ kind: "landing_refused", candidate: id, why: "change_moved" });
  const frozen = await waitWhileFrozen(deps, candidate, maybeDone);
  if (frozen !== null) return frozen;
  const { made, judged } = state;
  const changes = judged.map((one) => ({ ...one, evidence: collectEvidence(deps, one.id) }));
  const landed = await getSlots(deps, project).scm.land({ candidate: id, base, onto, made, changes });
  if (!landed.ok) return toOutcome(landed.error);
  const news = reportLanding(landed.value, candidate, made.commit);
  return news.kind === "landing_refused" ? succeedWith(...(await readAgain(deps, candidate)), news) : succeedWith(news);
};

/** It may have waited for its forge or a checkout until a freeze began. What has landed before that is not taken back. */
async function waitWhileFrozen(
  deps: EngineDeps,
  candidate: Candidate,
  maybeDone: boolean,
): Promise<EffectOutcome | null> {
  const { id, project, changes } = candidate;
  if (!isFrozen(deps.rulesOf(project).policy, { weekMinute: deps.clock.weekMinute() })) return null;
  const [first] = changes;
  if (maybeDone && first !== undefined) {
    const seen = await getSlots(deps, project).scm.read(first.id);
    if (!seen.ok && seen.error.code !== "gone") return toOutcome(seen.error);
    if (seen.ok && seen.value.state.kind === "landed") return null;
  }
  return succeedWith({ kind: "landing_refused", candidate: id, why: "frozen" });
}

function collectEvidence(deps: EngineDeps, id: ChangeId): readonly string[] {
  const change = loadChange(deps, id);
  const session = change.session === null ? null : deps.store.sessions.get(change.session);
  return session === null ? [] : listEvidence(session, change);
}

/** The forge knows something newer than we do: it is read before the next candidate is made of old facts. */
async function readAgain(deps: EngineDeps, { project, changes }: Candidate): Promise<readonly News[]> {
  const { scm } = getSlots(deps, project);
  const news: News[] = [];
  for (const { id } of changes) {
    const answer = isCooling(deps, scm.credential) ? null : await scm.read(id);
    if (answer?.ok === true) news.push({ kind: "change_observed", project, change: answer.value });
    else if (answer !== null) noteLimit(deps, scm.credential, answer.error);
  }
  return news;
}

function reportLanding(answer: LandAnswer, { id: candidate }: Candidate, commit: MadeCommit["commit"]): News {
  switch (answer.kind) {
    case "landed":
      return { kind: "candidate_landed", candidate, commit, ...(answer.as === undefined ? {} : { as: answer.as }) };
    case "blocked":
      return { kind: "landing_blocked", candidate, paths: answer.paths };
    case "refused":
      return { kind: "landing_refused", candidate, why: answer.why };
    default:
      return unreachable(answer);
  }
}
