import type { Candidate, MadeCommit } from "../../domain/landing/candidate.ts";
import type { ChangeId } from "../../domain/model/ids.ts";
import type { News } from "../../domain/core/observation.ts";
import { isFrozen } from "../../domain/landing/policy.ts";
import { unreachable } from "../../domain/model/unreachable.ts";
import type { LandAnswer } from "../../slots/scm.ts";
import { isCooling, noteLimit } from "../cool-down.ts";
import type { EngineDeps } from "../deps.ts";
import { done, failedFor, outcomeOfError, type Outcome } from "../outcome.ts";
import { changeOf, slotsOf, type Performer } from "./context.ts";
import { evidenceOf } from "./evidence.ts";

/**
 * Moves the base to the tested commit. It lands only what the gate has judged: news that came after that send the candidate
 * back, and the forge compares base, heads and versions once more in the same step.
 */
export const landCandidate: Performer<"land_candidate"> = async (effect, { deps, maybeDone }) => {
  const candidate = deps.store.candidates.get(effect.candidate);
  if (candidate === null) return failedFor("the candidate is not stored");
  const { state, id, base, onto, project } = candidate;
  if (state.kind !== "landing" && state.kind !== "unpublished") return done();
  const moved = state.judged.some((judged) => changeOf(deps, judged.id).version !== judged.version);
  if (moved) return done({ kind: "landing_refused", candidate: id, why: "change_moved" });
  const frozen = await whileFrozen(deps, candidate, maybeDone);
  if (frozen !== null) return frozen;
  const { made, judged } = state;
  const changes = judged.map((one) => ({ ...one, evidence: evidenceFor(deps, one.id) }));
  const landed = await slotsOf(deps, project).scm.land({ candidate: id, base, onto, made, changes });
  if (!landed.ok) return outcomeOfError(landed.error);
  const news = newsOf(landed.value, candidate, made.commit);
  return news.kind === "landing_refused" ? done(...(await readAgain(deps, candidate)), news) : done(news);
};

/** It may have waited for its forge or a checkout until a freeze began. What has landed before that is not taken back. */
async function whileFrozen(deps: EngineDeps, candidate: Candidate, maybeDone: boolean): Promise<Outcome | null> {
  const { id, project, changes } = candidate;
  if (!isFrozen(deps.rulesOf(project).policy, { weekMinute: deps.clock.weekMinute() })) return null;
  const [first] = changes;
  if (maybeDone && first !== undefined) {
    const seen = await slotsOf(deps, project).scm.read(first.id);
    if (!seen.ok && seen.error.code !== "gone") return outcomeOfError(seen.error);
    if (seen.ok && seen.value.state.kind === "landed") return null;
  }
  return done({ kind: "landing_refused", candidate: id, why: "frozen" });
}

function evidenceFor(deps: EngineDeps, id: ChangeId): readonly string[] {
  const change = changeOf(deps, id);
  const session = change.session === null ? null : deps.store.sessions.get(change.session);
  return session === null ? [] : evidenceOf(session, change);
}

/** The forge knows something newer than we do: it is read before the next candidate is made of old facts. */
async function readAgain(deps: EngineDeps, { project, changes }: Candidate): Promise<readonly News[]> {
  const { scm } = slotsOf(deps, project);
  const news: News[] = [];
  for (const { id } of changes) {
    const answer = isCooling(deps, scm.credential) ? null : await scm.read(id);
    if (answer?.ok === true) news.push({ kind: "change_observed", project, change: answer.value });
    else if (answer !== null) noteLimit(deps, scm.credential, answer.error);
  }
  return news;
}

function newsOf(answer: LandAnswer, { id: candidate }: Candidate, commit: MadeCommit["commit"]): News {
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
